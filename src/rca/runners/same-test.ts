/** Decides whether two names, possibly from different reporters, mean the same test. */

import { looksLikeSourcePath } from '../intake/reading/failed-test.ts';
import { decodeReference } from '../intake/reading/xml-character.ts';
import type { TestName } from './runner.ts';

/**
 * Returns whether two names mean the same test: titles may be joined or separate, classes with or without
 * their package, and files with other leading folders. Arguments in a name (`adds[1]`) are part of it, so
 * parameterised cases remain distinct.
 */
export function isSameTest(one: TestName, other: TestName): boolean {
  if (!isSameFile(one.file, other.file)) return false;
  if (plain(one.name) === plain(other.name)) return agree(owners(one), owners(other));
  const [bare, otherBare] = [plain(one.name), plain(other.name)];
  const titles = new Set(titleReadings(one).map((parts) => plain(parts.join(' '))));
  return titleReadings(other).some((parts) => {
    const title = plain(parts.join(' '));
    return titles.has(title) && (title !== bare || title !== otherBare);
  });
}

/** Normalises a title for comparison. */
function plain(title: string): string {
  return decodeReferences(title)
    .replace(/\s[>›»]\s/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

function isSameFile(one: string | undefined, other: string | undefined): boolean {
  if (one === undefined || other === undefined) return true;
  const [left, right] = [partsOf(one), partsOf(other)];
  const [short, long] = left.length < right.length ? [left, right] : [right, left];
  return short.every((part, index) => part === long[long.length - short.length + index]);
}

function partsOf(file: string): readonly string[] {
  return file
    .replace(/^file:\/\//, '')
    .split(/[/\\]/)
    .filter((part) => part !== '' && part !== '.');
}

type Owners = { readonly suites: string; readonly className: string };

/** Returns what a report states around a test, as dotted names; empty if it states nothing. */
function owners(test: TestName): Owners {
  const className = dotted(classTitle(test) ?? '');
  // Some reporters repeat the name of the test as its class.
  return {
    suites: dotted(suiteTitles(test).join(' ')),
    className: className === dotted(test.name) ? '' : className,
  };
}

function dotted(text: string): string {
  return plain(text).replace(/::|[\\/$ ]/g, '.');
}

/**
 * Classes may lack their package, while titles are complete; a report that states nothing contradicts
 * nothing.
 */
function agree(one: Owners, other: Owners): boolean {
  if (one.className !== '' && other.className !== '') return isEnd(one.className, other.className);
  if (one.suites !== '' && other.suites !== '' && one.suites === other.suites) return true;
  const [left, right] = [one.className || one.suites, other.className || other.suites];
  if (left === '' || right === '') return true;
  return (one.className !== '' || other.className !== '') && isEnd(left, right);
}

function isEnd(one: string, other: string): boolean {
  return `.${one}`.endsWith(`.${other}`) || `.${other}`.endsWith(`.${one}`);
}

/** Names of the root suites that reporters add. */
const ROOT_SUITE = /^(?:|root suite|(?:mocha|jest|vitest) tests|pytest|rspec)$/i;
const ANY_CLASS = /^tests?$/i;
const SEPARATOR = /\s+[>›»]\s+/;
/** The mark of a name cut by the intake, which no runner would recognise. */
const CUT = /\[… \d+ bytes left out …\]/;

/** Returns the titles of a test's suites, without files and suites added by reporters. */
export function suiteTitles({ suitePath }: Pick<TestName, 'suitePath'>): readonly string[] {
  return suitePath
    .filter((title) => !ROOT_SUITE.test(title.trim()) && !looksLikeSourcePath(title.trim()))
    .flatMap((title) => title.split(SEPARATOR));
}

/** Returns the class a report gives for a test, unless it is a file or a generic word. */
function classTitle({ className }: Pick<TestName, 'className'>): string | undefined {
  const isClass = !ROOT_SUITE.test(className ?? '') && !ANY_CLASS.test(className ?? '');
  return isClass && className !== undefined && !looksLikeSourcePath(className) ? className : undefined;
}

/** Returns every way to split the full title of a test into parts. */
function titleReadings(test: TestName): readonly (readonly string[])[] {
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
  /** Whether to replace every character with a meaning to a shell by a wildcard. */
  readonly isPlain: boolean;
  /** What may come before and after the title; only spaces by default. */
  readonly before?: string;
  readonly after?: string;
};

/** Returns a pattern for the titles of some tests, or null if a title is not fully known. */
export function titlePattern(tests: readonly TestName[], options: PatternOptions): string | null {
  if (tests.some(({ name }) => !isTitle(name))) return null;
  const titles = tests.flatMap((test) => titleReadings(test).flatMap((parts) => spellings(parts, options)));
  const { before = '^ *', after = ' *$' } = options;
  return `${before}(?:${[...new Set(titles)].join('|')})${after}`;
}

/**
 * A failure may be named after a file that could not be loaded, or after a hook; no runner selects by those.
 */
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

/** Decodes references such as `&quot;`. */
function decodeReferences(text: string): string {
  return text.replace(/&(#?\w{1,8});/g, (whole, name: string) => decodeReference(name) ?? whole);
}

/** Escapes a text as a pattern, in the syntax shared by JavaScript, Ruby, PCRE and RE2. */
export function escapePattern(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
    .replace(/\s+/g, '\\s+')
    .replace(/\p{Cc}/gu, '.');
}

/**
 * Like `escapePattern`, but with `.` for everything with a meaning to a shell or a pattern. White space other
 * than plain spaces becomes `[^#-~]+`, since `.` does not match line breaks.
 */
function plainPattern(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\p{L}\p{N}\s_:,;@=<>~-]/gu, (character) => '.'.repeat(character.length))
    .replace(/\s+/g, (blanks) => (/^ +$/.test(blanks) ? ' +' : '[^#-~]+'));
}
