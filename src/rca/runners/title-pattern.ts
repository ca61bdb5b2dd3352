/**
 * Patterns that match the titles of tests and nothing else. Reports spell titles in several ways (suites apart or joined
 * by blanks, `>` or `›`), and so do runners, so a pattern allows each of these spellings.
 */

import { looksLikeSourcePath } from '../intake/reading/failed-test.ts';
import { decodeReference } from '../intake/reading/xml-character.ts';
import type { TestName } from './runner.ts';

/** Names of suites that reporters put around everything. */
const ROOT_SUITE = /^(?:|root suite|(?:mocha|jest|vitest) tests|pytest|rspec)$/i;
const ANY_CLASS = /^tests?$/i;
const SEPARATOR = /\s+[>›»]\s+/;
/** What stands where the intake cut a name; the runner knows no such name. */
const CUT = /\[… \d+ bytes left out …\]/;

/** Returns the titles of the suites around a test, without files and the suites that reporters add. */
export function suiteTitles({ suitePath }: Pick<TestName, 'suitePath'>): readonly string[] {
  return suitePath
    .filter((title) => !ROOT_SUITE.test(title.trim()) && !looksLikeSourcePath(title.trim()))
    .flatMap((title) => title.split(SEPARATOR));
}

/** Returns the class that a report gives for a test, where it is neither a file nor a word for any test. */
export function classTitle({ className }: Pick<TestName, 'className'>): string | undefined {
  const isClass = !ROOT_SUITE.test(className ?? '') && !ANY_CLASS.test(className ?? '');
  return isClass && className !== undefined && !looksLikeSourcePath(className) ? className : undefined;
}

/** Returns every way to read the whole title of a test, as lists of its parts. */
export function titleReadings(test: TestName): readonly (readonly string[])[] {
  const suites = suiteTitles(test);
  const name = test.name.split(SEPARATOR);
  const [joinedSuites, joinedName] = [suites.join(' '), name.join(' ')];
  const owner = classTitle(test);
  const readings = [
    ...(joinedName.startsWith(`${joinedSuites} `) ? [] : [[...suites, ...name]]),
    name,
    ...(owner === undefined || joinedName.startsWith(owner) ? [] : [[owner, ...name]]),
  ];
  return [...new Map(readings.map((parts) => [parts.join(' '), parts])).values()];
}

type PatternOptions = {
  /** Whether every character that could mean something to a shell is to be left open. */
  readonly isPlain: boolean;
  /** What may stand before and after the title; by default nothing but blanks. */
  readonly before?: string;
  readonly after?: string;
};

/** Returns a pattern for the titles of some tests, or null where a title is not known as a whole. */
export function titlePattern(tests: readonly TestName[], options: PatternOptions): string | null {
  if (tests.some(({ name }) => !isTitle(name))) return null;
  const titles = tests.flatMap((test) => titleReadings(test).flatMap((parts) => spellings(parts, options)));
  const { before = '^ *', after = ' *$' } = options;
  return `${before}(?:${[...new Set(titles)].join('|')})${after}`;
}

/** A failure may be named after its file, which could not be loaded, or after a hook; no runner selects by these. */
function isTitle(name: string): boolean {
  const isHook = /^"(?:before|after) (?:each|all)" hook\b/.test(name);
  return name.trim() !== '' && !isHook && !CUT.test(name) && !looksLikeSourcePath(name);
}

function spellings(parts: readonly string[], { isPlain }: PatternOptions): readonly string[] {
  const between = '(?: | [>›] )';
  const write = isPlain ? plainPattern : escapePattern;
  const written = parts.map(write).join(between);
  // The reporter of node:test escapes quotes twice.
  const decoded = parts.map((part) => write(decodeReferences(part))).join(between);
  return written === decoded ? [written] : [written, decoded];
}

/** Replaces references such as `&quot;` by what they mean. */
export function decodeReferences(text: string): string {
  return text.replace(/&(#?\w{1,8});/g, (whole, name: string) => decodeReference(name) ?? whole);
}

/** Writes a text as a pattern that matches it, in the syntax that JavaScript, Ruby, PCRE and RE2 share. */
export function escapePattern(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
    .replace(/\s+/g, '\\s+')
    .replace(/\p{Cc}/gu, '.');
}

/**
 * Like `escapePattern`, but with `.` for all that has a meaning to a shell or a pattern. Other blanks than spaces, which
 * `.` does not match where they are line breaks, are all that is not printed.
 */
function plainPattern(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\p{L}\p{N}\s_:,;@=<>~-]/gu, (character) => '.'.repeat(character.length))
    .replace(/\s+/g, (blanks) => (/^ +$/.test(blanks) ? ' +' : '[^#-~]+'));
}
