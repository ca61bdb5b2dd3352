/** The shape of a pack, to the last field: what is read as a pack could have been compiled. */
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
} from '../index.ts';
import { labelledBlocks, PACK_SCHEMA, type PromptPack } from './prompt-pack.ts';

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

/** Tells whether a value is a pack. */
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

/** Labels are what the blocks are cited by, and only what is there is brought forward. */
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
