/**
 * Parses a working set strictly: canonical bytes, known keys only, and the id recomputed. Errors name the
 * invalid part but never its content.
 */
import {
  canonicalHash,
  deepFreeze,
  PenumbraError,
  parseCanonical,
  sha256,
  type TextsAtDepth,
} from '../../kernel/index.ts';
import { isMaskMatrix } from '../rules/mask-matrix.ts';
import { isFieldTier, isTier } from '../rules/tier.ts';
import {
  isOneOf,
  isText,
  isWhole,
  listOf,
  mapOf,
  nameOf,
  recordOf,
  type ShapeCheck,
  takeMembers,
} from '../rules/value-shape.ts';
import { isVisibility, visibilityClasses } from '../rules/visibility.ts';
import type { WorkingSet, WorkingSetBytes } from './working-set.ts';

const ID_DIGITS = 16;
const isAnything: ShapeCheck = () => true;
const isTrue = isOneOf([true]);
const isTexts = listOf(isText);

/** Checks the provenance of an item. */
export const isProvenance: ShapeCheck = recordOf({ source: isText, event_ids: isTexts, rule_refs: isTexts });

const isItem: ShapeCheck = recordOf(
  { handle: isText, kind: nameOf, provenance: isProvenance, visibility: isVisibility },
  {
    payload: isAnything,
    gist: isAnything,
    owner: isText,
    entity: isText,
    tiers: mapOf(isFieldTier),
    made_from: listOf(recordOf({ kind: nameOf, visibility: isOneOf(visibilityClasses) })),
    recall: isTrue,
    mechanical: isTrue,
    synthesized: isTrue,
    stale: isTrue,
  },
);

/** Checks the length limits of a reply. */
export const isLength: ShapeCheck = recordOf({}, { min_characters: isWhole, max_characters: isWhole });

const isOutputClass: ShapeCheck = recordOf(
  { type: isText },
  {
    length: isLength,
    forbidden_tokens: isTexts,
    required_elements: isTexts,
    schema: isAnything,
  },
);

const isChannelRules: ShapeCheck = recordOf({}, { bounds: isAnything, forbidden_content: isTexts });

/** Checks the directives for an answer. */
export const isDirectives: ShapeCheck = recordOf({
  output_class: isOutputClass,
  channel_rules: isChannelRules,
  why_rule: isText,
});

/** Checks the policy ids of a working set. */
export const isPolicyIds: ShapeCheck = recordOf({
  mask_matrix_id: isText,
  ordering_policy_id: isText,
  truncation_policy_id: isText,
  budget_policy_id: isText,
  compaction_policy_id: isText,
});

const fields: Readonly<Record<keyof WorkingSet, ShapeCheck>> = {
  world_id: isText,
  campaign_id: isText,
  scene_id: isText,
  session_id: isText,
  mode: isText,
  policy_ids: isPolicyIds,
  pins_snapshot: mapOf(isAnything),
  mask_matrix: isMaskMatrix,
  tiers: mapOf(mapOf(isTier)),
  allowmention_handles: isTexts,
  locked_precision_handles: isTexts,
  facts_slice: listOf(isItem),
  state_slice: listOf(isItem),
  compactions_slice: listOf(isItem),
  directives: isDirectives,
};

export function workingSetId(bytes: Uint8Array): string {
  return sha256(bytes).slice(0, ID_DIGITS);
}

/** Parses and freezes a working set, or throws `working-set-invalid`. */
export function parseWorkingSet(input: WorkingSetBytes): WorkingSet {
  return deepFreeze(read(input, true).workingSet);
}

/** The nesting depth of payloads and sources in a working set. */
const PART_DEPTH = 3;

/** A parsed working set, its id, and the texts of its payloads and sources. */
export type ReadWorkingSet = {
  readonly workingSet: WorkingSet;
  readonly id: string;
  readonly texts: ReadonlyMap<object, string>;
};

/** The working sets that known bytes were written from; only returned after hashing the bytes again. */
const written = new WeakMap<Uint8Array, { readonly id: string; readonly workingSet: WorkingSet }>();

/**
 * Registers the working set that bytes were written from, as it would be parsed: with payloads and directives
 * in canonical order.
 */
export function keepWritten({ bytes, id }: WorkingSetBytes, workingSet: WorkingSet): void {
  written.set(bytes, { id, workingSet });
}

/** Parses a working set for callers that do not pass it on, so it need not be frozen. */
export function readWorkingSet(input: WorkingSetBytes): ReadWorkingSet {
  return read(input, false);
}

function read(input: WorkingSetBytes, isHandedOn: boolean): ReadWorkingSet {
  const { bytes, id } = takeBytes(input);
  if (workingSetId(bytes) !== id) throw invalid('its bytes do not hash to its id', 'id');
  const texts = new Map<object, string>();
  const known = isHandedOn ? undefined : written.get(bytes);
  const value = known?.id === id ? known.workingSet : parseBytes(bytes, { depth: PART_DEPTH, texts });
  const parts: Readonly<Record<string, unknown>> =
    typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
  const unfit = Object.entries(fields).find(
    ([field, fits]) => !Object.hasOwn(parts, field) || !fits(parts[field]),
  );
  if (unfit) throw invalid(`\`${unfit[0]}\` is missing or not as it should be`, unfit[0]);
  if (Object.keys(parts).length > Object.keys(fields).length) throw invalid('it has an unknown field', '$');
  const workingSet = value as WorkingSet;
  requireMatrixId(workingSet);
  requireDistinct(workingSet);
  return { workingSet, id, texts };
}

/** Reads each field once, because the input is not trusted. */
function takeBytes(input: WorkingSetBytes): WorkingSetBytes {
  const taken = takeMembers(input, ['bytes', 'id']);
  if (taken !== null && taken.bytes instanceof Uint8Array && isText(taken.id)) return taken;
  throw invalid('it is not bytes with an id', '$');
}

function parseBytes(bytes: Uint8Array, kept: TextsAtDepth): unknown {
  try {
    return parseCanonical(bytes, kept);
  } catch {
    // The original error would reveal keys of payloads.
    throw invalid('it is not canonical JSON', '$');
  }
}

function requireMatrixId({ policy_ids, mask_matrix }: WorkingSet): void {
  const id = policy_ids.mask_matrix_id;
  if (id.startsWith('policy:') && id !== `policy:${canonicalHash(mask_matrix)}`)
    throw invalid('the mask matrix is not the one its id names', 'mask_matrix');
}

function requireDistinct({ facts_slice, state_slice, compactions_slice }: WorkingSet): void {
  const handles = [...facts_slice, ...state_slice, ...compactions_slice].map(({ handle }) => handle);
  if (new Set(handles).size < handles.length) throw invalid('two items have one handle', 'handle');
}

function invalid(fault: string, field: string): PenumbraError {
  return new PenumbraError('working-set-invalid', `the working set is not valid: ${fault}`, {
    data: { field },
    hint: 'compile it again from the oracle',
  });
}
