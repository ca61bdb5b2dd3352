/** Who could be told something of the candidates: every consumer whose pack may differ from another's. */

import { sortByCodePoint } from '../../../kernel/index.ts';
import { consumersOf, type DisclosureRules } from '../../index.ts';
import type { Candidate } from './candidate.ts';

const ANY = '*';

/** What an audience follows from. */
export type AudienceSource = Omit<DisclosureRules, 'consumer'> & {
  readonly candidates: readonly Candidate[];
};

/** Returns the consumers a working set is for, with `*` for those whom nothing names where the matrix lets them in. */
export function audienceOf({ maskMatrix, tiers, candidates }: AudienceSource): readonly string[] {
  const inMatrix = consumersOf(maskMatrix);
  if (!inMatrix.includes(ANY)) return sortByCodePoint([...inMatrix]);
  const named = new Set([...inMatrix, ...Object.keys(tiers)]);
  for (const { visibility, owner } of candidates) {
    if (typeof visibility !== 'string') for (const consumer of visibility.consumers) named.add(consumer);
    if (owner !== undefined) named.add(owner);
  }
  return sortByCodePoint([...named]);
}
