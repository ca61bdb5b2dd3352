/** Parses a pack from its bytes, which must be canonical, of the known format, and match their hash. */
import { deepFreeze, PenumbraError, parseCanonical, sha256 } from '../../kernel/index.ts';
import {
  hasFields,
  isLength,
  isOneOf,
  isPolicyIds,
  isProvenance,
  isText,
  isWhole,
  listOf,
  mapOf,
  nameOf,
  type ShapeCheck,
  takeMembers,
} from '../index.ts';
import { labelledBlocks, PACK_SCHEMA, type PackBytes, type PromptPack } from './prompt-pack.ts';

/** The parsed packs of known bytes. They are frozen, and only returned after hashing the bytes again. */
const parsed = new WeakMap<Uint8Array, { readonly hash: string; readonly pack: PromptPack }>();

/** Parses and freezes a pack, or throws `working-set-invalid`. */
export function parsePack(input: PackBytes): PromptPack {
  const taken = takeMembers(input, ['bytes', 'hash']);
  if (!(taken?.bytes instanceof Uint8Array)) throw notAPack('it is not bytes with a hash');
  const { bytes, hash } = taken;
  if (sha256(bytes) !== hash) throw notAPack('its bytes do not hash to its hash');
  const known = parsed.get(bytes);
  if (known?.hash === hash) return known.pack;
  const pack = tryParse(bytes);
  if (!isPromptPack(pack)) throw notAPack(`it is not of the format ${PACK_SCHEMA}`);
  return keepParsed({ bytes, hash: taken.hash }, pack);
}

/** Registers the pack that bytes were written from, so that `parsePack` returns it; returns it frozen. */
export function keepParsed({ bytes, hash }: PackBytes, pack: PromptPack): PromptPack {
  parsed.set(bytes, { hash, pack: deepFreeze(pack) });
  return pack;
}

function tryParse(bytes: Uint8Array): unknown {
  try {
    return parseCanonical(bytes);
  } catch {
    // The original error would reveal keys of payloads.
    throw notAPack('it is not canonical JSON');
  }
}

function notAPack(fault: string): PenumbraError {
  return new PenumbraError('working-set-invalid', `the pack is not valid: ${fault}`, {
    hint: 'compile it again from its working set',
  });
}

const isAnything: ShapeCheck = () => true;
const isTrue = isOneOf([true]);
const isTexts = listOf(isText);

const isBlock: ShapeCheck = (value) =>
  hasFields(
    value,
    {
      handle: isText,
      kind: nameOf,
      form: isOneOf(['full', 'gist']),
      payload: isAnything,
      provenance: isProvenance,
    },
    { synthesized: isTrue, stale: isTrue },
  );

const isScope: ShapeCheck = (value) =>
  hasFields(value, {
    world_id: isText,
    campaign_id: isText,
    scene_id: isText,
    session_id: isText,
    mode: isText,
  });

const isTask: ShapeCheck = (value) =>
  hasFields(value, {
    type: isText,
    scene: listOf(isBlock),
    bounds: isAnything,
    forbidden_content: isTexts,
  });

const isContract: ShapeCheck = (value) =>
  hasFields(
    value,
    { length: isLength, forbidden_tokens: isTexts, required_elements: isTexts },
    { schema: isAnything },
  );

export function isPromptPack(value: unknown): value is PromptPack {
  const isShaped = hasFields(
    value,
    {
      schema: isOneOf([PACK_SCHEMA]),
      compiler: isText,
      working_set_id: isText,
      consumer: nameOf,
      scope: isScope,
      policy_ids: isPolicyIds,
      pins: mapOf(isAnything),
      truth: listOf(isBlock),
      memory: listOf(isBlock),
      task: isTask,
      style: mapOf(isAnything),
      contract: isContract,
      citations: mapOf(isText),
    },
    { foreground: listOf(isWhole) },
  );
  return isShaped && isConsistent(value as unknown as PromptPack);
}

/** The citations must match the labels of the blocks, and emphasized blocks must exist. */
function isConsistent({ truth, memory, task, citations, foreground = [] }: PromptPack): boolean {
  const labelled = labelledBlocks({ truth, memory, task });
  return (
    Object.keys(citations).length === labelled.length &&
    labelled.every(
      ({ label, block }) => Object.hasOwn(citations, label) && citations[label] === block.handle,
    ) &&
    foreground.every((index) => index < truth.length) &&
    new Set(foreground).size === foreground.length
  );
}
