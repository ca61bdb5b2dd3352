/** Makes the frames of producers for files, those that are not there yet or have moved on; all others stand as they are. */
import { cite, didYouMean, PenumbraError } from '../../kernel/index.ts';
import { requireNode } from '../frames/require-node.ts';
import type { Producer } from '../producers/producer.ts';
import { readAhead } from '../workspace/read-ahead.ts';
import type { Standpoint } from '../workspace/standpoint.ts';
import { childrenFirst } from './children-first.ts';
import { deriveFile, type ReadFile } from './derive-file.ts';
import { inWave } from './in-wave.ts';

/** What to produce: frames of some types, for a file or all files below a directory. */
export type ProductionRequest = {
  readonly path: string;
  readonly types: readonly string[];
  readonly read: ReadFile;
  readonly onProgress?: ((done: number) => void) | undefined;
};

/** What a production came to. */
export type Production = {
  readonly produced: number;
  /** Made again to equal content. */
  readonly cutOff: number;
  readonly untouched: number;
};

/** Produces frames. */
export async function produce(
  look: () => Promise<Standpoint>,
  { path, types, read, onProgress }: ProductionRequest,
): Promise<Production> {
  const { result, moves } = await inWave(look, async (wave) => {
    const { standpoint } = wave;
    const producers = types.map((type) => requireProducer(standpoint, type));
    let made = 0;
    const nodes = childrenFirst(standpoint.tree, requireNode(standpoint, path));
    for await (const { node } of readAhead(standpoint, nodes)) {
      for (const producer of producers) if (await deriveFile({ wave, producer, node, read })) made++;
      onProgress?.(made);
    }
    return made;
  });
  const produced = moves.filter(({ move }) => move === 'regenerated').length;
  return { produced, cutOff: moves.length - produced, untouched: result - moves.length };
}

function requireProducer({ producers }: Standpoint, type: string): Producer {
  const producer = producers.get(type);
  if (producer) return producer;
  throw new PenumbraError(
    'usage',
    `nothing produces frames of type ${cite(type)}${didYouMean(type, producers.keys())}`,
    {
      hint: `producers: ${[...producers.keys()].join(', ')}`,
    },
  );
}
