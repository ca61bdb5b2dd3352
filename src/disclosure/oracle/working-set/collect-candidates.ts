/**
 * Collects everything that could be disclosed at a cursor: facts, compactions and frames composed from the
 * context. Whether each is locked is decided here, before anything is shown or counted.
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

/** Something that could be disclosed. */
export type Candidate = {
  readonly handle: string;
  /** Short ids of its content. They reveal the content to anyone who can guess it. */
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
  /** What it was made from. It is only disclosed where all of that is disclosed in full. */
  readonly madeFrom?: readonly MadeFrom[];
  readonly flags: Pick<WorkingSetItem, 'recall' | 'mechanical' | 'synthesized' | 'stale'>;
};

/** A frame of the context, as passed to a compilation. */
export type ComposedFrame = Omit<Candidate, 'isLocked' | 'flags'> & {
  readonly precision: 'locked' | 'unlocked';
  readonly isStale?: boolean;
};

/** Returns every candidate at a cursor, ordered by kind and full id. */
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
    // INVARIANT (locked by default): open only by its own tag or by an unlock that applies at this cursor.
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
 * Gives facts that share a short id the most restrictive audience, precision and tiers among them. Facts with
 * the same payload are one secret: a less restricted copy would reveal what another withholds.
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
    // Each locked fact keeps all its tokens: a copy that names fewer leaves would remove the others from the
    // guard.
    precise: fact.isLocked ? fact.precise : [...new Set(equal.flatMap(({ precise }) => precise))],
    ...tiersOfAll(fact, equal),
  };
}

/**
 * Returns the fields that all tables disclose. A tier of this entity never opens what the tier of another
 * entity withholds.
 */
function tiersOfAll(
  { entity }: Candidate,
  equal: readonly Candidate[],
): { readonly tiers?: FieldTiers; readonly entity?: string } {
  const tiered = equal.filter(({ tiers }) => tiers !== undefined);
  // The smallest name rather than the first: facts come in log order, which a merge may change.
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
 * Why a compaction is withheld as a whole, since it has no tokens to guard and no gist to show instead: it
 * was dropped or is outdated, no input is allowed, or an input is locked or has tiers.
 */
export type CompactionFault = 'outdated' | 'nothing-allowed' | 'input-locked' | 'input-tiered';

type ByHandle = ReadonlyMap<string, Candidate>;

/** Returns why a compaction is withheld, or null if it is offered. */
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
  // The summary would disclose a field above a consumer's tier.
  if (inputs.some(({ tiers }) => tiers !== undefined)) return 'input-tiered';
  return null;
}

/** Returns a compaction as a candidate, for those consumers who may see all its inputs. */
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
    // A caller's summary counts as synthesized, whatever its inputs are.
    flags: {
      ...((is_summary || inputs.some(({ flags }) => flags.synthesized)) && { synthesized: true }),
    },
  };
}

/** Each pair of kind and visibility class among the inputs, once. */
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

/**
 * Returns a frame of the ledger as a candidate, using the disclosure its type declares (locked if it declares
 * none), or null if its content is missing or is not text.
 */
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

/** Returns content as a candidate, for a frame that was just written and need not be read back. */
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
