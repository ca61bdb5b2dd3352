/**
 * The body of one test in its file: the block that follows the test's name, where the name is that of a function or
 * the title of a call such as `it('…', () => {…})`.
 */
import { type SourceToken, sourceSyntax } from '../../context/index.ts';
import type { TestFiles } from './test-files.ts';

/** How far behind the name its block may begin. */
const HEADER_TOKENS = 60;

/** Returns the tokens of a test's body, empty where the file has no such test. */
export function testBody(
  files: TestFiles,
  { path, name }: { path: string; name: string },
): readonly SourceToken[] {
  const syntax = sourceSyntax(path);
  const tokens = files.tokens(path);
  const names = spellings(name);
  for (const [start, token] of tokens.entries()) {
    if (!isNamed(token, tokens[start + 1], names)) continue;
    const body =
      syntax?.blocks === 'braces'
        ? bracedBlock(tokens, start)
        : tokensUntil(tokens, start, endOfIndented(files.text(path), token.offset));
    if (body.length > 0) return body;
  }
  return [];
}

/** A parameterised test carries its parameters behind its name, and some runners put the class before it. */
function spellings(name: string): ReadonlySet<string> {
  const bare = name.replace(/[([{].*$/s, '').trim();
  const last = bare.slice(bare.search(/[\p{L}\p{N}_$]*$/u));
  // A part of a Go test stands in the function of the whole.
  const [whole = ''] = /^Test\w*(?=\/)/.exec(name) ?? [];
  return new Set([name, name.trim(), bare, last, whole].filter((one) => one !== ''));
}

function isNamed(token: SourceToken, next: SourceToken | undefined, names: ReadonlySet<string>): boolean {
  if (!names.has(token.text)) return false;
  return token.kind === 'literal' || (token.kind === 'identifier' && next?.text === '(');
}

/** From the name to the end of the block that follows it; none where a statement ends first, as behind a call. */
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

/** Where the first line below the name begins that stands no deeper than the name's own. */
function endOfIndented(text: string, offset: number): number {
  const depth = indentation(text, text.lastIndexOf('\n', offset) + 1) ?? 0;
  for (let line = text.indexOf('\n', offset); line >= 0; line = text.indexOf('\n', line + 1)) {
    const own = indentation(text, line + 1);
    if (own !== undefined && own <= depth) return line;
  }
  return text.length;
}

/** The blanks a line begins with, or nothing for an empty line. */
function indentation(text: string, start: number): number | undefined {
  let end = start;
  while (text[end] === ' ' || text[end] === '\t') end++;
  return end >= text.length || text[end] === '\n' || text[end] === '\r' ? undefined : end - start;
}
