/** The order of a slice: the policy's kinds first, and otherwise the total order in which candidates are collected. */
import type { Candidate } from './candidate.ts';
import type { OrderingPolicy } from './policy.ts';

/** Orders candidates by the policy's kinds; they come ordered by kind and full id, and sorting is stable. */
export function orderItems(
  candidates: readonly Candidate[],
  { kinds }: OrderingPolicy,
): readonly Candidate[] {
  const rank = (kind: string): number => (kinds.includes(kind) ? kinds.indexOf(kind) : kinds.length);
  return candidates.toSorted((a, b) => rank(a.kind) - rank(b.kind));
}
