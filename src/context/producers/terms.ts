/**
 * Search terms of a source: its identifiers, whole and split into words, and the words of literals that look
 * like names or paths. A pure function of text and syntax, so it can be cached by content. There is no stop
 * word list: the corpus determines the weight of a term.
 */
import type { SourceToken } from './source-syntax.ts';

/** Term frequencies. */
export type TermCounts = ReadonlyMap<string, number>;

// A word is a run of capitals, or a capitalised or lower-case word; digits separate.
const WORD = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{M}]+/gu;
const IDENTIFIER = /[\p{L}_$][\p{L}\p{M}\p{N}_$]*/gu;
const BLANK = /\s/;
const SHORTEST_TERM = 2;

/**
 * Returns the terms of an identifier: its lower-case words, and the whole if there are several.
 *
 * @example identifierTerms('parseHTTPHeader') // ['parse', 'http', 'header', 'parsehttpheader']
 */
export function identifierTerms(identifier: string): string[] {
  const words = identifier.match(WORD) ?? [];
  const terms = words.filter((word) => word.length >= SHORTEST_TERM).map((word) => word.toLowerCase());
  const whole = identifier.toLowerCase();
  if (words.length !== 1 && whole.length >= SHORTEST_TERM) terms.push(whole);
  return terms;
}

/** Counts the terms of tokens. */
export function tokenTerms(tokens: Iterable<SourceToken>): Map<string, number> {
  const counts = new Map<string, number>();
  const known = new Map<string, readonly string[]>();
  const add = (identifier: string) => {
    let terms = known.get(identifier);
    if (terms === undefined) {
      terms = identifierTerms(identifier);
      known.set(identifier, terms);
    }
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  };
  for (const { kind, text } of tokens) {
    if (kind === 'identifier') add(text);
    else if (kind === 'literal' && !BLANK.test(text))
      for (const name of text.match(IDENTIFIER) ?? []) add(name);
  }
  return counts;
}

/** Counts the terms of prose, such as a message or a test name. */
export function proseTerms(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const identifier of text.match(IDENTIFIER) ?? [])
    for (const term of identifierTerms(identifier)) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}
