/** The prompt pack: all an agent is told for one turn, in five channels, with the source of every block. */

import type { CanonicalValue, Sha256 } from '../../kernel/index.ts';
import type { PolicyIds, Scope, ToldItem } from '../index.ts';

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

/** A block with the label it is cited by and the place it stands at. */
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
