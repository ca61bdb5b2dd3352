/**
 * Gathers the frames of a node from the logs of the paths it had: their places first, which cost little, so that only
 * frames that are wanted are read.
 */
import type { FrameId } from '../../kernel/index.ts';
import {
  everyHead,
  type FrameBasis,
  type FrameTypes,
  frameIdIn,
  frameLogPrefix,
  readWholeLog,
  recordedMsOf,
  type StoreReader,
} from '../../ledger/index.ts';
import type { PathSegment } from '../lineage/read-lineage.ts';
import { isProducible, type Producer } from '../producers/producer.ts';
import type { Tree } from '../scan/tree.ts';

/** Where a frame stands in the history of a node. */
export type FramePlace = {
  readonly frameId: FrameId;
  readonly type: string;
  readonly recordedAs: string;
  readonly stamp: number;
  readonly recordedMs: number;
  /** Its number in the history of the node, 1 for the oldest. */
  readonly sequence: number;
};

/** Returns the places of all frames that a node ever had, oldest first. */
export async function framePlaces(
  store: StoreReader,
  segments: readonly PathSegment[],
): Promise<readonly FramePlace[]> {
  const found: Omit<FramePlace, 'sequence'>[] = [];
  for (const { path, fromStamp, toStamp } of segments) {
    const prefix = frameLogPrefix({ kind: 'node', id: path });
    for await (const { log, sequence: length, ...head } of everyHead(store, prefix)) {
      const type = log.slice(prefix.length);
      const rows = length === 1 ? [head] : await readWholeLog(store, log);
      for (const { stamp, value } of rows) {
        if (stamp <= fromStamp || stamp > toStamp) continue;
        const recordedMs = recordedMsOf(stamp);
        found.push({ frameId: frameIdIn(log, value), type, recordedAs: path, stamp, recordedMs });
      }
    }
  }
  return found.sort(byAge).map((place, index) => ({ ...place, sequence: index + 1 }));
}

/** Returns those that stand: the newest of each `single` type, and all of each `many` type. */
export function newestPlaces(places: readonly FramePlace[], types: FrameTypes): readonly FramePlace[] {
  const newest = new Map(places.map((place) => [place.type, place]));
  return places.filter(
    (place) => types.get(place.type)?.cardinality === 'many' || newest.get(place.type) === place,
  );
}

function byAge(left: Omit<FramePlace, 'sequence'>, right: Omit<FramePlace, 'sequence'>): number {
  return left.stamp - right.stamp || (left.frameId < right.frameId ? -1 : 1);
}

/** What tells whether a frame is retired. */
type RetirementView = {
  readonly tree: Tree;
  readonly producers: ReadonlyMap<string, Producer>;
  frames(ids: readonly FrameId[]): Promise<readonly FrameBasis[]>;
};

/** Returns places without those of frames that nobody could renew; the history still has them. */
export async function excludeRetired(
  { tree, producers, frames }: RetirementView,
  path: string,
  places: readonly FramePlace[],
): Promise<readonly FramePlace[]> {
  const node = tree.at(path);
  if (!node || node.kind === 'directory') return places;
  const unproducible = places.filter(({ type }) => {
    const producer = producers.get(type);
    return producer && !isProducible(producer, node);
  });
  if (unproducible.length === 0) return places;
  // What a person wrote under the type of a producer stands as ever.
  const records = await frames(unproducible.map(({ frameId }) => frameId));
  const retired = new Set(unproducible.filter(({ type }, index) => records[index]?.frame?.agent === type));
  return places.filter((place) => !retired.has(place));
}
