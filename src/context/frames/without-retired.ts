/** Leaves out frames of producers that make nothing of a file any more, for instance after it was renamed to another kind. */
import type { FrameId } from '../../kernel/index.ts';
import type { FrameBasis } from '../../ledger/index.ts';
import { isProducible, type Producer } from '../producers/producer.ts';
import type { Tree } from '../scan/tree.ts';
import type { FramePlace } from './gather-frames.ts';

/** What tells whether a frame is retired. */
type RetirementView = {
  readonly tree: Tree;
  readonly producers: ReadonlyMap<string, Producer>;
  frames(ids: readonly FrameId[]): Promise<readonly FrameBasis[]>;
};

/** Returns places without those of frames that nobody could renew; the history still has them. */
export async function withoutRetired(
  { tree, producers, frames }: RetirementView,
  path: string,
  places: readonly FramePlace[],
): Promise<readonly FramePlace[]> {
  const node = tree.at(path);
  if (!node || node.kind === 'directory') return places;
  const doubted = places.filter(({ type }) => {
    const producer = producers.get(type);
    return producer && !isProducible(producer, node);
  });
  if (doubted.length === 0) return places;
  // What a person wrote under the type of a producer stands as ever.
  const records = await frames(doubted.map(({ frameId }) => frameId));
  const retired = new Set(doubted.filter(({ type }, index) => records[index]?.frame?.agent === type));
  return places.filter((place) => !retired.has(place));
}
