/**
 * Determines which frames a call sees: those about visible nodes that are not based on anything hidden,
 * directly or indirectly. If that cannot be shown, a frame counts as hidden.
 * INVARIANT (hidden bytes stay hidden): a frame made from something hidden is just as hidden.
 */
import { type ContentId, type FrameId, isId, type NodeId } from '../../kernel/index.ts';
import { type Basis, type BasisInput, type FrameBasis, framesIn } from '../../ledger/index.ts';
import type { ContextReader } from '../ports/context.ts';
import { contextLimits } from './context-limits.ts';
import type { VisibleTree } from './visible-tree.ts';

/** Filters frames for one call. */
export type VisibleFrames = {
  /** Returns the given frames that the call sees. */
  among(ids: Iterable<FrameId>): Promise<ReadonlySet<FrameId>>;
  /** Returns the items whose frames the call sees, in order. */
  keep<Named extends { readonly frameId: FrameId }>(all: readonly Named[]): Promise<readonly Named[]>;
};

const NOTHING: Basis = { inputs: [] };

/** Creates the filter. */
export function createVisibleFrames(reader: ContextReader, tree: VisibleTree): VisibleFrames {
  const records = new Map<FrameId, FrameBasis>();
  const states = new Map<string, Promise<ReadonlySet<string>>>();

  /** Returns the ids that files had at a path while it was visible. */
  const formerIds = (path: string): Promise<ReadonlySet<string>> => {
    const found = states.get(path) ?? readFormerIds(reader, tree, path);
    states.set(path, found);
    return found;
  };

  const seesInput = async (input: BasisInput, subject: string): Promise<boolean> => {
    if (typeof input !== 'string') return false;
    if (isId(input, 'frame')) return true;
    const isHere = isId(input, 'content')
      ? tree.pathsOf(input as ContentId).length > 0
      : tree.pathOf(input as NodeId) !== undefined;
    return isHere || (await formerIds(subject)).has(input);
  };

  /** Returns whether a frame is visible, apart from the frames it is based on. */
  const seesOwn = async ({ frame, basis }: FrameBasis): Promise<boolean> => {
    if (!frame || !basis || frame.subject.kind !== 'node') return false;
    if (tree.isWhole) return true;
    const { id: path } = frame.subject;
    if (!tree.sees(path) || (tree.at(path) !== undefined && !tree.isClear(path))) return false;
    for (const input of basis.inputs) if (!(await seesInput(input, path))) return false;
    return true;
  };

  const among = async (ids: Iterable<FrameId>): Promise<ReadonlySet<FrameId>> => {
    const asked = [...ids];
    const reached = await readAll(reader, records, asked);
    const hidden: FrameId[] = [];
    for (const id of reached) {
      const record = records.get(id);
      if (!record || !(await seesOwn(record))) hidden.push(id);
    }
    const unseen = spread(hidden, restingOn(reached, records));
    return new Set(asked.filter((id) => !unseen.has(id)));
  };

  return {
    among,
    async keep(all) {
      const seen = await among(all.map(({ frameId }) => frameId));
      return all.filter(({ frameId }) => seen.has(frameId));
    },
  };
}

/**
 * Reads some frames and everything they are based on. Returns the ids of all frames met, including those
 * beyond the limit, which are not read.
 */
async function readAll(
  reader: ContextReader,
  records: Map<FrameId, FrameBasis>,
  asked: readonly FrameId[],
): Promise<ReadonlySet<FrameId>> {
  const met = new Set(asked);
  const waiting: FrameId[] = [];
  const readWaiting = async () => {
    for (const record of await reader.bases(waiting.splice(0))) records.set(record.id, record);
  };
  for (let level: readonly FrameId[] = asked; level.length > 0; ) {
    for (const id of level) {
      if (records.has(id) || records.size + waiting.length >= contextLimits.followedFrames) continue;
      if (waiting.push(id) >= contextLimits.readAtOnce) await readWaiting();
    }
    await readWaiting();
    const below: FrameId[] = [];
    for (const id of level)
      for (const input of framesIn(records.get(id)?.basis ?? NOTHING)) {
        if (met.has(input)) continue;
        met.add(input);
        below.push(input);
      }
    level = below;
  }
  return met;
}

/** Maps frames to the frames based on them. */
function restingOn(
  ids: Iterable<FrameId>,
  records: ReadonlyMap<FrameId, FrameBasis>,
): ReadonlyMap<FrameId, readonly FrameId[]> {
  const above = new Map<FrameId, FrameId[]>();
  for (const id of ids)
    for (const input of framesIn(records.get(id)?.basis ?? NOTHING)) {
      const resting = above.get(input);
      if (resting) resting.push(id);
      else above.set(input, [id]);
    }
  return above;
}

/** Returns the hidden frames and all frames based on them. */
function spread(
  hidden: readonly FrameId[],
  above: ReadonlyMap<FrameId, readonly FrameId[]>,
): ReadonlySet<FrameId> {
  const unseen = new Set(hidden);
  // Iterating over a set includes elements added on the way.
  for (const id of unseen) for (const resting of above.get(id) ?? []) unseen.add(resting);
  return unseen;
}

/**
 * A deleted directory may have had hidden parts, so only files have former ids that are known to be visible.
 */
async function readFormerIds(
  reader: ContextReader,
  tree: VisibleTree,
  path: string,
): Promise<ReadonlySet<string>> {
  const states = await reader.formerStates(path);
  const seen = states.filter(({ path: name, kind }) => kind !== 'directory' && tree.sees(name));
  return new Set(seen.flatMap(({ contentId, nodeId }) => [contentId, nodeId].filter((id) => id !== null)));
}
