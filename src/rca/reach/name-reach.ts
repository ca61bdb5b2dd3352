/**
 * What failing tests can reach by names: from the names in a test to their declarations, from the names in
 * those to the next, and so on. Names are not resolved, so this never proves that something is not reached.
 * Among files that are all within reach it shows which declarations are nearer.
 */
import { declarations, lexSource, sourceSyntax, sourceText } from '../../context/index.ts';
import { addTo, remember } from './reach-tree.ts';

/** A declaration of a source and the names within it. */
type SourcePart = { readonly name: string; readonly names: ReadonlySet<string> };

/** Returns the parts of a source, each from one declaration to the next. */
export type PartsOf = (path: string) => readonly SourcePart[];

/** The number of steps to a declaration of a file, by its last name; undefined if it is not reached. */
export type NameReach = (path: string, name: string) => number | undefined;

/** How many sources are read for one case, nearest first, and how many steps are followed. */
const MOST_FILES = 120;
const MOST_STEPS = 6;

/** Prepares the parts of sources; each is read once. */
export function createPartsOf(read: (path: string) => Uint8Array | undefined): PartsOf {
  return remember((path: string) => {
    const syntax = sourceSyntax(path);
    const bytes = syntax && read(path);
    const text = bytes && sourceText(bytes);
    if (syntax === undefined || text === undefined) return [];
    const tokens = lexSource(text, syntax);
    const starts = declarations(tokens);
    return starts.map((start, at) => {
      const own = tokens.slice(start + 1, starts[at + 1]).filter(({ kind }) => kind === 'identifier');
      return { name: tokens[start]?.text ?? '', names: new Set(own.map(({ text: name }) => name)) };
    });
  });
}

/** Follows the names of tests through sources, given nearest first. */
export function reachNames(names: Iterable<string>, paths: readonly string[], partsOf: PartsOf): NameReach {
  const declared = new Map<string, { readonly path: string; readonly part: SourcePart }[]>();
  for (const path of paths.slice(0, MOST_FILES))
    for (const part of partsOf(path)) addTo(declared, part.name, { path, part });
  const steps = new Map<string, number>();
  const seen = new Set(names);
  let level = [...seen];
  for (let step = 1; step <= MOST_STEPS && level.length > 0; step++) {
    const next = new Set<string>();
    for (const name of level) {
      for (const { path, part } of declared.get(name) ?? []) {
        steps.set(keyOf(path, name), step);
        for (const further of part.names) if (!seen.has(further)) next.add(further);
      }
    }
    for (const name of next) seen.add(name);
    level = [...next];
  }
  return (path, name) => steps.get(keyOf(path, name));
}

function keyOf(path: string, name: string): string {
  return `${path}\0${name}`;
}
