/**
 * Compactions as candidates. One that could tell what its inputs do not is kept back altogether: it has no tokens of its
 * own to guard and no gist to tell instead.
 */

import { canonicalText, sortByCodePoint } from '../../../kernel/index.ts';
import { type Audience, type MadeFrom, narrower, visibilityClass } from '../../index.ts';
import { COMPACTION_KIND, type Compaction, isCurrent } from '../facts/compaction.ts';
import type { OracleView } from '../log/oracle-view.ts';
import type { Candidate } from './candidate.ts';

/** What keeps a compaction back: dropped or changed, nothing in it may be told, or an input is locked or has tiers. */
export type CompactionFault = 'outdated' | 'nothing-allowed' | 'input-locked' | 'input-tiered';

type ByHandle = ReadonlyMap<string, Candidate>;

/** Returns what keeps a compaction back, or null for one that is offered. */
export function keptBack(
  compaction: Compaction,
  { state, facts }: OracleView,
  candidates: ByHandle,
): CompactionFault | null {
  const { handle, allowed } = compaction;
  if (state.droppedCompactions.has(handle) || !isCurrent(compaction, facts)) return 'outdated';
  if (allowed.length === 0) return 'nothing-allowed';
  const inputs = inputsOf(compaction, candidates);
  if (inputs.some(({ isLocked }) => isLocked)) return 'input-locked';
  // A field above someone's tier would be told through the summary.
  if (inputs.some(({ tiers }) => tiers !== undefined)) return 'input-tiered';
  return null;
}

/** Returns a compaction as a candidate, for those whom all its inputs are for. */
export function offerCompaction(compaction: Compaction, candidates: ByHandle): Candidate {
  const { handle, purpose, output, is_summary } = compaction;
  const inputs = inputsOf(compaction, candidates);
  return {
    handle,
    kind: COMPACTION_KIND,
    slice: 'compactions',
    payload: is_summary ? { purpose, summary: output } : { items: output, purpose },
    provenance: { source: 'compaction', event_ids: [], rule_refs: [] },
    ...inputs.reduce<Audience>(narrower, { visibility: 'public' }),
    isLocked: false,
    precise: [],
    madeFrom: partsOf(inputs),
    // A summary is its caller's word, whatever its inputs are.
    flags: {
      ...((is_summary || inputs.some(({ flags }) => flags.synthesized)) && { synthesized: true }),
    },
  };
}

/** Each kind and class of visibility among the inputs, once. */
function partsOf(inputs: readonly Candidate[]): readonly MadeFrom[] {
  const parts = inputs.map(({ kind, visibility }) => ({ kind, visibility: visibilityClass(visibility) }));
  const byText = new Map(parts.map((part) => [canonicalText(part), part]));
  return sortByCodePoint([...byText.keys()]).flatMap((text) => byText.get(text) ?? []);
}

function inputsOf({ inputs }: Compaction, candidates: ByHandle): readonly Candidate[] {
  return inputs.flatMap((handle) => candidates.get(handle) ?? []);
}
