/**
 * Candidates: all that could enter a working set, in one shape, whether it comes from facts, compactions or frames that
 * were composed from the context. Whether each is locked is settled here, before anything is shown or counted.
 */
import {
  type FieldTiers,
  narrower,
  type Provenance,
  type Visibility,
  type WorkingSetItem,
} from '../disclosure/index.ts';
import { type CanonicalValue, compareCodePoints } from '../kernel/index.ts';
import { COMPACTION_KIND, type Compaction, isCurrent, visibilityOfAll } from './compaction.ts';
import type { Fact } from './fact.ts';
import type { KindEntry } from './oracle-event.ts';
import type { OracleView } from './oracle-view.ts';
import type { Slice } from './policy.ts';
import type { StoryCursor } from './story-cursor.ts';
import { openHandles } from './unlock.ts';

/** What could be told. */
export type Candidate = {
  readonly handle: string;
  readonly kind: string;
  readonly slice: Slice;
  readonly payload: CanonicalValue;
  readonly gist?: CanonicalValue;
  readonly provenance: Provenance;
  readonly visibility: Visibility;
  readonly isLocked: boolean;
  readonly precise: readonly string[];
  readonly owner?: string;
  readonly entity?: string;
  readonly tiers?: FieldTiers;
  readonly flags: Pick<WorkingSetItem, 'recall' | 'mechanical' | 'synthesized' | 'stale'>;
};

/** A frame of the context, composed for a cursor; the port's answer. */
export type ComposedFrame = Omit<Candidate, 'isLocked' | 'flags'> & {
  readonly precision: 'locked' | 'unlocked';
  readonly isStale?: boolean;
};

/** Composes frames of the context for a cursor; the order of the answer does not matter. */
export type ComposeFrames = (cursor: StoryCursor) => Promise<readonly ComposedFrame[]>;

/** Returns every candidate at a cursor, in the total order of kind and full id. */
export function collectCandidates(
  view: OracleView,
  cursor: StoryCursor,
  composed: readonly ComposedFrame[],
): readonly Candidate[] {
  const open = openHandles(view.state.unlocks, cursor);
  const facts = restrictEqual([...view.facts.values()].map((fact) => fromFact(fact, view, open)));
  const byHandle = new Map(facts.map((candidate) => [candidate.handle, candidate]));
  const compactions = [...view.compactions.values()]
    .filter(({ handle }) => !view.state.droppedCompactions.has(handle))
    .filter((compaction) => isCurrent(compaction, view.facts))
    .flatMap((compaction) => fromCompaction(compaction, byHandle));
  const frames = composed
    .filter(({ handle }) => !byHandle.has(handle))
    .map((frame) => fromFrame(frame, view.state.kinds.get(frame.kind), open));
  return [...facts, ...compactions, ...frames].sort(
    (a, b) => compareCodePoints(a.kind, b.kind) || compareCodePoints(a.handle, b.handle),
  );
}

type KeyedCandidate = Candidate & { readonly factId: string };

function fromFact(fact: Fact, { state }: OracleView, open: ReadonlySet<string>): KeyedCandidate {
  const { handle, factId, kind, payload, provenance, visibility, precise, gist, owner, entity, tiers } = fact;
  const entry: KindEntry | undefined = state.kinds.get(kind);
  return {
    handle,
    factId,
    kind,
    slice: entry?.slice ?? 'facts',
    payload,
    provenance,
    visibility,
    precise,
    // INVARIANT (locked by default): open only by its own tag or by an unlock that lives at this cursor.
    isLocked: fact.precision !== 'unlocked' && !open.has(handle),
    ...(gist !== undefined && { gist }),
    ...(owner !== undefined && { owner }),
    ...(entity !== undefined && { entity }),
    ...(tiers !== undefined && { tiers }),
    flags: {
      ...kindFlags(entry),
      ...(fact.synthesized && !state.promoted.has(handle) && { synthesized: true }),
    },
  };
}

/** Gives facts of one payload the most restrictive visibility and precision among them. */
function restrictEqual(facts: readonly KeyedCandidate[]): readonly Candidate[] {
  return [...Map.groupBy(facts, ({ factId }) => factId).values()].flatMap((equal) => {
    const isLocked = equal.some((candidate) => candidate.isLocked);
    const visibility = equal.map((candidate) => candidate.visibility).reduce(narrower);
    const precise = [...new Set(equal.flatMap((candidate) => candidate.precise))];
    return equal.map(({ factId: _, ...candidate }) => ({ ...candidate, isLocked, visibility, precise }));
  });
}

/** A locked input excludes a compaction altogether: it has no tokens of its own to guard and no gist to tell. */
function fromCompaction(compaction: Compaction, facts: ReadonlyMap<string, Candidate>): readonly Candidate[] {
  const inputs = compaction.inputs.flatMap((handle) => facts.get(handle) ?? []);
  if (inputs.some(({ isLocked }) => isLocked)) return [];
  // A field above someone's tier would be told through the summary.
  if (inputs.some(({ tiers }) => tiers !== undefined)) return [];
  return [
    {
      handle: compaction.handle,
      kind: COMPACTION_KIND,
      slice: 'compactions',
      payload: { items: compaction.output, purpose: compaction.purpose },
      provenance: { source: 'compaction', event_ids: [], rule_refs: [] },
      visibility: visibilityOfAll(inputs),
      isLocked: false,
      precise: [],
      flags: { ...(inputs.some(({ flags }) => flags.synthesized) && { synthesized: true }) },
    },
  ];
}

function fromFrame(
  { precision, isStale, ...frame }: ComposedFrame,
  entry: KindEntry | undefined,
  open: ReadonlySet<string>,
): Candidate {
  const isLocked = precision !== 'unlocked' && !open.has(frame.handle);
  return { ...frame, isLocked, flags: { ...kindFlags(entry), ...(isStale && { stale: true }) } };
}

function kindFlags(entry: KindEntry | undefined): Candidate['flags'] {
  return { ...(entry?.recall && { recall: true }), ...(entry?.mechanical && { mechanical: true }) };
}
