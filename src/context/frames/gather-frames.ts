/**
 * Gathers the frames of a node from the logs of the paths it had: their places first, which cost little, so that only
 * frames that are wanted are read.
 */
import type { FrameId } from '../../kernel/index.ts';
import {
  everyHead,
  type FrameTypes,
  frameIdIn,
  frameLogPrefix,
  readWholeLog,
  recordedMsOf,
  type StoreReader,
} from '../../ledger/index.ts';
import type { PathSegment } from '../lineage/read-lineage.ts';

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
export function standingPlaces(places: readonly FramePlace[], types: FrameTypes): readonly FramePlace[] {
  const newest = new Map(places.map((place) => [place.type, place]));
  return places.filter(
    (place) => types.get(place.type)?.cardinality === 'many' || newest.get(place.type) === place,
  );
}

function byAge(left: Omit<FramePlace, 'sequence'>, right: Omit<FramePlace, 'sequence'>): number {
  return left.stamp - right.stamp || (left.frameId < right.frameId ? -1 : 1);
}
