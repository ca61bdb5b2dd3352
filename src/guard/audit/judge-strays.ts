/** Judges records that do not continue the end of a chain, once it is known what else is in the log. */
import type { Sha256 } from '../../kernel/index.ts';
import { type AuditFault, chainName } from './audit-verification.ts';
import { follows, type PlacedRecord, type Stray } from './follow-chains.ts';

/** What strays came to. */
export type StrayJudgement = { readonly faults: readonly AuditFault[]; readonly notes: readonly string[] };

/** Returns the hashes that have to be looked for in the log. */
export function wantedBy(strays: readonly Stray[]): ReadonlySet<Sha256> {
  return new Set(strays.flatMap(({ hash, previous }) => (previous === null ? [hash] : [hash, previous])));
}

/** Judges strays; `found` has the first record of each hash that was looked for. */
export function judgeStrays(
  strays: readonly Stray[],
  found: ReadonlyMap<Sha256, PlacedRecord>,
): StrayJudgement {
  const faults: AuditFault[] = [];
  const notes: string[] = [];
  for (const stray of strays) {
    const judged = judge(stray, found);
    if (typeof judged === 'string') notes.push(judged);
    else faults.push({ chain: stray.chain, sequence: stray.sequence, ...judged });
  }
  return { faults, notes };
}

type Judged = Pick<AuditFault, 'fault' | 'detail'> & { readonly sequence?: number };

function judge(stray: Stray, found: ReadonlyMap<Sha256, PlacedRecord>): Judged | string {
  const { sequence, chain, position, hash, previous } = stray;
  const same = found.get(hash);
  if (same !== undefined && same.position < position)
    return { fault: 'repeated', detail: `entry ${stray.entry} repeats it from entry ${same.entry}` };
  const before = previous === null ? undefined : found.get(previous);
  if (before === undefined) return judgeGap(stray);
  if (before.position > position)
    return {
      fault: 'moved',
      detail: `it stands before record ${before.sequence}, which it was written after`,
    };
  if (follows(stray, before))
    return `two copies of the ledger went on from record ${before.sequence} of chain ${chainName(chain)} and were joined`;
  return {
    fault: 'out-of-sequence',
    detail: `record ${sequence} names record ${before.sequence} of chain ${chainName(before.chain)}`,
  };
}

function judgeGap({ sequence, hasOtherBefore, lastBefore }: Stray): Judged {
  const before = sequence - 1;
  if (hasOtherBefore)
    return {
      sequence: before,
      fault: 'changed',
      detail: `record ${before} is not the one that record ${sequence} was written after`,
    };
  const first = lastBefore < before ? lastBefore + 1 : before;
  const missing = first === before ? `record ${before} is` : `records ${first} to ${before} are`;
  return { sequence: first, fault: 'missing', detail: `${missing} not there; record ${sequence} follows` };
}
