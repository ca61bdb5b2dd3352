/**
 * The final check of everything that leaves the lens: pack and envelopes are scanned with the guard of the
 * working set. A hit throws an error with handle, channel and path; nothing is output or repaired.
 */

import { type CanonicalValue, PenumbraError } from '../../kernel/index.ts';
import type { LeakGuard, LeakHit, ScanPart } from '../index.ts';
import type { AuditEnvelope, LabelledBlock, PromptPack } from './prompt-pack.ts';

/**
 * Hashes contain shorter patterns by chance, but nobody can construct a hash that contains a word of this
 * length.
 */
const HASH_PATTERN_LENGTH = 16;

/** The output of the lens: a pack with its blocks, and the audit envelope, which includes the other one. */
type Outputs = {
  readonly pack: PromptPack;
  readonly blocks: readonly LabelledBlock[];
  readonly audit: AuditEnvelope;
};

/** Throws `leak-blocked` if a pack or its envelopes contain anything locked. */
export function requireNoLeak(guard: LeakGuard, { pack, blocks, audit }: Outputs): void {
  const hits: readonly LeakHit[] = [
    // Payloads are adjacent as in the text: a token may start in one block and end in the next.
    ...guard.scanAdjacent(blocks.map(payloadPart)),
    ...guard.scanAdjacent([...blocks.map(namesPart), ...frameParts(pack)], { apart: true }),
    ...guard.scanAdjacent([{ path: 'ids', value: idsOf(pack, audit) }], {
      minimumLength: HASH_PATTERN_LENGTH,
    }),
  ];
  const [first] = hits;
  if (first) throw leakBlocked(first, hits.length);
}

/** Returns the error for a working set whose locked items cannot be searched for. */
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
 * The parts around the blocks. The format's own field names, length limits and ordinals are not secret, so a
 * token that equals one of them reveals nothing.
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
