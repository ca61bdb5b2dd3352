/** The inputs and dependants of frames, read without contents, which may be large or removed. */
import {
  canonicalText,
  compareCodePoints,
  digestOf,
  type FrameId,
  isId,
  PenumbraError,
} from '../../kernel/index.ts';
import {
  type Basis,
  type BasisInput,
  everyEntry,
  everyMember,
  type Frame,
  frameLog,
  framesIn,
  INPUT_INDEX,
  parseBasis,
  parseFrame,
  recordedMsOf,
  type StoreReader,
  type Subject,
} from '../../ledger/index.ts';

/** The documented limits. */
export const explainLimits = {
  /** Levels of input frames, from the explained frame down. */
  depth: 64,
  /** Inputs listed, over all frames. */
  inputs: 5_000,
  /** Paths listed per content. */
  paths: 100,
  /** Dependants listed. */
  dependants: 1_000,
} as const;

/** A short description of a frame. */
export type FrameSummary = {
  readonly frameId: FrameId;
  readonly type: string;
  readonly agent: string;
  readonly subject: Subject;
};

/** A frame and its basis. */
type Provenance = { readonly frame: FrameSummary; readonly basis: Basis };

/**
 * Reads frames in the order requested, null if the ledger has no such frame; throws if a basis is missing.
 */
async function readProvenance(
  store: StoreReader,
  ids: readonly FrameId[],
): Promise<readonly (Provenance | null)[]> {
  const frames = await readSummaries(store, ids);
  const known = frames.flatMap((found) => (found ? [found.frame.basis] : []));
  const bases = await store.getMany(known.map(digestOf));
  const byId = new Map(known.map((id, position) => [id, bases[position]]));
  return frames.map((found) => {
    if (!found) return null;
    const bytes = byId.get(found.frame.basis);
    if (!bytes) throw missingBasis(found.summary.frameId, found.frame);
    return { frame: found.summary, basis: parseBasis(bytes) };
  });
}

/** Reads frames in the order requested, without their bases. */
async function readSummaries(
  store: StoreReader,
  ids: readonly FrameId[],
): Promise<readonly ({ readonly frame: Frame; readonly summary: FrameSummary } | null)[]> {
  const objects = await store.getMany(ids.map(digestOf));
  return ids.map((frameId, position) => {
    const bytes = objects[position];
    if (!bytes) return null;
    const frame = parseFrame(bytes);
    const { type, agent, subject } = frame;
    return { frame, summary: { frameId, type, agent, subject } };
  });
}

function missingBasis(frameId: FrameId, { basis }: Frame): PenumbraError {
  return new PenumbraError('store-damaged', `${frameId} names ${basis}, which is not in the ledger`, {
    data: { object: basis },
    hint: 'run `penumbra validate` to see what it affects, and import an export that still has it',
  });
}

/** A visited frame and those of its inputs that are listed. */
type FollowedFrame = { readonly frame: FrameSummary; readonly inputs: readonly BasisInput[] };

/** What was omitted because of limits. */
export type LeftOut = {
  /** Inputs omitted because the input limit was reached. */
  readonly inputs: number;
  /** Frames listed but not followed because of the depth limit. */
  readonly frames: number;
};

/** All frames a frame depends on. */
export type FollowedInputs = {
  /** Each visited frame; null if the ledger has none. */
  readonly frames: ReadonlyMap<FrameId, FollowedFrame | null>;
  /** The frame whose basis first referred to each of them. */
  readonly metIn: ReadonlyMap<FrameId, FrameId>;
  readonly leftOut: LeftOut;
};

/** Follows the inputs of a frame transitively, each frame once. */
export async function followInputs(store: StoreReader, start: FrameId): Promise<FollowedInputs> {
  const frames = new Map<FrameId, FollowedFrame | null>();
  const metIn = new Map<FrameId, FrameId>();
  let room: number = explainLimits.inputs;
  let unlisted = 0;
  let level: FrameId[] = [start];
  for (let depth = 0; level.length > 0 && depth < explainLimits.depth; depth++) {
    const found = await readProvenance(store, level);
    const below: FrameId[] = [];
    for (const [position, id] of level.entries()) {
      const { frame, basis } = found[position] ?? {};
      const inputs = basis?.inputs.slice(0, room) ?? [];
      frames.set(id, frame ? { frame, inputs } : null);
      room -= inputs.length;
      unlisted += (basis?.inputs.length ?? 0) - inputs.length;
      for (const next of framesIn({ inputs })) {
        if (next === start || metIn.has(next)) continue;
        metIn.set(next, id);
        below.push(next);
      }
    }
    level = below;
  }
  return { frames, metIn, leftOut: { inputs: unlisted, frames: level.length } };
}

/** A frame that depends on the explained item. */
export type Dependant = FrameSummary & {
  /** The input it was found by: the explained item or a nearer dependant. */
  readonly restsOn: string;
  /** The number of steps: 1 if the explained item is in its basis. */
  readonly distance: number;
  /** When it was first recorded; null if it is in no log. */
  readonly recordedMs: number | null;
};

/** The dependants that are listed. */
export type Dependants = {
  readonly dependants: readonly Dependant[];
  /** Whether there are more; the nearest are listed. */
  readonly hasMore: boolean;
};

type Link = { readonly restsOn: string; readonly distance: number };

/** Finds all frames that depend on any of the inputs, each once. */
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

/** Walks the input index upwards, level by level. */
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

/** Reads the stamp of each frame's first entry; a log is only read up to its last requested frame. */
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
