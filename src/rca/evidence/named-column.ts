/** What messages name explicitly: a file by its path or name, or a name that few files declare. */

import { stemOf } from '../paths/path-parts.ts';
import { type FeatureColumn, FULL } from '../ranking/evidence-features.ts';
import type { CodeIndex } from './code-index.ts';

const PATH = /[\w@~.-]*(?:[\\/][\w@.-]+)*[\w-]\.[A-Za-z]\w{0,9}\b/g;
const IDENTIFIER = /[\p{L}_$][\p{L}\p{M}\p{N}_$]{3,}/gu;
/** A plain word is not a name; a word with a capital, digit or mark inside is. */
const NAME_LIKE = /.[\p{Lu}\p{N}_$]/u;
const MOST_NAMES = 200;
/** A name declared in more files than this means nothing. */
const MOST_DECLARERS = 3;

/** Scores how explicitly the texts name each path. Texts were bounded earlier. */
export function namedColumn(
  texts: readonly string[],
  paths: readonly string[],
  { declaring }: Pick<CodeIndex, 'declaring'>,
): FeatureColumn {
  const isFileNamed = filesNamedIn(texts);
  const column: number[] = paths.map((path) => (isFileNamed(path) ? FULL : 0));
  for (const name of [...new Set(texts.join('\n').match(IDENTIFIER) ?? [])].slice(0, MOST_NAMES)) {
    const positions = declaring(name);
    if (positions.length === 0 || positions.length > MOST_DECLARERS) continue;
    const value = Math.floor((FULL * 3) / (4 * positions.length));
    for (const position of positions) column[position] = Math.max(column[position] ?? 0, value);
  }
  return column;
}

/** Returns a test for paths: whether the texts name the file, by its full name or more of its path. */
export function filesNamedIn(texts: readonly string[]): (path: string) => boolean {
  const names = [...new Set(texts.join('\n').match(PATH) ?? [])]
    .slice(0, MOST_NAMES)
    .map((name) => name.replaceAll('\\', '/'));
  return (path) => names.some((name) => isNamed(path, name));
}

/** Returns the names in the texts that few files declare, preferring the distinctive ones; possibly none. */
export function rareNames(
  texts: readonly string[],
  { declaring }: Pick<CodeIndex, 'declaring'>,
): ReadonlySet<string> {
  const names = new Set(texts.join('\n').match(IDENTIFIER) ?? []);
  return new Set(
    [...names]
      .slice(0, MOST_NAMES)
      .filter((name) => NAME_LIKE.test(name) && declaring(name).length <= MOST_DECLARERS),
  );
}

/** The names by which other files refer to the files that declare some names. */
export function modulesDeclaring(
  names: ReadonlySet<string>,
  { candidates, declaring }: Pick<CodeIndex, 'candidates' | 'declaring'>,
): ReadonlySet<string> {
  const files = [...names].map((name) => declaring(name)).filter(({ length }) => length <= MOST_DECLARERS);
  return new Set(files.flat().flatMap((at) => stemOf(candidates[at]?.path ?? '') || []));
}

/** One is a suffix of the other at a folder boundary; a bare name must equal the whole file name. */
function isNamed(path: string, name: string): boolean {
  const long = `/${path}`;
  const named = `/${name.replace(/^(?:\.{0,2}\/)+/, '')}`;
  return long.endsWith(named) || (named.endsWith(long) && long.indexOf('/', 1) > 0);
}
