/**
 * The lens: turns the frozen bytes of a working set into the frozen bytes of a prompt pack, with a manifest
 * of what may be cited. It selects, discloses, cites and formats, but never adds, orders or cuts.
 */

import { cite, deepFreeze, PenumbraError, type Sha256, sha256 } from '../../kernel/index.ts';
import {
  consumersOf,
  type DisclosedSet,
  discloseWorkingSet,
  type ItemOutcome,
  type LeakGuard,
  lockedOrdinals,
  nameOf,
  packChannels,
  readWorkingSet,
  rememberId,
  type WorkingSet,
  type WorkingSetBytes,
} from '../index.ts';
import { type PackOptions, takeOptions } from './pack-options.ts';
import { keepParsed } from './parse-pack.ts';
import {
  type AuditEnvelope,
  type Block,
  type Envelope,
  type Exclusion,
  emittedHandles,
  type LabelledBlock,
  LENS_COMPILER,
  labelledBlocks,
  PACK_SCHEMA,
  type PackBytes,
  type PromptPack,
} from './prompt-pack.ts';
import { renderWritten } from './render-pack.ts';
import { missingGuard, requireNoLeak } from './scan-outputs.ts';
import { writeBlocks, writePack } from './write-pack.ts';

const encoder = new TextEncoder();

/** A pack with its manifests. */
export type CompiledPack = {
  readonly pack: PackBytes;
  readonly envelope: Envelope;
  readonly auditEnvelope: AuditEnvelope;
};

/** Compiles the pack of one consumer. Equal bytes and options give equal bytes. */
export function compilePromptPack(input: WorkingSetBytes, given: PackOptions): CompiledPack {
  return compile(input, given).compiled;
}

/** Compiles a pack and also returns it in parsed form, which saves parsing the bytes again. */
export function compileAndParse(
  input: WorkingSetBytes,
  given: PackOptions,
): CompiledPack & { readonly parsed: PromptPack } {
  const { compiled, pack } = compile(input, given);
  return { ...compiled, parsed: keepParsed(compiled.pack, pack) };
}

function compile(
  input: WorkingSetBytes,
  given: PackOptions,
): { readonly compiled: CompiledPack; readonly pack: PromptPack } {
  const { workingSet, id, texts } = readWorkingSet(input);
  const options = takeOptions(given);
  requireGuard(workingSet, id, options.guard);
  requireConsumer(workingSet, options.consumer);
  const disclosed = discloseWorkingSet({ workingSet, id }, options.consumer);
  const pack = buildPack(workingSet, options, disclosed);
  requireNamed(pack, disclosed);
  const blocks = writeBlocks(pack, texts);
  const text = writePack(pack, blocks);
  // Canonical JSON is ASCII, so its length in bytes is known.
  const bytes = new Uint8Array(text.length);
  encoder.encodeInto(text, bytes);
  const hash = sha256(bytes);
  const envelope = describe(pack, { hash, textHash: sha256(renderWritten(pack, blocks)), blocks });
  const audit = describeForAuditors(envelope, pack, { workingSet, id, disclosed });
  if (options.guard) requireNoLeak(options.guard, { pack, blocks, audit });
  if (options.guard?.workingSetId === id) rememberId(options.guard, options.consumer, disclosed.id);
  // Bytes cannot be frozen; readers check the hash.
  const compiled = Object.freeze({
    pack: Object.freeze({ bytes, hash }),
    envelope: deepFreeze(envelope),
    auditEnvelope: deepFreeze(audit),
  });
  return { compiled, pack };
}

function requireGuard(
  { locked_precision_handles }: WorkingSet,
  id: string,
  guard: LeakGuard | undefined,
): void {
  if (guard && guard.workingSetId !== null && guard.workingSetId !== id) throw missingGuard('other-guard');
  if (locked_precision_handles.length > 0 && (guard?.size ?? 0) === 0) throw missingGuard('no-guard');
}

function requireConsumer({ mask_matrix }: WorkingSet, consumer: string): void {
  const known = consumersOf(mask_matrix);
  const isName = nameOf(consumer);
  if (isName && (known.includes(consumer) || known.includes('*'))) return;
  const named = isName ? ` ${cite(consumer)}` : ' of that name';
  throw new PenumbraError('usage', `the mask matrix has no consumer${named}`, {
    data: { known },
    hint: known.length === 0 ? 'give the policy a mask matrix' : `it has ${known.join(', ')}`,
  });
}

