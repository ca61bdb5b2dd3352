/** Reads what frames are and rest on, without their contents, which may be large or gone. */
import { digestOf, type FrameId, PenumbraError } from '../../kernel/index.ts';
import {
  type Basis,
  type BasisInput,
  type Frame,
  framesIn,
  parseBasis,
  parseFrame,
  type StoreReader,
  type Subject,
} from '../../ledger/index.ts';

/** The documented bounds. */
export const explainLimits = {
  /** How many frames stand one upon the other at most, from the one that is explained downwards. */
  depth: 64,
  /** How many inputs are listed at most, over all frames. */
  inputs: 5_000,
  /** How many paths are listed at most for one content. */
  paths: 100,
  /** How many dependants are listed at most. */
  dependants: 1_000,
} as const;

/** A frame in a few words. */
export type FrameSummary = {
  readonly frameId: FrameId;
  readonly type: string;
  readonly agent: string;
  readonly subject: Subject;
};

/** A frame with what it rests on. */
type Provenance = { readonly frame: FrameSummary; readonly basis: Basis };

/** Reads frames in the order asked, null where the ledger has no such frame; throws where a basis is missing. */
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

/** Reads frames in the order asked, without what they rest on. */
export async function readSummaries(
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

/** A frame on the way down, with those of its inputs that are listed. */
type FollowedFrame = { readonly frame: FrameSummary; readonly inputs: readonly BasisInput[] };

/** What lies beyond the bounds. */
export type LeftOut = {
  /** How many inputs are not listed, because the most inputs are. */
  readonly inputs: number;
  /** How many frames are named but not followed, because they lie too deep. */
  readonly frames: number;
};

/** The frames below one frame. */
export type FollowedInputs = {
  /** Each frame that was looked for; null where the ledger has none. */
  readonly frames: ReadonlyMap<FrameId, FollowedFrame | null>;
  /** The frame in whose basis each of them was met first. */
  readonly metIn: ReadonlyMap<FrameId, FrameId>;
  readonly leftOut: LeftOut;
};

/** Follows what a frame rests on, each frame once. */
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
