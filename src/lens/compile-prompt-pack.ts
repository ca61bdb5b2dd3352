/**
 * The lens: frozen bytes of a working set go in, frozen bytes of a prompt pack come out, with the manifest of what may
 * be said. It selects, discloses, cites and formats; it never adds, orders or cuts.
 */
import {
  type LeakGuard,
  lockedOrdinal,
  parseWorkingSet,
  type WorkingSet,
  type WorkingSetBytes,
  type WorkingSetItem,
} from '../disclosure/index.ts';
import {
  type CanonicalValue,
  canonicalize,
  deepFreeze,
  PenumbraError,
  type Sha256,
  sha256,
} from '../kernel/index.ts';
import { type Disclosure, discloseItem } from './disclose-item.ts';
import type { AuditEnvelope, Envelope, Exclusion } from './envelope.ts';
import {
  type Block,
  LENS_COMPILER,
  labelledBlocks,
  PACK_SCHEMA,
  type PackBytes,
  type PromptPack,
} from './prompt-pack.ts';
import { renderParsed } from './render-pack.ts';
import { missingGuard, requireNoLeak } from './scan-outputs.ts';

/** The director's intent for one turn. */
export type Beat = {
  readonly beat_id?: string;
  readonly beat_type?: string;
  readonly pacing_mode?: string;
  /** Blocks of truth to bring forward, by index. */
  readonly foreground?: readonly number[];
};

/** For whom, and how, a pack is compiled. */
export type PackOptions = {
  readonly consumer: string;
  /** The guard that was compiled with the working set; needed where something is locked. */
  readonly guard?: LeakGuard;
  readonly beat?: Beat;
  readonly style?: { readonly [key: string]: CanonicalValue };
};

/** A pack with its manifests. */
export type CompiledPack = {
  readonly pack: PackBytes;
  readonly envelope: Envelope;
  readonly auditEnvelope: AuditEnvelope;
};

/** Compiles the pack of one consumer; equal bytes and options give equal bytes. */
export function compilePromptPack(input: WorkingSetBytes, options: PackOptions): CompiledPack {
  const workingSet = parseWorkingSet(input);
  requireGuard(workingSet, input.id, options.guard);
  const outcomes = discloseAll(workingSet, options.consumer);
  const pack = buildPack(workingSet, input.id, options, outcomes);
  const bytes = canonicalize(pack);
  const hash = sha256(bytes);
  const text = renderParsed(pack);
  const envelope = describe(pack, hash, sha256(text));
  const audit = describeForAuditors(envelope, pack, workingSet, outcomes);
  if (options.guard) requireNoLeak(options.guard, pack, audit);
  // Bytes cannot be frozen; whoever reads them checks the hash.
  return Object.freeze({
    pack: Object.freeze({ bytes, hash }),
    envelope: deepFreeze(envelope),
    auditEnvelope: deepFreeze(audit),
  });
}

type Outcome = { readonly item: WorkingSetItem; readonly disclosure: Disclosure };
type Outcomes = Readonly<Record<'facts' | 'state' | 'compactions', readonly Outcome[]>>;

function requireGuard(
  { locked_precision_handles }: WorkingSet,
  id: string,
  guard: LeakGuard | undefined,
): void {
  if (guard && guard.workingSetId !== null && guard.workingSetId !== id) throw missingGuard('other-guard');
  if (locked_precision_handles.length > 0 && (guard?.size ?? 0) === 0) throw missingGuard('no-guard');
}

function discloseAll(workingSet: WorkingSet, consumer: string): Outcomes {
  const rules = {
    workingSet,
    consumer,
    allowed: new Set(workingSet.allowmention_handles),
    locked: new Set(workingSet.locked_precision_handles),
  };
  const disclose = (items: readonly WorkingSetItem[]) =>
    items.map((item) => ({ item, disclosure: discloseItem(item, rules) }));
  return {
    facts: disclose(workingSet.facts_slice),
    state: disclose(workingSet.state_slice),
    compactions: disclose(workingSet.compactions_slice),
  };
}

function buildPack(
  workingSet: WorkingSet,
  id: string,
  { consumer, beat, style }: PackOptions,
  { facts, state, compactions }: Outcomes,
): PromptPack {
  const { world_id, campaign_id, scene_id, session_id, mode, directives } = workingSet;
  const { output_class, channel_rules, why_rule } = directives;
  const { foreground, ...intent } = beat ?? {};
  const truth = blocksOf(facts.filter(({ item }) => !item.recall));
  const memory = blocksOf([...facts.filter(({ item }) => item.recall), ...compactions]);
  const task = {
    type: output_class.type,
    scene: blocksOf(state),
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
  return outcomes.flatMap(({ disclosure }) => ('block' in disclosure ? [disclosure.block] : []));
}

function requireForeground(foreground: readonly number[] | undefined, blocks: number): void {
  if (foreground === undefined) return;
  const isFit = foreground.every((index) => Number.isSafeInteger(index) && index >= 0 && index < blocks);
  if (isFit && new Set(foreground).size === foreground.length) return;
  throw new PenumbraError('usage', '`foreground` names a block of truth that is not there, or one twice', {
    data: { blocks },
  });
}

function describe(pack: PromptPack, hash: Sha256, textHash: Sha256): Envelope {
  return {
    allowed_handles: labelledBlocks(pack).map(({ block }) => block.handle),
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
  { facts, state, compactions }: Outcomes,
): AuditEnvelope {
  const excluded = [...facts, ...state, ...compactions].flatMap(
    ({ item, disclosure }): readonly Exclusion[] =>
      'excluded' in disclosure ? [{ handle: item.handle, reason: disclosure.excluded }] : [],
  );
  return {
    ...envelope,
    locked_handles: locked_precision_handles.map((_, index) => lockedOrdinal(index + 1)),
    excluded,
    counts: { truth: truth.length, memory: memory.length, scene: task.scene.length },
  };
}
