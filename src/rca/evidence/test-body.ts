/**
 * Finds the body of one test in its file: the block after the test's name, where that is the name of a
 * function or the title of a call such as `it('…', () => {…})`.
 */
import { lexSource, type SourceToken, sourceSyntax, sourceText } from '../../context/index.ts';
import { remember } from '../reach/reach-tree.ts';
import type { CodeIndex } from './code-index.ts';

/** How many tokens after the name its block may begin. */
const HEADER_TOKENS = 60;

/** Returns the tokens of a test's body; empty if the file has no such test. */
export function testBody(
  files: TestFiles,
  { path, name, className }: { path: string; name: string; className?: string | undefined },
): readonly SourceToken[] {
  const tokens = files.tokens(path);
  const names = spellings(name);
  const isBraced = sourceSyntax(path)?.blocks === 'braces';
  const blockAt = (start: number) =>
    isBraced
      ? bracedBlock(tokens, start)
      : tokensUntil(tokens, start, endOfIndented(files.text(path), tokens[start]?.offset ?? 0));
  const named = [...tokens.keys()].filter((at) => isNamed(tokens[at] as SourceToken, tokens[at + 1], names));
  // Several classes of a file may have a test of that name, and an inherited test is in another class.
  const starts = within(classSpan(tokens, className, blockAt), named);
  for (const start of [...starts, ...titlesWithin(name, tokens)]) {
    const body = blockAt(start);
    if (body.length > 0) return body;
  }
  return [];
}

/** Puts the positions within a span first. */
function within(
  span: readonly [first: number, end: number] | null,
  positions: readonly number[],
): readonly number[] {
  if (span === null) return positions;
  const isWithin = (at: number) => at >= span[0] && at < span[1];
  return [...positions.filter(isWithin), ...positions.filter((at) => !isWithin(at))];
}

/** The tokens of a test's class in its file; null if the file declares no such class. */
function classSpan(
  tokens: readonly SourceToken[],
  className: string | undefined,
  blockAt: (start: number) => readonly SourceToken[],
): readonly [first: number, end: number] | null {
  const [name] = className?.match(/[\p{L}\p{N}_]+$/u) ?? [];
  const declared = tokens.findIndex(({ text }, at) => text === name && tokens[at - 1]?.text === 'class');
  return name === undefined || declared < 0 ? null : [declared, declared - 1 + blockAt(declared - 1).length];
}

const SHORTEST_TITLE = 3;
/** What runners put between the titles of suites and test. */
const BORDER = /^[\s>›»:./|-]$/;

/**
 * The positions of the titles that make up a name, as runners join suite and test titles: the test's own
 * first, longest first; then, for a title computed at run time, that of a surrounding suite.
 */
function titlesWithin(name: string, tokens: readonly SourceToken[]): readonly number[] {
  const titles = [...tokens.entries()].flatMap(([at, { kind, text }]) => {
    if (kind !== 'literal' || text.length < SHORTEST_TITLE || tokens[at + 1]?.text !== ',') return [];
    const isLast = name.endsWith(text) && BORDER.test(name.at(-text.length - 1) ?? '');
    const isFirst = name.startsWith(text) && BORDER.test(name[text.length] ?? '');
    return isLast || isFirst ? [{ at, text, isLast }] : [];
  });
  const suiteBefore = ({ at, text }: (typeof titles)[number]) => {
    const rest = name.slice(0, -text.length).replace(/[\s>›»:./|-]+$/, '');
    const around = tokens.findLastIndex(
      (token, index) =>
        index < at && token.kind === 'literal' && token.text !== '' && rest.endsWith(token.text),
    );
    return at - around;
  };
  const own = titles.filter(({ isLast }) => isLast);
  const suites = titles.filter(({ isLast }) => !isLast);
  own.sort((left, right) => right.text.length - left.text.length || suiteBefore(left) - suiteBefore(right));
  suites.sort((left, right) => right.text.length - left.text.length);
  return [...own, ...suites].map(({ at }) => at);
}

/** The forms in which a test's title or function may appear in its file. */
type Spellings = { readonly titles: ReadonlySet<string>; readonly functions: ReadonlySet<string> };

/** A parameterised test has its parameters after its name, and some runners prefix the class. */
function spellings(name: string): Spellings {
  const bare = name.replace(/[([{].*$/s, '').trim();
  const last = bare.slice(bare.search(/[\p{L}\p{N}_$]*$/u));
  // A Go subtest is inside the function of its parent.
  const [whole = ''] = /^Test\w*(?=\/)/.exec(name) ?? [];
  const titles = [name, name.trim(), bare].filter((one) => one !== '');
  return { titles: new Set(titles), functions: new Set([...titles, last, whole]) };
}

function isNamed(
  { kind, text }: SourceToken,
  next: SourceToken | undefined,
  { titles, functions }: Spellings,
): boolean {
  return kind === 'literal'
    ? titles.has(text)
    : kind === 'identifier' && next?.text === '(' && functions.has(text);
}

/** From the name to the end of the following block; empty if a statement ends first, as after a call. */
function bracedBlock(tokens: readonly SourceToken[], start: number): readonly SourceToken[] {
  const header = tokens.slice(start, start + HEADER_TOKENS);
  const open = header.findIndex(({ kind, text }) => kind === 'mark' && (text === '{' || text === ';'));
  if (header[open]?.text !== '{') return [];
  let depth = 0;
  for (let index = start + open; index < tokens.length; index++) {
    const { kind, text } = tokens[index] ?? {};
    if (kind !== 'mark') continue;
    if (text === '{') depth++;
    if (text === '}' && --depth === 0) return tokens.slice(start, index + 1);
  }
  return tokens.slice(start);
}

function tokensUntil(tokens: readonly SourceToken[], start: number, end: number): readonly SourceToken[] {
  const stop = tokens.findIndex(({ offset }, index) => index > start && offset >= end);
  return tokens.slice(start, stop < 0 ? undefined : stop);
}

/** The offset of the first line below the name that is indented no deeper than the name's own line. */
function endOfIndented(text: string, offset: number): number {
  const depth = indentation(text, text.lastIndexOf('\n', offset) + 1) ?? 0;
  for (let line = text.indexOf('\n', offset); line >= 0; line = text.indexOf('\n', line + 1)) {
    const own = indentation(text, line + 1);
    if (own !== undefined && own <= depth) return line;
  }
  return text.length;
}

/** The width of a line's indentation; undefined for an empty line. */
function indentation(text: string, start: number): number | undefined {
  let end = start;
  while (text[end] === ' ' || text[end] === '\t') end++;
  return end >= text.length || text[end] === '\n' || text[end] === '\r' ? undefined : end - start;
}

/** Reads and caches test sources. */
export interface TestFiles {
  /** Returns a file's text; empty if it cannot be read. */
  text(path: string): string;
  tokens(path: string): readonly SourceToken[];
}

/** Opens the test files of a repository for one case. */
export function createTestFiles({ read }: Pick<CodeIndex, 'read'>): TestFiles {
  const text = remember((path: string) => {
    const bytes = read(path);
    return (bytes && sourceText(bytes)) ?? '';
  });
  const tokens = remember((path: string) => {
    const syntax = sourceSyntax(path);
    return syntax === undefined ? [] : lexSource(text(path), syntax);
  });
  return { text, tokens };
}
