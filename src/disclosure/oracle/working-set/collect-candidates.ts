/**
 * Collects what could be told at a cursor from facts, compactions and frames that were composed from the context. Whether
 * each is locked is settled here, before anything is shown or counted.
 */
import { compareCodePoints } from '../../../kernel/index.ts';
import type { Fact } from '../facts/fact.ts';
import type { StoryCursor } from '../facts/story-cursor.ts';
import { openHandles } from '../facts/unlock.ts';
import type { KindEntry } from '../log/oracle-event.ts';
import type { OracleView } from '../log/oracle-view.ts';
import type { Candidate, ComposedFrame } from './candidate.ts';
import { keptBack, offerCompaction } from './offer-compaction.ts';
import { restrictEqual } from './restrict-equal.ts';

/** Returns every candidate at a cursor, in the total order of kind and full id. */
export function collectCandidates(
  view: OracleView,
  cursor: StoryCursor,
  composed: readonly ComposedFrame[],
): readonly Candidate[] {
  const open = openHandles(view.state.unlocks, cursor);
  const facts = restrictEqual(Array.from(view.facts.values(), (fact) => fromFact(fact, view, open)));
  const byHandle = new Map(facts.map((candidate) => [candidate.handle, candidate]));
  const compactions = [...view.compactions.values()].flatMap((compaction) =>
    keptBack(compaction, view, byHandle) === null ? [offerCompaction(compaction, byHandle)] : [],
  );
  const frames = composed
    .filter(({ handle }) => !byHandle.has(handle))
    .map((frame) => fromFrame(frame, view.state.kinds.get(frame.kind), open));
  return [...facts, ...compactions, ...frames].sort(
    (a, b) => compareCodePoints(a.kind, b.kind) || compareCodePoints(a.handle, b.handle),
  );
}

function fromFact(fact: Fact, { state }: OracleView, open: ReadonlySet<string>): Candidate {
  const { handle, factId, kind, payload, provenance, visibility, precise, gist, owner, entity, tiers } = fact;
  const entry: KindEntry | undefined = state.kinds.get(kind);
  return {
    handle,
    shortIds: [factId],
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
