/**
 * Facts: frames whose content is the canonical JSON of all their fields, so that the handle binds every one of them.
 * What callers append is completed here, locked unless it says otherwise, and read back from the ledger.
 */
import {
  type FieldTiers,
  isOneOf,
  isRecord,
  isText,
  isWhole,
  listOf,
  mapOf,
  nameOf,
  type Provenance,
  type ShapeCheck,
  type TierName,
  toTier,
  type Visibility,
  valueAt,
} from '../disclosure/index.ts';
import { type CanonicalValue, canonicalShortHash, type FrameId, PenumbraError } from '../kernel/index.ts';
import type { BasisInput, FrameType } from '../ledger/index.ts';

/** A fact to be. */
export type FactDraft = {
  readonly kind: string;
  readonly payload: CanonicalValue;
  readonly provenance: {
    readonly source: string;
    readonly eventIds: readonly string[];
    readonly ruleRefs: readonly string[];
  };
  readonly visibility: Visibility;
  /** Locked unless it says `unlocked`. */
  readonly precision?: 'locked' | 'unlocked';
  /** JSON pointers of the leaves that are locked; without any, the telling ones are. */
  readonly precise?: readonly string[];
  /** What may be told while the fact is locked. */
  readonly gist?: CanonicalValue;
  /** True for what nobody established: it keeps the tag until an operator promotes it. */
  readonly synthesized?: boolean;
  /** The consumer whose own the fact is, for the visibility `owner`. */
  readonly owner?: string;
  /** Whom or what the fact is about, for tiers. */
  readonly entity?: string;
  /** The lowest tier at which a field is told, by top-level name or JSON pointer. */
  readonly tiers?: { readonly [field: string]: TierName };
};

/** The content of a fact's frame. */
export type FactContent = {
  readonly kind: string;
  readonly payload: CanonicalValue;
  readonly provenance: Provenance;
  readonly visibility: Visibility;
  readonly precision: 'locked' | 'unlocked';
  readonly precise: readonly string[];
  readonly synthesized: boolean;
  readonly gist?: CanonicalValue;
  readonly owner?: string;
  readonly entity?: string;
  readonly tiers?: FieldTiers;
};

/** A fact as it stands in the ledger. */
export type Fact = FactContent & { readonly handle: FrameId; readonly factId: string };

const isAnything: ShapeCheck = () => true;
const isVisibility: ShapeCheck = (value) =>
  isOneOf(['public', 'owner', 'system'])(value) || isRecord(value, { consumers: listOf(nameOf) });
const isContent: ShapeCheck = (value) =>
  isRecord(
    value,
    {
      kind: nameOf,
      payload: isAnything,
      provenance: (provenance) =>
        isRecord(provenance, { source: isText, event_ids: listOf(isText), rule_refs: listOf(isText) }),
      visibility: isVisibility,
      precision: isOneOf(['locked', 'unlocked']),
      precise: listOf(isText),
      synthesized: isOneOf([true, false]),
    },
    { gist: isAnything, owner: nameOf, entity: isText, tiers: mapOf(isWhole) },
  );

/** The frame type of facts; a fact says of itself what may be told of it. */
export const factType: FrameType = {
  name: 'fact',
  cardinality: 'many',
  mediaType: 'application/json',
  check: (content) => (isContent(content) ? null : 'not a fact'),
};

/** Completes a draft, or throws `invalid-frame`. */
export function toFactContent(draft: FactDraft): FactContent {
  const { gist, owner, entity, tiers, precise = [] } = draft;
  const content: FactContent = {
    kind: draft.kind,
    payload: draft.payload,
    provenance: {
      source: draft.provenance?.source,
      event_ids: draft.provenance?.eventIds ?? [],
      rule_refs: draft.provenance?.ruleRefs ?? [],
    },
    visibility: draft.visibility,
    // INVARIANT (locked by default): only the word `unlocked` opens a fact.
    precision: draft.precision ?? 'locked',
    precise,
    synthesized: draft.synthesized ?? false,
    ...(gist !== undefined && { gist }),
    ...(owner !== undefined && { owner }),
    ...(entity !== undefined && { entity }),
    ...(tiers !== undefined && {
      tiers: Object.fromEntries(Object.entries(tiers).map(([field, tier]) => [field, toTier(tier)])),
    }),
  };
  if (!isContent(content) || content.payload === undefined)
    throw invalidFact('a field is missing or does not fit');
  if (precise.some((pointer) => valueAt(content.payload, pointer) === undefined))
    throw invalidFact('`precise` names a place that the payload does not have');
  if (tiers !== undefined && entity === undefined) throw invalidFact('`tiers` need an `entity`');
  return content;
}

/** Returns the short id of a payload, for look-up and never for authority. */
export function factIdOf(payload: CanonicalValue): string {
  return canonicalShortHash(payload);
}

/** Returns what a fact was made from: the events and rules it names. */
export function factInputs({ provenance }: FactContent): readonly BasisInput[] {
  const named = (name: string, values: readonly string[]) =>
    [...new Set(values)].map((value) => ({ external: { name, value } }));
  return [...named('event', provenance.event_ids), ...named('rule', provenance.rule_refs)];
}

function invalidFact(fault: string): PenumbraError {
  return new PenumbraError('invalid-frame', `not a fact: ${fault}`, {
    hint: 'a fact has kind, payload, provenance {source, eventIds, ruleRefs} and visibility',
  });
}
