/**
 * Collects what could be told at a cursor from facts, compactions and frames that were composed from the context. Whether
 * each is locked is settled here, before anything is shown or counted.
 */
import {
  type CanonicalValue,
  canonicalText,
  compareCodePoints,
  type FrameId,
  freezeCanonical,
  parseFrozen,
  sortByCodePoint,
} from '../../../kernel/index.ts';
import type { DisclosureDefaults, FrameRecord, FrameType } from '../../../ledger/index.ts';
import {
  type Audience,
  commonTiers,
  type FieldTier,
  type FieldTiers,
  type MadeFrom,
  NEVER_TOLD,
  narrower,
  type Provenance,
  type Visibility,
  visibilityClass,
  type WorkingSetItem,
} from '../../index.ts';
import { COMPACTION_KIND, type Compaction, isCurrent } from '../facts/compaction.ts';
import type { Fact } from '../facts/fact.ts';
import type { Slice } from '../facts/policy.ts';
import type { StoryCursor } from '../facts/story-cursor.ts';
import { openHandles } from '../facts/unlock.ts';
import type { KindEntry } from '../log/oracle-event.ts';
import type { OracleView } from '../log/oracle-state.ts';

/** What could be told. */
export type Candidate = {
  readonly handle: string;
  /** Short ids of its content, which tell it to whoever can guess it. */
  readonly shortIds?: readonly string[];
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
  /** What it was made from; whoever is told of it is told all of that in full. */
  readonly madeFrom?: readonly MadeFrom[];
  readonly flags: Pick<WorkingSetItem, 'recall' | 'mechanical' | 'synthesized' | 'stale'>;
};

/** A frame of the context, as a compilation is given it. */
export type ComposedFrame = Omit<Candidate, 'isLocked' | 'flags'> & {
  readonly precision: 'locked' | 'unlocked';
  readonly isStale?: boolean;
};

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

/**
 * Gives facts that share a short id the most restrictive audience, precision and tiers among them. Facts of one payload are
 * one secret: a copy without a restriction would tell what the other withholds.
 */
export function restrictEqual(facts: readonly Candidate[]): readonly Candidate[] {
  const groups = Map.groupBy(facts, ({ shortIds }) => shortIds?.[0]);
  return facts.map((fact) => {
    const equal = groups.get(fact.shortIds?.[0]) ?? [];
    return equal.length < 2 ? fact : restrict(fact, equal);
  });
}

function restrict(fact: Candidate, equal: readonly Candidate[]): Candidate {
  const { visibility: _visibility, owner: _owner, ...rest } = fact;
  return {
    ...rest,
    ...equal.reduce<Audience>(narrower, { visibility: 'public' }),
    isLocked: equal.some(({ isLocked }) => isLocked),
    // Each locked one keeps all its tokens: a copy that names fewer leaves would take the others from the guard.
    precise: fact.isLocked ? fact.precise : [...new Set(equal.flatMap(({ precise }) => precise))],
    ...tiersOfAll(fact, equal),
  };
}

/** What every table tells; what another entity's tier withholds, no tier of this one opens. */
function tiersOfAll(
  { entity }: Candidate,
  equal: readonly Candidate[],
): { readonly tiers?: FieldTiers; readonly entity?: string } {
  const tiered = equal.filter(({ tiers }) => tiers !== undefined);
  // The smallest name and not the first one: facts come in the order of a log, and a merge may change that.
  const about = entity ?? sortByCodePoint(tiered.flatMap((other) => other.entity ?? []))[0];
  const tables = tiered.map(({ tiers = {}, entity: other }) =>
    other === about ? tiers : mapTiers(tiers, (tier) => (tier === 0 ? tier : NEVER_TOLD)),
  );
  return {
    ...(about !== undefined && { entity: about }),
    ...(tables.length > 0 && { tiers: commonTiers(tables) }),
  };
}

function mapTiers(tiers: FieldTiers, change: (tier: FieldTier) => FieldTier): FieldTiers {
  return Object.fromEntries(Object.entries(tiers).map(([field, tier]) => [field, change(tier)]));
}

/**
 * What keeps a compaction back altogether, for it has no tokens of its own to guard and no gist to tell instead: dropped or changed, nothing in it may be told, or an
 * input is locked or has tiers.
 */
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
function offerCompaction(compaction: Compaction, candidates: ByHandle): Candidate {
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

const undeclared: DisclosureDefaults = {
  kind: 'undeclared',
  visibility: 'system',
  precision: 'locked',
  slice: 'facts',
};
const decoder = new TextDecoder();

/** Returns a frame of the ledger as a candidate, by what its type declares (undeclared is locked), or null where its content is gone or has no text. */
export function composeFrame(
  { id, frame, content }: FrameRecord,
  type: FrameType | undefined,
  isStale = false,
): ComposedFrame | null {
  if (frame === null || content === null || frame.mediaType === 'application/octet-stream') return null;
  const payload =
    frame.mediaType === 'application/json'
      ? parseFrozen(content)
      : freezeCanonical({ text: decoder.decode(content) });
  return composeContent({ handle: id, agent: frame.agent, payload }, type, isStale);
}

/** Returns content as a candidate, where the frame that holds it was just written and need not be read. */
export function composeContent(
  {
    handle,
    agent,
    payload,
  }: { readonly handle: FrameId; readonly agent: string; readonly payload: CanonicalValue },
  type: FrameType | undefined,
  isStale = false,
): ComposedFrame {
  const { kind, visibility, precision, slice } = type?.disclosure ?? undeclared;
  return {
    handle,
    kind,
    slice,
    payload,
    provenance: { source: agent, event_ids: [], rule_refs: [] },
    visibility,
    owner: agent,
    precision,
    precise: [],
    ...(isStale && { isStale }),
  };
}
