/**
 * The names a source declares (types, functions, methods) and the names it calls, found from tokens alone. A missed
 * or needless name costs little: the names are evidence, counted by how few files declare them.
 */
import type { SourceToken } from './lex-source.ts';

const DECLARING = new Set(
  'class interface enum record struct trait object def function func fn fun type module union protocol'.split(
    ' ',
  ),
);
const CONTROL = new Set(
  'if for while switch catch with synchronized return new function super this throw assert using lock when match elif else do try await'.split(
    ' ',
  ),
);
/** How far behind its parameters a function's body may begin: past a return type or the exceptions it throws. */
const HEADER_TOKENS = 24;
const HEADER_MARK = /[\w.,:<>[\]?&|*@-]/;
const HEADER_END = new Set([';', ')', '}', '=']);

/** Returns the names that tokens declare. */
export function declaredNames(tokens: readonly SourceToken[]): Set<string> {
  return new Set(declarations(tokens).map((index) => (tokens[index] as SourceToken).text));
}

/** Returns the positions of the tokens that declare a name, in their order. */
export function declarations(tokens: readonly SourceToken[]): readonly number[] {
  const closing = closingParentheses(tokens);
  const found: number[] = [];
  for (const [index, { kind, text }] of tokens.entries()) {
    if (kind !== 'identifier' || CONTROL.has(text) || DECLARING.has(text)) continue;
    const before = tokens[index - 1]?.text ?? '';
    const isDeclared =
      DECLARING.has(before) ||
      isAssignedFunction(tokens, index) ||
      (before !== 'new' && before !== '.' && hasBody(tokens, closing, index + 1));
    if (isDeclared) found.push(index);
  }
  return found;
}

/** Counts the names that tokens call, create or refer to by a capital letter, as types are in most languages. */
export function calledNames(tokens: readonly SourceToken[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [index, { kind, text }] of tokens.entries()) {
    if (kind !== 'identifier' || CONTROL.has(text)) continue;
    if (tokens[index + 1]?.text === '(' || /^\p{Lu}.*\p{Ll}/u.test(text))
      counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return counts;
}

/** The index of each opening parenthesis with the index of its closing one. */
function closingParentheses(tokens: readonly SourceToken[]): Map<number, number> {
  const closing = new Map<number, number>();
  const open: number[] = [];
  for (const [index, { kind, text }] of tokens.entries()) {
    if (kind !== 'mark') continue;
    if (text === '(') open.push(index);
    if (text !== ')') continue;
    const start = open.pop();
    if (start !== undefined) closing.set(start, index);
  }
  return closing;
}

function hasBody(
  tokens: readonly SourceToken[],
  closing: ReadonlyMap<number, number>,
  open: number,
): boolean {
  const close = closing.get(open);
  if (close === undefined) return false;
  for (let index = close + 1; index <= close + HEADER_TOKENS; index++) {
    const token = tokens[index];
    if (token === undefined || token.kind === 'literal' || HEADER_END.has(token.text)) return false;
    if (token.text === '{') return true;
    // Results in parentheses, as Go has them, are one more word.
    if (token.text === '(') index = closing.get(index) ?? index;
    // Between parameters and body stand only words, their marks and arrows; an operator makes it an expression.
    else if (token.kind === 'mark' && !HEADER_MARK.test(token.text)) return false;
  }
  return false;
}

/** `name = function`, `name: async function`, `name = (…) =>`, with the arrow looked for no further than a header. */
function isAssignedFunction(tokens: readonly SourceToken[], index: number): boolean {
  const mark = tokens[index + 1]?.text;
  if (mark !== '=' && mark !== ':') return false;
  const value = tokens[index + 2]?.text;
  if (value === 'function' || value === 'async') return true;
  if (value !== '(') return false;
  for (let at = index + 3; at < index + HEADER_TOKENS; at++) {
    if (tokens[at]?.text === ')') return tokens[at + 1]?.text === '=' && tokens[at + 2]?.text === '>';
  }
  return false;
}
