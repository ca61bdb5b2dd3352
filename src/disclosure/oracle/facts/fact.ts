/**
 * Facts: frames whose content is the canonical JSON of all their fields, so that the handle binds every one of them.
 * Each is checked when it is appended, loaded and replayed; one that is not valid is never taken.
 */

import {
  type CanonicalValue,
  canonicalShortHash,
  deepFreeze,
  type FrameId,
  freezeCanonical,
  parseCanonical,
} from '../../../kernel/index.ts';
import type { BasisInput, FrameType } from '../../../ledger/index.ts';
import {
  type FieldTiers,
  hasFields,
  isFieldTier,
  isFlag,
  isOneOf,
  isProvenance,
  isText,
  isVisibility,
  listOf,
  mapOf,
  nameOf,
  type Provenance,
  type ShapeCheck,
  type Visibility,
  valueAt,
} from '../../index.ts';

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

/** A fact in the ledger. */
export type Fact = FactContent & { readonly handle: FrameId; readonly factId: string };

/** How deep a payload or gist may nest: deeper ones would not fit into the packs that are made of them. */
export const MAXIMUM_DEPTH = 128;

const isContentValue: ShapeCheck = (value) => value !== undefined && isWithinDepth(value, MAXIMUM_DEPTH);
/** A fact for nobody would be a mistake; only what is narrowed later may end up naming no one. */
const isForSomeone: ShapeCheck = (value) =>
  isVisibility(value) && (typeof value === 'string' || value.consumers.length > 0);

/** The frame type of facts; a fact says of itself what may be told of it. */
export const factType: FrameType = {
  name: 'fact',
  cardinality: 'many',
  mediaType: 'application/json',
  check: faultInFact,
};

/** Reads a fact back from the content of its frame, or returns null for one that is not valid. */
export function toFact(handle: FrameId, bytes: Uint8Array): Fact | null {
  const content = tryParse(bytes);
  if (content === null || faultInFact(content) !== null) return null;
  const fields = content as FactContent;
  const payload = freezeCanonical(fields.payload);
  return deepFreeze({ ...fields, payload, handle, factId: factIdOf(payload) });
}

/** Returns what is wrong with the content of a fact, or null. */
export function faultInFact(content: unknown): string | null {
  const isShaped = hasFields(
    content,
    {
      kind: nameOf,
      payload: isContentValue,
      provenance: isProvenance,
      visibility: isForSomeone,
      precision: isOneOf(['locked', 'unlocked']),
      precise: listOf(isText),
      synthesized: isFlag,
    },
    { gist: isContentValue, owner: nameOf, entity: isText, tiers: mapOf(isFieldTier) },
  );
  if (!isShaped) return 'a field is missing or does not fit';
  const { payload, gist = null, precise, entity, tiers } = content as FactContent;
  if (!precise.every((pointer) => isPlace(payload, pointer)))
    return '`precise` names a place that the payload does not have';
  if (tiers === undefined) return null;
  if (entity === undefined) return '`tiers` need an `entity`';
  // A pointer that leads nowhere is a mistake: the field that was meant would not be told.
  const isLeading = Object.keys(tiers).every(
    (pointer) => isPlace(payload, pointer) || isPlace(gist, pointer),
  );
  return isLeading ? null : '`tiers` name a place that neither payload nor gist has';
}

function isPlace(payload: CanonicalValue, pointer: string): boolean {
  try {
    return valueAt(payload, pointer) !== undefined;
  } catch {
    return false;
  }
}

/** Tells whether a value nests no deeper than so many levels. */
export function isWithinDepth(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth > 0 && Object.values(value).every((item) => isWithinDepth(item, depth - 1));
}

function tryParse(bytes: Uint8Array): CanonicalValue {
  try {
    return parseCanonical(bytes);
  } catch {
    return null;
  }
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
