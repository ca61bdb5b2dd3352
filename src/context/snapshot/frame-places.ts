/**
 * Locates the frames of a node in the logs of all its paths, and their status since. Locating is cheap, so
 * only wanted frames are read.
 */
import {
  type BasisId,
  canonicalText,
  digestOf,
  type FrameId,
  isId,
  parseCanonical,
} from '../../kernel/index.ts';
import {
  type Append,
  everyEntry,
  everyHead,
  type FrameBasis,
  type FrameTypes,
  frameIdIn,
  frameLogPrefix,
  readWholeLog,
  recordedMsOf,
  type StoreReader,
  type Subject,
  subjectHash,
} from '../../ledger/index.ts';
import type { PathSegment } from '../lineage/read-lineage.ts';
import { corruptEntry } from '../lineage/scan-log.ts';
import { isProducible, type Producer } from '../producers/producer.ts';
import type { Tree } from '../scan/tree.ts';

/** A frame's position in the history of a node. */
export type FramePlace = {
  readonly frameId: FrameId;
  readonly type: string;
  readonly recordedAs: string;
  readonly stamp: number;
  readonly recordedMs: number;
  /** Its position in the history of the node, 1 for the oldest. */
  readonly sequence: number;
};

/** Returns the places of all frames a node ever had, oldest first. */
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

/** Returns the current places: the newest of each `single` type and all of each `many` type. */
export function newestPlaces(places: readonly FramePlace[], types: FrameTypes): readonly FramePlace[] {
  const newest = new Map(places.map((place) => [place.type, place]));
  return places.filter(
    (place) => types.get(place.type)?.cardinality === 'many' || newest.get(place.type) === place,
  );
}

function byAge(left: Omit<FramePlace, 'sequence'>, right: Omit<FramePlace, 'sequence'>): number {
  return left.stamp - right.stamp || (left.frameId < right.frameId ? -1 : 1);
}

/** What is needed to tell whether a frame is retired. */
type RetirementView = {
  readonly tree: Tree;
  readonly producers: ReadonlyMap<string, Producer>;
  frames(ids: readonly FrameId[]): Promise<readonly FrameBasis[]>;
};

/** Excludes frames that nobody could renew; they remain in the history. */
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
  // A frame written by a person under a producer's type is kept.
  const records = await frames(unproducible.map(({ frameId }) => frameId));
  const retired = new Set(unproducible.filter(({ type }, index) => records[index]?.frame?.agent === type));
  return places.filter((place) => !retired.has(place));
}

/** The status of a frame, folded from its status log. */
export type FrameStatus = {
  /** The bases it was attested for since it was last invalidated, oldest first. */
  readonly attested: readonly BasisId[];
  /** The agent that invalidated it, or null. Its own basis then no longer counts. */
  readonly invalidatedBy: string | null;
  /** The number of log entries. */
  readonly length: number;
};

/** Prefix of the names of status logs. */
export const STATUS_LOGS = 'standing/';

const UNTOUCHED: FrameStatus = { attested: [], invalidatedBy: null, length: 0 };

/** Returns the append that attests a frame for a basis. */
export function attestation(subject: Subject, frameId: FrameId, basis: BasisId): Append {
  return { log: statusLog(subject, frameId), value: canonicalText({ attested: basis }) };
}

/** Returns the append that invalidates a frame. */
export function invalidation(subject: Subject, frameId: FrameId, agent: string): Append {
  return { log: statusLog(subject, frameId), value: canonicalText({ invalidatedBy: agent }) };
}

/** Checks whether a frame was invalidated and not attested for the basis since. */
export function isInvalidated(status: FrameStatus | undefined, basis: BasisId): boolean {
  return status !== undefined && status.invalidatedBy !== null && !status.attested.includes(basis);
}

/** Returns the status of a subject's frames by frame id; frames without one are not included. */
export async function readFrameStatuses(
  store: StoreReader,
  subject: Subject,
): Promise<ReadonlyMap<FrameId, FrameStatus>> {
  const prefix = statusPrefix(subject);
  const statuses = new Map<FrameId, FrameStatus>();
  for await (const { log } of everyHead(store, prefix)) {
    const frameId = `frame:${log.slice(prefix.length)}`;
    if (isId(frameId, 'frame')) statuses.set(frameId, await readStatus(store, log));
  }
  return statuses;
}

async function readStatus(store: StoreReader, log: string): Promise<FrameStatus> {
  let status = UNTOUCHED;
  for await (const { value } of everyEntry(store, log)) status = follow(status, log, value);
  return status;
}

function follow(status: FrameStatus, log: string, value: string): FrameStatus {
  const { attested, invalidatedBy } = (parseCanonical(value) ?? {}) as Readonly<Record<string, unknown>>;
  const length = status.length + 1;
  if (typeof invalidatedBy === 'string') return { attested: [], invalidatedBy, length };
  if (typeof attested === 'string' && isId(attested, 'basis'))
    return { ...status, attested: [...status.attested, attested], length };
  throw corruptEntry({ log, problem: 'says nothing of a frame' });
}

function statusLog(subject: Subject, frameId: FrameId): string {
  return `${statusPrefix(subject)}${digestOf(frameId)}`;
}

function statusPrefix(subject: Subject): string {
  return `${STATUS_LOGS}${subjectHash(subject)}/`;
}
