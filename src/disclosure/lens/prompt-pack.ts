/**
 * The prompt pack: everything an agent sees in one turn, in five channels, with the source of every block.
 * Its envelope says what may be cited. The auditors' envelope also says what was withheld and why; agents
 * never get it.
 */
import type { CanonicalValue, Sha256 } from '../../kernel/index.ts';
import { type ExclusionReason, type PolicyIds, ruleHandle, type Scope, type ToldItem } from '../index.ts';

/** The format of packs. */
export const PACK_SCHEMA = 'penumbra.pack/1';
/** The compiler and its version. Another version may produce other bytes. */
export const LENS_COMPILER = 'penumbra-lens/2';

/** One piece of content. */
export type Block = ToldItem;

/** What to do, where, and within which bounds. */
export type TaskChannel = {
  readonly type: string;
  readonly scene: readonly Block[];
  readonly bounds: CanonicalValue;
  readonly forbidden_content: readonly string[];
};

/** The part of the contract that is checked automatically. */
export type OutputContract = {
  readonly length: { readonly min_characters?: number; readonly max_characters?: number };
  readonly forbidden_tokens: readonly string[];
  readonly required_elements: readonly string[];
  readonly schema?: CanonicalValue;
};

/** The whole pack, in its wire format. */
export type PromptPack = {
  readonly schema: typeof PACK_SCHEMA;
  readonly compiler: string;
  readonly working_set_id: string;
  readonly consumer: string;
  readonly scope: Scope;
  readonly policy_ids: PolicyIds;
  readonly pins: { readonly [pin: string]: CanonicalValue };
  readonly truth: readonly Block[];
  readonly memory: readonly Block[];
  readonly task: TaskChannel;
  readonly style: { readonly [key: string]: CanonicalValue };
  readonly contract: OutputContract;
  /** Label to handle; the rendered text cites by label. */
  readonly citations: { readonly [label: string]: string };
  /** Blocks of truth to emphasize, by index. This never changes their order. */
  readonly foreground?: readonly number[];
};

/** A pack as bytes, the only form in which it is passed on. */
export type PackBytes = { readonly bytes: Uint8Array; readonly hash: Sha256 };

/** A block with its label and its path in the pack. */
export type LabelledBlock = { readonly label: string; readonly path: string; readonly block: Block };

/** Returns every block of a pack in order, with its label: T for truth, M for memory, S for the scene. */
export function labelledBlocks({
  truth,
  memory,
  task,
}: Pick<PromptPack, 'truth' | 'memory'> & {
  readonly task: Pick<TaskChannel, 'scene'>;
}): readonly LabelledBlock[] {
  const label = (letter: string, path: string, blocks: readonly Block[]): readonly LabelledBlock[] =>
    blocks.map((block, index) => ({ label: `${letter}${index + 1}`, path: `${path}[${index}]`, block }));
  return [
    ...label('T', 'truth', truth),
    ...label('M', 'memory', memory),
    ...label('S', 'task.scene', task.scene),
  ];
}

/** What the consumer gets with the pack. */
export type Envelope = {
  /** The handles in the pack, in order. */
  readonly allowed_handles: readonly string[];
  readonly mask_matrix_id: string;
  readonly promptpack_hash: Sha256;
  /** The hash of the rendered text. */
  readonly text_hash: Sha256;
  /** The id of the working set as disclosed to this consumer, without anything withheld. */
  readonly working_set_id: string;
};

/** An item of the working set that is not in the pack. */
export type Exclusion = { readonly handle: string; readonly reason: ExclusionReason };

/** What auditors get. */
export type AuditEnvelope = Envelope & {
  /** The id of the whole working set. */
  readonly source_id: string;
  /** The handles of partly disclosed items, by their names in the pack. */
  readonly partial_handles: { readonly [name: string]: string };
  /** Ordinals; only the oracle knows their handles. */
  readonly locked_handles: readonly string[];
  readonly excluded: readonly Exclusion[];
  readonly counts: { readonly truth: number; readonly memory: number; readonly scene: number };
};

/**
 * Returns what the blocks of a pack allow an agent to cite: their handles in order, and the rules they name.
 */
export function emittedHandles(blocks: readonly LabelledBlock[]): readonly string[] {
  const rules = blocks.flatMap(({ block }) => block.provenance.rule_refs.map(ruleHandle));
  return [...blocks.map(({ block }) => block.handle), ...new Set(rules)];
}
