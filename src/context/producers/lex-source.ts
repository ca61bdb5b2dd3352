/**
 * Cuts a source into tokens without knowing its language in depth: identifiers, literals and single marks, comments
 * left out. It is wrong in corners (a quote inside a regular expression) and recovers at the end of the line.
 */
import { producerLimits } from './producer-limits.ts';
import type { SourceSyntax } from './source-syntax.ts';

/** What a token is. */
type TokenKind = 'identifier' | 'literal' | 'mark';

/** A token and where it begins; a literal's text is without its quotes. */
export interface SourceToken {
  readonly kind: TokenKind;
  readonly text: string;
  readonly offset: number;
}

const IDENTIFIER = '[\\p{L}_$][\\p{L}\\p{M}\\p{N}_$]*';
const SHORT_STRING = '"(?:[^"\\\\\\n]|\\\\.)*"?|\'(?:[^\'\\\\\\n]|\\\\.)*\'?';

const QUOTES = /^["'`]+|["'`]+$/g;

const patterns = new Map<SourceSyntax, RegExp>();

/** Cuts a source into its tokens. */
export function lexSource(text: string, syntax: SourceSyntax): SourceToken[] {
  const tokens: SourceToken[] = [];
  // Numbered groups, for an object of named ones at every token would cost more than the matching.
  for (const { 1: identifier, 2: literal, 3: mark, index: offset } of text.matchAll(patternOf(syntax))) {
    if (identifier !== undefined) {
      if (identifier.length <= producerLimits.identifierLength)
        tokens.push({ kind: 'identifier', text: identifier, offset });
    } else if (mark !== undefined) {
      tokens.push({ kind: 'mark', text: mark, offset });
    } else if (literal !== undefined) {
      tokens.push({ kind: 'literal', text: literal.replace(QUOTES, ''), offset });
    }
  }
  return tokens;
}

function patternOf(syntax: SourceSyntax): RegExp {
  const known = patterns.get(syntax);
  if (known !== undefined) return known;
  const made = makePattern(syntax);
  patterns.set(syntax, made);
  return made;
}

function makePattern({ lineComments, blockComment, longQuotes }: SourceSyntax): RegExp {
  const comments = lineComments.map((start) => `${escaped(start)}[^\\n]*`);
  if (blockComment !== undefined) comments.unshift(span(...blockComment));
  const literals = [...longQuotes.map((quote) => span(quote, quote)), SHORT_STRING];
  return new RegExp(`(${IDENTIFIER})|${comments.join('|')}|(${literals.join('|')})|\\d[\\w.]*|(\\S)`, 'gsu');
}

/** From one mark to the next, or to the end of the text. */
function span(start: string, end: string): string {
  return `${escaped(start)}.*?(?:${escaped(end)}|$)`;
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
