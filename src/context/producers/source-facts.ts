/**
 * Facts about one source used as evidence: a pure function of the file's extension and bytes, cacheable by
 * content.
 */

import { sourceText } from '../scan/byte-text.ts';
import { producerLimits } from './producer.ts';
import { lexSource, type SourceToken, sourceSyntax } from './source-syntax.ts';
import { type TermCounts, tokenTerms } from './terms.ts';
import { type TokenImports, tokenImports } from './token-imports.ts';

/** The facts of one source. */
export interface SourceFacts extends TokenImports {
  /** Whether it marks functions or classes as tests. */
  readonly hasTestMarks: boolean;
  readonly terms: TermCounts;
  /** The names it declares. */
  readonly declared: ReadonlySet<string>;
  /** Its identifiers, and its literals that may be paths of other files. */
  readonly names: ReadonlySet<string>;
  /** Other literals that may name a file or module: dotted words and joined paths. */
  readonly fileLiterals: ReadonlySet<string>;
}

const PATH_LITERAL = /^[\w@.-]*\/[\w@./-]{0,200}$/;

/** Reads the facts of a source, or undefined if it is binary or in an unknown language. */
export function readSourceFacts(path: string, bytes: Uint8Array): SourceFacts | undefined {
  const syntax = sourceSyntax(path);
  const text = syntax && sourceText(bytes);
  if (syntax === undefined || text === undefined) return undefined;
  const tokens = lexSource(text, syntax);
  return {
    hasTestMarks: hasTestMarks(tokens),
    terms: tokenTerms(tokens),
    declared: declaredNames(tokens),
    names: referringNames(tokens),
    fileLiterals: fileLiterals(tokens),
    ...tokenImports(path, tokens),
  };
}

/** Returns tokens that may refer to another file: identifiers and path-like literals. */
export function referringNames(tokens: Iterable<SourceToken>): Set<string> {
  const names = new Set<string>();
  for (const { kind, text } of tokens) {
    if (kind === 'identifier' || (kind === 'literal' && PATH_LITERAL.test(text))) names.add(text);
  }
  return names;
}

/** Checks for an annotated test method or a test case class. */
function hasTestMarks(tokens: readonly SourceToken[]): boolean {
  return tokens.some(({ text }, index) => {
    const next = tokens[index + 1]?.text;
    if (text === '@') return next === 'Test' || next === 'ParameterizedTest';
    return text === 'extends' && next === 'TestCase';
  });
}

const DOTTED = /^[A-Za-z_@.][\w@-]*(?:\.[\w-]+)+$/;
const SEGMENT = /^[\w@.~-]+(?:\/[\w@.~-]+)*\/?$/;
const JOINERS = new Set(['join', 'Join', 'resolve', 'combine', 'Combine', 'joinpath', 'expand_path']);
/** The most tokens in a call that joins a path. */
const CALL_TOKENS = 24;

/** Returns the literals that may name a file or module, in order. */
function fileLiterals(tokens: readonly SourceToken[]): Set<string> {
  const found = new Set<string>();
  const add = (literal: string) => {
    if (found.size < producerLimits.fileLiterals && literal.length <= producerLimits.specifierLength)
      found.add(literal);
  };
  for (const [index, { kind, text }] of tokens.entries()) {
    if (kind === 'literal') {
      if (text.length <= producerLimits.specifierLength && DOTTED.test(text)) add(text);
      if (tokens[index + 1]?.text === '/' && tokens[index + 2]?.kind === 'literal')
        add(dividedPath(tokens, index));
    } else if (kind === 'identifier' && JOINERS.has(text) && tokens[index + 1]?.text === '(') {
      add(joinedPath(tokens, index + 2));
    }
  }
  found.delete('');
  return found;
}

/** Joins the consecutive literals of a call. */
function joinedPath(tokens: readonly SourceToken[], start: number): string {
  const parts: string[] = [];
  for (let at = start; at < start + CALL_TOKENS; at++) {
    const token = tokens[at];
    if (token === undefined) break;
    if (token.kind === 'literal' && SEGMENT.test(token.text)) parts.push(token.text);
    else if (token.text === '__dirname') parts.push('.');
    else if (token.text !== ',' && parts.length > 0) break;
  }
  return parts.length > 1 ? parts.join('/') : '';
}

function dividedPath(tokens: readonly SourceToken[], start: number): string {
  const parts: string[] = [];
  for (let at = start; at < start + CALL_TOKENS && tokens[at]?.kind === 'literal'; at += 2) {
    const part = tokens[at]?.text ?? '';
    if (!SEGMENT.test(part)) return '';
    parts.push(part);
    if (tokens[at + 1]?.text !== '/') break;
  }
  return parts.length > 1 ? parts.join('/') : '';
}

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
/** How far after its parameters a function's body may begin, to allow for return types and throws clauses. */
const HEADER_TOKENS = 24;
const HEADER_MARK = /[\w.,:<>[\]?&|*@-]/;
const HEADER_END = new Set([';', ')', '}', '=']);

/**
 * Returns the names that tokens declare. Errors matter little, as names are weighted by how few files declare
 * them.
 */
export function declaredNames(tokens: readonly SourceToken[]): Set<string> {
  return new Set(declarations(tokens).map((index) => (tokens[index] as SourceToken).text));
}

/** Returns the positions of declaring tokens, in order. */
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

/** Counts names that are called, constructed, or capitalised like types in most languages. */
export function calledNames(tokens: readonly SourceToken[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [index, { kind, text }] of tokens.entries()) {
    if (kind !== 'identifier' || CONTROL.has(text)) continue;
    if (tokens[index + 1]?.text === '(' || /^\p{Lu}.*\p{Ll}/u.test(text))
      counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return counts;
}

/** Maps the index of each opening parenthesis to that of its closing one. */
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
    // Results in parentheses, as in Go, count as one word.
    if (token.text === '(') index = closing.get(index) ?? index;
    // Only words, their punctuation and arrows may appear between parameters and body; an operator makes it
    // an expression.
    else if (token.kind === 'mark' && !HEADER_MARK.test(token.text)) return false;
  }
  return false;
}

/** `name = function`, `name: async function`, `name = (…) =>`; the arrow must be within a header's length. */
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
