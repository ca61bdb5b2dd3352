/**
 * The last check before anything leaves the lens: pack and envelopes are scanned with the guard of the working set. A
 * hit is an error that names handle, channel and path; nothing is emitted, and nothing is mended here.
 */

import { type CanonicalValue, PenumbraError } from '../../kernel/index.ts';
import type { LeakGuard, LeakHit, ScanPart } from '../index.ts';
import type { AuditEnvelope, LabelledBlock, PromptPack } from './prompt-pack.ts';

/** Shorter patterns occur in hashes by chance; no one can choose a hash to hold a word of this length. */
const HASH_PATTERN_LENGTH = 16;

/** What leaves the lens: a pack with its blocks, and the envelope that holds all the other one does. */
type Outputs = {
  readonly pack: PromptPack;
  readonly blocks: readonly LabelledBlock[];
  readonly audit: AuditEnvelope;
};

/** Throws `leak-blocked` where a pack or its envelopes would tell what is locked. */
export function requireNoLeak(guard: LeakGuard, { pack, blocks, audit }: Outputs): void {
  const hits: readonly LeakHit[] = [
    // Payload beside payload, as in the text: a token may begin in one block and end in the next.
    ...guard.scanAdjacent(blocks.map(payloadPart)),
    ...guard.scanAdjacent([...blocks.map(namesPart), ...frameParts(pack)], { apart: true }),
    ...guard.scanAdjacent([{ path: 'ids', value: idsOf(pack, audit) }], {
      minimumLength: HASH_PATTERN_LENGTH,
    }),
  ];
  const [first] = hits;
  if (first) throw leakBlocked(first, hits.length);
}

/** Returns the error for a working set whose locked items cannot be looked for. */
export function missingGuard(reason: 'no-guard' | 'other-guard'): PenumbraError {
  return new PenumbraError(
    'leak-blocked',
    'nothing locked can be looked for without the guard of the working set',
    {
      data: { reason },
      hint: 'pass the guard that was compiled with the working set',
    },
  );
}

/**
 * The parts around the blocks. The names of the format's own fields, bounds of length and ordinals are no one's secret:
 * a token that is like one of them tells nothing there.
 */
function frameParts(pack: PromptPack): readonly ScanPart[] {
  const { scope, pins, consumer, style, task, contract } = pack;
  const { forbidden_tokens, required_elements, schema = null } = contract;
  const parts: { readonly [path: string]: CanonicalValue } = {
    scope: Object.values(scope),
    pins,
    consumer,
    style,
    task: [task.type, ...Object.values(task.bounds as object), task.forbidden_content],
    contract: [forbidden_tokens, required_elements, schema],
  };
  return Object.entries(parts).map(([path, value]) => ({ path, value }));
}

function namesPart({ path, block: { kind, provenance } }: LabelledBlock): ScanPart {
  const { source, event_ids, rule_refs } = provenance;
  return { path, value: [kind, source, ...event_ids, ...rule_refs] };
}

function payloadPart({ path, block }: LabelledBlock): ScanPart {
  return { path: `${path}.payload`, value: block.payload };
}

function idsOf(pack: PromptPack, audit: AuditEnvelope): CanonicalValue {
  return [
    Object.values(pack.citations),
    Object.values(pack.policy_ids),
    audit.excluded.map(({ handle }) => handle),
    Object.values(audit.partial_handles),
    [audit.mask_matrix_id, audit.promptpack_hash, audit.text_hash, audit.working_set_id, audit.source_id],
  ];
}

function leakBlocked({ handle, path }: LeakHit, count: number): PenumbraError {
  const [channel] = path.split(/[[.{]/, 1);
  return new PenumbraError('leak-blocked', `the pack would tell of \`${handle}\`, at ${path}`, {
    data: { handle, channel, path, count },
    hint: 'an auditor can see what it stands for; unlock it, name the leaves that are secret with `precise`, or register words that are not',
  });
}
