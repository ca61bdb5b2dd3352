/**
 * Ignore files, parsed and matched like git does (dir.c), including the shortcuts that decide corner cases.
 */

import { sha256 } from '../../kernel/index.ts';
import type { ByteText } from './byte-text.ts';
import { compileGlob } from './glob.ts';

/** The entry to match; texts are bytes. */
type IgnoreSubject = {
  /** The path relative to the directory of the ignore file. */
  readonly path: string;
  readonly name: string;
  readonly isDirectory: boolean;
};

/** An ignore pattern; a negated one includes its matches again. */
export type IgnorePattern = {
  readonly isNegated: boolean;
  matches(subject: IgnoreSubject): boolean;
};

const SPECIAL = /[*?[\\]/;

/** Parses the patterns of an ignore file, in file order. */
export function parseIgnoreFile(text: string): readonly IgnorePattern[] {
  const body = text.startsWith('\xef\xbb\xbf') ? text.slice(3) : text;
  return body.split('\n').flatMap((line) => parseLine(line.endsWith('\r') ? line.slice(0, -1) : line));
}

function parseLine(line: string): IgnorePattern[] {
  if (line.startsWith('#')) return [];
  // Git reads lines as C strings, which end at a zero byte.
  const text = withoutTrailingSpaces(line.split('\0', 1)[0] ?? '');
  const isNegated = text.startsWith('!');
  const stated = isNegated ? text.slice(1) : text;
  const isDirectoryOnly = stated.endsWith('/');
  const pattern = isDirectoryOnly ? stated.slice(0, -1) : stated;
  if (pattern === '') return [];
  const matches = pattern.includes('/') ? pathMatcher(pattern) : nameMatcher(pattern);
  return [{ isNegated, matches: (subject) => (subject.isDirectory || !isDirectoryOnly) && matches(subject) }];
}

/** A pattern without an inner slash matches names at any depth. */
function nameMatcher(pattern: string): IgnorePattern['matches'] {
  if (!SPECIAL.test(pattern)) return ({ name }) => name === pattern;
  const suffix = pattern.slice(1);
  if (pattern.startsWith('*') && !SPECIAL.test(suffix)) return ({ name }) => name.endsWith(suffix);
  const glob = compileGlob(pattern, { isPath: false });
  return ({ name }) => glob.matches(name);
}

/** A pattern with an inner slash matches paths below the ignore file. */
function pathMatcher(stated: string): IgnorePattern['matches'] {
  const pattern = stated.startsWith('/') ? stated.slice(1) : stated;
  const special = pattern.search(SPECIAL);
  if (special < 0) return ({ path }) => path === pattern;
  // The part before the first wildcard is compared and cut off, so `a**/b` continues as `**/b`.
  const literal = pattern.slice(0, special);
  const glob = compileGlob(pattern.slice(special), { isPath: true });
  return ({ path }) => path.startsWith(literal) && glob.matches(path.slice(literal.length));
}

/** Removes trailing spaces, except one escaped by a backslash and those before it. */
function withoutTrailingSpaces(text: string): string {
  let firstSpace = -1;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === ' ') {
      if (firstSpace < 0) firstSpace = at;
      continue;
    }
    if (text[at] === '\\' && ++at === text.length) return text;
    firstSpace = -1;
  }
  return firstSpace < 0 ? text : text.slice(0, firstSpace);
}

/**
 * The rules of a directory and its ancestors. As in git, the last matching pattern of the nearest file wins.
 */
export type IgnoreRules = {
  /** Identifies all patterns and their locations; equal stamps mean equal rules. */
  readonly stamp: bigint;
  /** Checks whether an entry is ignored; the path is relative to the top of the repository. */
  ignores(path: ByteText, isDirectory: boolean): boolean;
};

/** An ignore file and its directory with a trailing slash; empty for the top. */
type RuleFile = { readonly base: ByteText; readonly text: ByteText };

/** Rules that ignore nothing. */
export const NO_RULES: IgnoreRules = { stamp: 0n, ignores: () => false };

/** Adds an ignore file that takes precedence over the outer rules. */
export function addRules(outer: IgnoreRules, file: RuleFile): IgnoreRules {
  // The last pattern wins, so the list is reversed once instead of being walked backwards for every entry.
  const patterns = parseIgnoreFile(file.text).toReversed();
  const stamp = stampOf(outer.stamp, file);
  if (patterns.length === 0) return { stamp, ignores: outer.ignores };
  return {
    stamp,
    ignores: (path, isDirectory) => {
      const subject = {
        path: path.slice(file.base.length),
        name: path.slice(path.lastIndexOf('/') + 1),
        isDirectory,
      };
      const decisive = patterns.find((pattern) => pattern.matches(subject));
      return decisive ? !decisive.isNegated : outer.ignores(path, isDirectory);
    },
  };
}

function stampOf(outer: bigint, { base, text }: RuleFile): bigint {
  return BigInt(`0x${sha256(`${outer} ${base.length} ${base}${text}`).slice(0, 16)}`);
}