/**
 * Scope and pins are disclosed unchanged or not at all, so a handle in them that the pack does not disclose
 * is an error.
 */
function requireNamed({ scope, pins }: PromptPack, { rename }: DisclosedSet): void {
  const told = Object.entries({ scope, pins }).find(([, part]) => rename(part) !== part);
  if (told === undefined) return;
  throw new PenumbraError(
    'leak-blocked',
    `the pack would name something that it does not tell, in its ${told[0]}`,
    {
      data: { channel: told[0], reason: 'untold-handle' },
      hint: 'give scenes and pins names of their own',
    },
  );
}

function buildPack(
  workingSet: WorkingSet,
  { consumer, beat, style }: PackOptions,
  { slices, directives, id, rename }: DisclosedSet,
): PromptPack {
  const { world_id, campaign_id, scene_id, session_id, mode } = workingSet;
  const { output_class, channel_rules, why_rule } = directives;
  const { foreground, ...intent } = beat ?? {};
  const channels = packChannels(slices, ({ item }) => item.recall === true);
  const [truth, memory] = [blocksOf(channels.truth), blocksOf(channels.memory)];
  const task = {
    type: output_class.type,
    scene: blocksOf(channels.scene),
    bounds: { channels: channel_rules.bounds ?? {}, why: why_rule },
    forbidden_content: channel_rules.forbidden_content ?? [],
  };
  requireForeground(foreground, truth.length);
  return {
    schema: PACK_SCHEMA,
    compiler: LENS_COMPILER,
    working_set_id: id,
    consumer,
    scope: { world_id, campaign_id, scene_id, session_id, mode },
    policy_ids: workingSet.policy_ids,
    pins: workingSet.pins_snapshot,
    truth,
    memory,
    task,
    style: rename({
      ...style,
      ...(Object.keys(intent).length > 0 && { beat: intent }),
    }) as PromptPack['style'],
    contract: {
      length: output_class.length ?? {},
      forbidden_tokens: output_class.forbidden_tokens ?? [],
      required_elements: output_class.required_elements ?? [],
      ...(output_class.schema !== undefined && { schema: output_class.schema }),
    },
    citations: Object.fromEntries(
      labelledBlocks({ truth, memory, task }).map(({ label, block }) => [label, block.handle]),
    ),
    ...(foreground !== undefined && { foreground }),
  };
}

function blocksOf(outcomes: readonly ItemOutcome[]): readonly Block[] {
  return outcomes.flatMap((outcome) => ('told' in outcome ? [outcome.told] : []));
}

function requireForeground(foreground: readonly number[] | undefined, blocks: number): void {
  if (foreground === undefined) return;
  const isFit = foreground.every((index) => Number.isSafeInteger(index) && index >= 0 && index < blocks);
  if (isFit && new Set(foreground).size === foreground.length) return;
  throw new PenumbraError('usage', '`foreground` names a block of truth that is not there, or one twice', {
    data: { blocks },
  });
}

/** A written pack: the hashes of its bytes and text, and its blocks. */
type Written = {
  readonly hash: Sha256;
  readonly textHash: Sha256;
  readonly blocks: readonly LabelledBlock[];
};

function describe(pack: PromptPack, { hash, textHash, blocks }: Written): Envelope {
  return {
    allowed_handles: emittedHandles(blocks),
    mask_matrix_id: pack.policy_ids.mask_matrix_id,
    promptpack_hash: hash,
    text_hash: textHash,
    working_set_id: pack.working_set_id,
  };
}

function describeForAuditors(
  envelope: Envelope,
  { truth, memory, task }: PromptPack,
  {
    workingSet: { locked_precision_handles },
    id,
    disclosed: { slices, partial },
  }: { readonly workingSet: WorkingSet; readonly id: string; readonly disclosed: DisclosedSet },
): AuditEnvelope {
  const { facts, state, compactions } = slices;
  const excluded = [...facts, ...state, ...compactions].flatMap((outcome): readonly Exclusion[] =>
    'excluded' in outcome ? [{ handle: outcome.item.handle, reason: outcome.excluded }] : [],
  );
  return {
    ...envelope,
    source_id: id,
    partial_handles: Object.fromEntries(partial),
    locked_handles: lockedOrdinals(locked_precision_handles.length),
    excluded,
    counts: { truth: truth.length, memory: memory.length, scene: task.scene.length },
  };
}
