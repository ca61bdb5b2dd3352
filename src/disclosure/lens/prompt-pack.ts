/**
 * The prompt pack: all an agent is told for one turn, in five channels, with the source of every block. With it goes an
 * envelope that says what may be cited; the auditors' envelope also says what was withheld and why, and no agent gets it.
 */
import type { CanonicalValue, Sha256 } from '../../kernel/index.ts';
import { type ExclusionReason, type PolicyIds, ruleHandle, type Scope, type ToldItem } from '../index.ts';

/** The format of packs. */
export const PACK_SCHEMA = 'penumbra.pack/1';
/** The compiler and its version; another one may give other bytes. */
export const LENS_COMPILER = 'penumbra-lens/2';

/** One piece of content. */
export type Block = ToldItem;

/** What is to be done, where, and within which bounds. */
export type TaskChannel = {
  readonly type: string;
  readonly scene: readonly Block[];
  readonly bounds: CanonicalValue;
  readonly forbidden_content: readonly string[];
};

/** What a program checks of the reply. */
export type OutputContract = {
  readonly length: { readonly min_characters?: number; readonly max_characters?: number };
  readonly forbidden_tokens: readonly string[];
  readonly required_elements: readonly string[];
  readonly schema?: CanonicalValue;
};

/** The whole, in its wire format. */
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
  /** Which blocks of truth to bring forward, by index; an emphasis, never another order. */
  readonly foreground?: readonly number[];
};

/** A pack as bytes, the only form in which it is passed on. */
export type PackBytes = { readonly bytes: Uint8Array; readonly hash: Sha256 };

/** A block with the label it is cited by and its path in the pack. */
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
