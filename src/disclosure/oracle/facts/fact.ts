/**
 * Facts: frames whose content is the canonical JSON of all their fields, so the handle covers every field. A
 * fact is checked when it is appended, loaded and replayed; an invalid one is rejected.
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

/** The maximum nesting of a payload or gist. Deeper ones would not fit into the packs that contain them. */
export const MAXIMUM_DEPTH = 128;

const isContentValue: ShapeCheck = (value) => value !== undefined && isWithinDepth(value, MAXIMUM_DEPTH);
/** A new fact that nobody may see is a mistake. Only later restrictions may leave it without readers. */
const isForSomeone: ShapeCheck = (value) =>
  isVisibility(value) && (typeof value === 'string' || value.consumers.length > 0);

/** The frame type of facts. It declares no disclosure, because each fact has its own. */
export const factType: FrameType = {
  name: 'fact',
  cardinality: 'many',
  mediaType: 'application/json',
  check: faultInFact,
};

/** Reads a fact from the content of its frame; returns null if it is not valid. */
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
  // A pointer to nothing is a mistake: the intended field would not be disclosed.
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

/** Returns whether a value is nested at most `depth` levels deep. */
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

/** Returns the short id of a payload, which is for lookup only and proves nothing. */
export function factIdOf(payload: CanonicalValue): string {
  return canonicalShortHash(payload);
}

/** Returns the basis of a fact: the events and rules it names. */
export function factInputs({ provenance }: FactContent): readonly BasisInput[] {
  const named = (name: string, values: readonly string[]) =>
    [...new Set(values)].map((value) => ({ external: { name, value } }));
  return [...named('event', provenance.event_ids), ...named('rule', provenance.rule_refs)];
}
