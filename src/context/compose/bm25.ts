/**
 * Okapi BM25 in integer arithmetic over a fixed corpus. All numbers are fixed point (1024 = one) in safe
 * integers, where floor(a / b) is exact, so scores and their order are equal on every machine. k1 = 1.2, b =
 * 0.75.
 */
import { compareCodePoints, FIXED_ONE, fixedLog2 } from '../../kernel/index.ts';
import type { TermCounts } from '../producers/terms.ts';

/** A corpus to query. */
export interface Bm25Corpus {
  /** The documents' keys in code point order; scores use the same order. */
  readonly keys: readonly string[];
  /** Scores every document for a query of weighted terms. */
  score(query: TermCounts): number[];
  /** Returns the inverse document frequency of a term in fixed point; unknown terms get the highest. */
  rarity(term: string): number;
}

interface Postings {
  readonly documents: number[];
  readonly counts: number[];
}

const K1_PERCENT = 120;
const B_PERCENT = 75;
const NO_POSTINGS: Postings = { documents: [], counts: [] };
/** Longer documents are treated as this long, which keeps every product a safe integer. */
const LONGEST = 10_000_000;

/**
 * The weight of terms found in at least half of the documents: none in a large corpus, where they are noise,
 * or a little in a small one, where two documents would otherwise tie.
 */
export type CommonTerms = 'silent' | 'faint';

/** Makes a corpus from documents given as key and terms, in any order. */
export function createBm25Corpus(
  documents: Iterable<readonly [string, TermCounts]>,
  commonTerms: CommonTerms = 'silent',
): Bm25Corpus {
  const sorted = [...documents].sort(([left], [right]) => compareCodePoints(left, right));
  const postings = invert(sorted.map(([, terms]) => terms));
  const norms = lengthNorms(sorted.map(([, terms]) => terms));
  return {
    keys: sorted.map(([key]) => key),
    rarity(term) {
      const having = Math.max(1, postings.get(term)?.documents.length ?? 0);
      return rarityOf({ having, documents: sorted.length, commonTerms });
    },
    score(query) {
      const scores = new Array<number>(sorted.length).fill(0);
      for (const [term, weight] of query) {
        const { documents: found, counts } = postings.get(term) ?? NO_POSTINGS;
        const value = rarityOf({ having: found.length, documents: sorted.length, commonTerms }) * weight;
        if (value === 0) continue;
        for (const [index, document] of found.entries()) {
          const share = saturated(counts[index] ?? 0, norms[document] ?? FIXED_ONE);
          scores[document] = (scores[document] ?? 0) + Math.floor((value * share) / FIXED_ONE);
        }
      }
      return scores;
    },
  };
}

function invert(documents: readonly TermCounts[]): Map<string, Postings> {
  const postings = new Map<string, Postings>();
  for (const [document, terms] of documents.entries()) {
    for (const [term, count] of terms) {
      let list = postings.get(term);
      if (list === undefined) {
        list = { documents: [], counts: [] };
        postings.set(term, list);
      }
      list.documents.push(document);
      list.counts.push(Math.min(count, LONGEST));
    }
  }
  return postings;
}

/** For each document k1 * (1 - b + b * length / average), in fixed point. */
function lengthNorms(documents: readonly TermCounts[]): number[] {
  const lengths = documents.map((terms) => {
    let length = 0;
    for (const count of terms.values()) length += count;
    return Math.min(length, LONGEST);
  });
  const total = lengths.reduce((sum, length) => sum + length, 0);
  const average = Math.max(1, Math.floor((total * FIXED_ONE) / Math.max(1, documents.length)));
  return lengths.map((length) => {
    const relative = Math.floor((length * FIXED_ONE * FIXED_ONE) / average);
    const blend = (100 - B_PERCENT) * FIXED_ONE + B_PERCENT * relative;
    return Math.max(1, Math.floor((K1_PERCENT * blend) / 10_000));
  });
}

type Spread = { readonly having: number; readonly documents: number; readonly commonTerms: CommonTerms };

/** log2((N + 1) / (n + 1/2)), minus one if terms found in half of the documents should have no weight. */
function rarityOf({ having, documents, commonTerms }: Spread): number {
  if (having === 0) return 0;
  const rarity = fixedLog2(2 * documents + 2) - fixedLog2(2 * having + 1);
  return Math.max(0, commonTerms === 'silent' ? rarity - FIXED_ONE : rarity);
}

/** count * (k1 + 1) / (count + norm), in fixed point. */
function saturated(count: number, norm: number): number {
  const top = count * FIXED_ONE * (100 + K1_PERCENT);
  return Math.floor((Math.floor(top / 100) * FIXED_ONE) / (count * FIXED_ONE + norm));
}
