/**
 * The lens: frozen bytes of a working set go in, frozen bytes of a prompt pack come out, with the manifest of what may
 * be said. It selects, discloses, cites and formats; it never adds, orders or cuts.
 */
import {
  type LeakGuard,
  lockedOrdinal,
  packChannels,
  readWorkingSet,
  type WorkingSet,
  type WorkingSetBytes,
} from '../disclosure/index.ts';
import { deepFreeze, PenumbraError, type Sha256, sha256 } from '../kernel/index.ts';
import { type DisclosedSlices, discloseSlices, type Outcome } from './disclose-slices.ts';
import { type AuditEnvelope, type Envelope, type Exclusion, emittedHandles } from './envelope.ts';
import type { PackOptions } from './pack-options.ts';
import {
  type Block,
  LENS_COMPILER,
  labelledBlocks,
  PACK_SCHEMA,
  type PackBytes,
  type PromptPack,
} from './prompt-pack.ts';
import { renderWritten } from './render-pack.ts';
import { missingGuard, requireNoLeak } from './scan-outputs.ts';
import { takeOptions } from './take-options.ts';
import { writeBlocks, writePack } from './write-pack.ts';

const encoder = new TextEncoder();

/** A pack with its manifests. */
export type CompiledPack = {
  readonly pack: PackBytes;
  readonly envelope: Envelope;
  readonly auditEnvelope: AuditEnvelope;
};

/** Compiles the pack of one consumer; equal bytes and options give equal bytes. */
export function compilePromptPack(input: WorkingSetBytes, given: PackOptions): CompiledPack {
  const { workingSet, id } = readWorkingSet(input);
  const options = takeOptions(given);
  requireGuard(workingSet, id, options.guard);
  const slices = discloseSlices(workingSet, options.consumer);
  const pack = buildPack(workingSet, id, options, slices);
  const blocks = writeBlocks(pack);
  const bytes = encoder.encode(writePack(pack, blocks));
  const hash = sha256(bytes);
  const envelope = describe(pack, { hash, textHash: sha256(renderWritten(pack, blocks)) });
  const audit = describeForAuditors(envelope, pack, workingSet, slices);
  if (options.guard) requireNoLeak(options.guard, pack, audit);
  // Bytes cannot be frozen; whoever reads them checks the hash.
  return Object.freeze({
    pack: Object.freeze({ bytes, hash }),
    envelope: deepFreeze(envelope),
    auditEnvelope: deepFreeze(audit),
  });
}

function requireGuard(
  { locked_precision_handles }: WorkingSet,
  id: string,
  guard: LeakGuard | undefined,
): void {
  if (guard && guard.workingSetId !== null && guard.workingSetId !== id) throw missingGuard('other-guard');
  if (locked_precision_handles.length > 0 && (guard?.size ?? 0) === 0) throw missingGuard('no-guard');
}

function buildPack(
  workingSet: WorkingSet,
  id: string,
  { consumer, beat, style }: PackOptions,
  slices: DisclosedSlices,
): PromptPack {
  const { world_id, campaign_id, scene_id, session_id, mode, directives } = workingSet;
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
    style: { ...style, ...(Object.keys(intent).length > 0 && { beat: intent }) },
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

function blocksOf(outcomes: readonly Outcome[]): readonly Block[] {
  return outcomes.flatMap((outcome) => ('block' in outcome ? [outcome.block] : []));
}

function requireForeground(foreground: readonly number[] | undefined, blocks: number): void {
  if (foreground === undefined) return;
  const isFit = foreground.every((index) => Number.isSafeInteger(index) && index >= 0 && index < blocks);
  if (isFit && new Set(foreground).size === foreground.length) return;
  throw new PenumbraError('usage', '`foreground` names a block of truth that is not there, or one twice', {
    data: { blocks },
  });
}

function describe(
  pack: PromptPack,
  { hash, textHash }: { readonly hash: Sha256; readonly textHash: Sha256 },
): Envelope {
  return {
    allowed_handles: emittedHandles(pack),
    mask_matrix_id: pack.policy_ids.mask_matrix_id,
    promptpack_hash: hash,
    text_hash: textHash,
    working_set_id: pack.working_set_id,
  };
}

function describeForAuditors(
  envelope: Envelope,
  { truth, memory, task }: PromptPack,
  { locked_precision_handles }: WorkingSet,
  { facts, state, compactions }: DisclosedSlices,
): AuditEnvelope {
  const excluded = [...facts, ...state, ...compactions].flatMap((outcome): readonly Exclusion[] =>
    'excluded' in outcome ? [{ handle: outcome.item.handle, reason: outcome.excluded }] : [],
  );
  return {
    ...envelope,
    locked_handles: locked_precision_handles.map((_, index) => lockedOrdinal(index + 1)),
    excluded,
    counts: { truth: truth.length, memory: memory.length, scene: task.scene.length },
  };
}
