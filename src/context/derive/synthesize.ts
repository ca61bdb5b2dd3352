/** Synthesises a directory from its children, only on request; with `recursive`, all subdirectories first. */
import { type BasisId, cite, type FrameId, PenumbraError } from '../../kernel/index.ts';
import { basisIdFor, requireFrameType } from '../../ledger/index.ts';
import { requireNode } from '../frames/resolve-node.ts';
import type { TreeNode } from '../scan/tree.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { ALL_TYPES, type SynthesisPart, type SynthesisRecipe, synthesisBasis } from '../synthesis/recipe.ts';
import { type DerivedDirectory, deriveDirectory, deriveFile, type ReadFile } from './derive-node.ts';
import { childrenFirst, inWave, type Wave } from './wave.ts';

/** What to synthesise. */
export type SynthesisRequest = {
  readonly directory: string;
  readonly recipe: SynthesisRecipe;
  readonly agent: string;
  readonly isRecursive: boolean;
  readonly read: ReadFile;
  readonly onProgress?: ((done: number) => void) | undefined;
};

/** A synthesised frame. */
export type Synthesis = {
  readonly frameId: FrameId;
  readonly basisHash: BasisId;
  /** The child frames it was made from. */
  readonly children: readonly SynthesisPart[];
};

/** Synthesises a directory; an up-to-date frame is kept. */
export async function synthesize(
  look: () => Promise<Snapshot>,
  request: SynthesisRequest,
): Promise<Synthesis> {
  const { recipe } = request;
  const { result } = await inWave(look, (wave) => synthesizeIn(wave, request));
  const { frameId, parts } = result;
  return { frameId, basisHash: basisIdFor(synthesisBasis({ recipe, parts })), children: parts };
}

async function synthesizeIn(wave: Wave, request: SynthesisRequest): Promise<DerivedDirectory> {
  const { recipe, agent, isRecursive, directory } = request;
  const { snapshot } = wave;
  requireTypes(snapshot, recipe);
  const top = requireNode(snapshot, directory);
  if (top.kind !== 'directory')
    throw new PenumbraError('synthesis-failed', `${cite(directory)} is no directory`, {
      hint: 'synthesise the directory it is in, or see the file itself with `penumbra get`',
    });
  let derived: DerivedDirectory | undefined;
  let done = 0;
  for (const node of isRecursive ? childrenFirst(snapshot.tree, top) : [top]) {
    if (node.kind !== 'directory') continue;
    await deriveChildren(wave, node, request);
    derived = await deriveDirectory({ wave, directory: node.path, recipe, agent, isStrict: true });
    request.onProgress?.(++done);
  }
  return derived as DerivedDirectory;
}

/** Producer frames are made on demand, and synthesis needs those of the directory's own files. */
async function deriveChildren(
  wave: Wave,
  directory: TreeNode,
  { recipe, read }: SynthesisRequest,
): Promise<void> {
  for (const producer of wave.snapshot.producers.values()) {
    if (recipe.inputType !== producer.name) continue;
    for (const node of wave.snapshot.tree.children(directory) ?? [])
      await deriveFile({ wave, producer, node, read });
  }
}

function requireTypes({ ledger: { types } }: Snapshot, { inputType, outputType }: SynthesisRecipe): void {
  const output = requireFrameType(types, outputType);
  if (output.mediaType !== 'text/plain')
    throw new PenumbraError('synthesis-failed', `frames of type ${cite(outputType)} do not hold text`, {
      hint: 'name a type of text for what is made, for instance with `--output`',
    });
  if (output.cardinality === 'many')
    throw new PenumbraError(
      'synthesis-failed',
      `of type ${cite(outputType)} many frames stand side by side`,
      {
        hint: 'name a type of which one stands, for what is made anew takes the place of what was made before',
      },
    );
  if (inputType !== ALL_TYPES) requireFrameType(types, inputType);
}
