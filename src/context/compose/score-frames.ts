/**
 * Scores gathered frames for a query. The corpus is every content that was gathered, each once: it is fixed by the tree
 * and by what is visible, and neither bounds nor the order frames came in change a score.
 */
import type { ContentId } from '../../kernel/index.ts';
import type { TermCounts } from '../producers/terms.ts';
import { createBm25Corpus } from './bm25.ts';
import { contentTerms, textTerms } from './content-terms.ts';
import type { Candidate } from './gather-current.ts';

/** Returns the candidates with their scores; without a query, as they are. */
export function scoreFrames(
  candidates: readonly Candidate[],
  query: string | undefined,
): readonly Candidate[] {
  if (query === undefined) return candidates;
  const documents = new Map<ContentId, TermCounts>();
  for (const { frame } of candidates) {
    if (frame.content !== null && !documents.has(frame.contentId))
      documents.set(frame.contentId, contentTerms(frame.content));
  }
  const corpus = createBm25Corpus(documents, 'faint');
  const values = corpus.score(textTerms(query));
  const scores = new Map(corpus.keys.map((key, index) => [key, values[index] ?? 0]));
  return candidates.map(({ frame, nearness }) => ({
    frame: Object.freeze({ ...frame, score: scores.get(frame.contentId) ?? 0 }),
    nearness,
  }));
}
