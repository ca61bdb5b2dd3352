/** Makes missing or outdated producer frames and leaves all others unchanged. */
import { cite, didYouMean, PenumbraError } from '../../kernel/index.ts';
import { requireNode } from '../frames/resolve-node.ts';
import type { OutsideProducer, Producer } from '../producers/producer.ts';
import { ROOT_PATH } from '../scan/tree-ids.ts';
import { readAhead, type Snapshot } from '../snapshot/snapshot.ts';
import { deriveFile, deriveOutside, type ReadFile } from './derive-node.ts';
import { childrenFirst, inWave } from './wave.ts';

/**
 * What to produce: frames of some types, for one file or all files below a directory; some types apply to the
 * root only.
 */
export type ProductionRequest = {
  readonly path: string;
  readonly types: readonly string[];
  readonly read: ReadFile;
  readonly onProgress?: ((done: number) => void) | undefined;
};

/** How many frames were made. */
export type Production = {
  readonly produced: number;
  /** Recomputed with equal content. */
  readonly cutOff: number;
  readonly untouched: number;
};

/** Produces frames. */
export async function produce(
  look: () => Promise<Snapshot>,
  { path, types, read, onProgress }: ProductionRequest,
): Promise<Production> {
  const { result, moves } = await inWave(look, async (wave) => {
    const { snapshot } = wave;
    const top = requireNode(snapshot, path);
    const { outside, producers } = requireProducers(snapshot, { path: top.path, types });
    let made = 0;
    for (const producer of outside) if (await deriveOutside(wave, producer)) made++;
    const nodes = producers.length === 0 ? [] : childrenFirst(snapshot.tree, top);
    for await (const { node } of readAhead(snapshot, nodes)) {
      for (const producer of producers) if (await deriveFile({ wave, producer, node, read })) made++;
      onProgress?.(made);
    }
    return made;
  });
  const produced = moves.filter(({ move }) => move === 'regenerated').length;
  return { produced, cutOff: moves.length - produced, untouched: result - moves.length };
}

type Producers = {
  readonly outside: readonly OutsideProducer[];
  readonly producers: readonly Producer[];
};

function requireProducers(
  { producers, outside }: Snapshot,
  { path, types }: Pick<ProductionRequest, 'path' | 'types'>,
): Producers {
  const known = [...producers.keys(), ...outside.keys()];
  const strange = types.find((type) => !known.includes(type));
  if (strange !== undefined)
    throw new PenumbraError(
      'usage',
      `nothing produces frames of type ${cite(strange)}${didYouMean(strange, known)}`,
      { hint: `producers: ${known.join(', ')}` },
    );
  const ofRoot = types.filter((type) => outside.has(type));
  if (ofRoot[0] !== undefined && path !== ROOT_PATH)
    throw new PenumbraError('usage', `${cite(ofRoot[0])} is about the whole workspace, not ${cite(path)}`, {
      hint: `ask for it at the root of the workspace, ${cite(ROOT_PATH)}`,
    });
  return {
    outside: ofRoot.flatMap((type) => outside.get(type) ?? []),
    producers: types.flatMap((type) => producers.get(type) ?? []),
  };
}
