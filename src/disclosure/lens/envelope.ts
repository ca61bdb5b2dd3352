/**
 * The manifest that goes with a pack. The consumer's says what may be cited and binds the pack; the auditor's also says
 * what was withheld and why, and no agent gets it.
 */

import type { Sha256 } from '../../kernel/index.ts';
import { type ExclusionReason, ruleHandle } from '../index.ts';
import type { LabelledBlock } from './prompt-pack.ts';

/** What the consumer is given beside the pack. */
export type Envelope = {
  /** The handles that are in the pack, in its order. */
  readonly allowed_handles: readonly string[];
  readonly mask_matrix_id: string;
  readonly promptpack_hash: Sha256;
  /** The hash of the rendered text. */
  readonly text_hash: Sha256;
  /** The id of the working set as this consumer is told of it: what is withheld is no part of it. */
  readonly working_set_id: string;
};

/** An item of the working set that is not in the pack. */
export type Exclusion = { readonly handle: string; readonly reason: ExclusionReason };

/** What auditors are given. */
export type AuditEnvelope = Envelope & {
  /** The id of the whole working set. */
  readonly source_id: string;
  /** The handles of the items that are told in part, by the names they have in the pack. */
  readonly partial_handles: { readonly [name: string]: string };
  /** Ordinals; their handles are known to the oracle alone. */
  readonly locked_handles: readonly string[];
  readonly excluded: readonly Exclusion[];
  readonly counts: { readonly truth: number; readonly memory: number; readonly scene: number };
};

/** Returns what the blocks of a pack let an agent cite: themselves in order, and the rules they name. */
export function emittedHandles(blocks: readonly LabelledBlock[]): readonly string[] {
  const rules = blocks.flatMap(({ block }) => block.provenance.rule_refs.map(ruleHandle));
  return [...blocks.map(({ block }) => block.handle), ...new Set(rules)];
}
