/** Reads a pack as the heuristics of the light path see it: the blocks of a kind, and the artifacts of earlier steps. */
import type { Block, PromptPack } from '../../disclosure/lens/index.ts';
import { type RecordedArtifact, readArtifact, wholeData } from '../../pipeline/index.ts';
import type { CaseBlocks } from '../blocks/case-blocks.ts';
import type { LightArtifactType } from './light-artifact-types.ts';
import { type LightArtifactData, lightArtifacts } from './light-artifacts.ts';

/** A block with its payload as its kind has it. */
export type BlockOf<Kind extends keyof CaseBlocks> = {
  readonly handle: string;
  readonly isStale: boolean;
  readonly payload: CaseBlocks[Kind];
};

/** Returns every block of a pack: truth, then the scene, then memory. */
export function allBlocks({ truth, memory, task }: PromptPack): readonly Block[] {
  return [...truth, ...task.scene, ...memory];
}

/** Returns the blocks of a kind in the pack's order; a gist has another shape and is passed over. */
export function blocksOf<Kind extends keyof CaseBlocks>(
  pack: PromptPack,
  kind: Kind,
): readonly BlockOf<Kind>[] {
  return allBlocks(pack)
    .filter((block) => block.kind === kind && block.form === 'full')
    .map(({ handle, stale, payload }) => ({
      handle,
      isStale: stale === true,
      payload: payload as unknown as CaseBlocks[Kind],
    }));
}

/** Returns the first block of a kind. */
export function blockOf<Kind extends keyof CaseBlocks>(
  pack: PromptPack,
  kind: Kind,
): BlockOf<Kind> | undefined {
  return blocksOf(pack, kind)[0];
}

/** Returns the data of the artifact of a type, of several the last; one that does not fit its schema counts as absent. */
export function artifactOf<Type extends LightArtifactType>(
  pack: PromptPack,
  type: Type,
): LightArtifactData<Type> | undefined {
  const blocks = [...pack.memory, ...pack.task.scene, ...pack.truth];
  const block = blocks.findLast(({ kind, form }) => kind === type && form === 'full');
  if (block === undefined) return undefined;
  const told = wholeData(readArtifact(block.payload as RecordedArtifact));
  const read = lightArtifacts[type].safeParse(told);
  return read.success ? (read.data as LightArtifactData<Type>) : undefined;
}
