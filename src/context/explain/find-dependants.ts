/** What rests on something, directly or by way of other frames, oldest first. */
import { canonicalText, compareCodePoints, type FrameId, isId } from '../../kernel/index.ts';
import {
  everyEntry,
  everyMember,
  frameLog,
  INPUT_INDEX,
  recordedMsOf,
  type StoreReader,
} from '../../ledger/index.ts';
import { explainLimits, type FrameSummary, readSummaries } from './read-provenance.ts';

/** A frame that rests on what is explained. */
export type Dependant = FrameSummary & {
  /** The input by which it was found: what is explained, or a dependant nearer to it. */
  readonly restsOn: string;
  /** How many steps it is away: 1 for what names it in its basis. */
  readonly distance: number;
  /** When it was first recorded; null where it stands in no log. */
  readonly recordedMs: number | null;
};

/** The dependants that are listed. */
export type Dependants = {
  readonly dependants: readonly Dependant[];
  /** Whether there are more than are listed; those nearest are. */
  readonly hasMore: boolean;
};

type Link = { readonly restsOn: string; readonly distance: number };

/** Finds what rests on any of some inputs, each frame once. */
export async function findDependants(store: StoreReader, inputs: readonly string[]): Promise<Dependants> {
  const { links, hasMore } = await followLinks(store, inputs);
  const summaries = (await readSummaries(store, [...links.keys()])).flatMap((found) => found?.summary ?? []);
  const stamps = await readStamps(store, summaries);
  const order = (left: Dependant, right: Dependant) =>
    (stamps.get(left.frameId) ?? Infinity) - (stamps.get(right.frameId) ?? Infinity) ||
    left.distance - right.distance ||
    compareCodePoints(left.frameId, right.frameId);
  const dependants = summaries.map((summary): Dependant => {
    const stamp = stamps.get(summary.frameId);
    const recordedMs = stamp === undefined ? null : recordedMsOf(stamp);
    return { ...summary, ...(links.get(summary.frameId) as Link), recordedMs };
  });
  return { dependants: dependants.sort(order), hasMore };
}

/** Walks the index of inputs upwards, level by level. */
async function followLinks(
  store: StoreReader,
  inputs: readonly string[],
): Promise<{ readonly links: ReadonlyMap<FrameId, Link>; readonly hasMore: boolean }> {
  const links = new Map<FrameId, Link>();
  let level: readonly string[] = inputs;
  for (let distance = 1; level.length > 0; distance++) {
    const above: FrameId[] = [];
    for (const restsOn of level) {
      for await (const member of everyMember(store, INPUT_INDEX, restsOn)) {
        if (!isId(member, 'frame') || links.has(member)) continue;
        if (links.size >= explainLimits.dependants) return { links, hasMore: true };
        links.set(member, { restsOn, distance });
        above.push(member);
      }
    }
    level = above;
  }
  return { links, hasMore: false };
}

/** Reads the stamp of the first entry of each frame; a log is read no further than its last sought frame. */
async function readStamps(
  store: StoreReader,
  frames: readonly FrameSummary[],
): Promise<ReadonlyMap<FrameId, number>> {
  const stamps = new Map<FrameId, number>();
  const byLog = Map.groupBy(frames, ({ subject, type }) => frameLog(subject, type));
  for (const [log, inLog] of byLog) {
    const sought = new Map(inLog.map(({ frameId }) => [canonicalText({ frame: frameId }), frameId]));
    for await (const { value, stamp } of everyEntry(store, log)) {
      const frameId = sought.get(value);
      if (frameId === undefined) continue;
      stamps.set(frameId, stamp);
      sought.delete(value);
      if (sought.size === 0) break;
    }
  }
  return stamps;
}
