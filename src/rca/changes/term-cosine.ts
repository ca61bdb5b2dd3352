/** How alike two texts are by the terms they share, rare terms counting more; whole numbers throughout. */
import type { Bm25Corpus, TermCounts } from '../../context/index.ts';
import { FULL } from '../ranking/evidence-features.ts';

/** Terms weighed by how few files have them; `length` is that of the vector. */
export type WeighedTerms = { readonly weights: ReadonlyMap<string, number>; readonly length: number };

/** A term that a text repeats counts more, up to this often. */
const MOST_REPEATS = 3;
/** Keeps the products of weights safe integers. */
const RARITY_SCALE = 16;

type Corpus = Pick<Bm25Corpus, 'rarity'>;

/** What was weighed last of each text, and by which corpus: most texts are held against many failures by one. */
const known = new WeakMap<TermCounts, { readonly corpus: Corpus; readonly weighed: WeighedTerms }>();

/** Weighs the terms of a text by a corpus. */
export function weighTerms(counts: TermCounts, corpus: Corpus): WeighedTerms {
  const last = known.get(counts);
  if (last?.corpus === corpus) return last.weighed;
  const weighed = weigh(counts, corpus);
  known.set(counts, { corpus, weighed });
  return weighed;
}

function weigh(counts: TermCounts, { rarity }: Corpus): WeighedTerms {
  const weights = new Map<string, number>();
  let squares = 0;
  for (const [term, count] of counts) {
    const weight = Math.floor((rarity(term) * Math.min(count, MOST_REPEATS)) / RARITY_SCALE);
    if (weight === 0) continue;
    weights.set(term, weight);
    squares += weight * weight;
  }
  return { weights, length: Math.floor(Math.sqrt(squares)) };
}

/** Returns the cosine of the angle between two weighed texts, from 0 to 1000. */
export function cosine(left: WeighedTerms, right: WeighedTerms): number {
  if (left.length === 0 || right.length === 0) return 0;
  let product = 0;
  for (const [term, weight] of right.weights) product += weight * (left.weights.get(term) ?? 0);
  return Math.min(FULL, Math.floor((FULL * Math.floor(product / left.length)) / right.length));
}
