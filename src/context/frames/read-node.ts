/** Answers what is said of a node: its record and the frames of a view, each with whether it still holds. Writes nothing. */
import { compareCodePoints, digestOf, type FrameId } from '../../kernel/index.ts';
import { type Basis, type Frame, parseFrame } from '../../ledger/index.ts';
import { createJudge } from '../freshness/judge.ts';
import type { Judge } from '../freshness/judged-frame.ts';
import type { Staleness } from '../freshness/staleness.ts';
import type { TreeNode } from '../scan/tree.ts';
import type { Standpoint } from '../workspace/standpoint.ts';
import type { FramePlace } from './gather-frames.ts';
import type { NodeFrame } from './node-frame.ts';
import { type NodeRecord, nodeRecord } from './node-record.ts';
import { type CheckedView, isInRange } from './node-view.ts';

/** A node with frames of a view. */
export type NodeAnswer = {
  readonly node: NodeRecord;
  readonly frames: readonly NodeFrame[];
  /** How many frames the view has before its bound. */
  readonly frameCount: number;
};

/** Reads a node by a view; the judge may stand where more was read ahead. */
export async function readNode(
  standpoint: Standpoint,
  node: TreeNode,
  { view, judge }: { readonly view: CheckedView; readonly judge: Judge },
): Promise<NodeAnswer> {
  const { path } = node;
  const places = await viewedPlaces(standpoint, path, view);
  return {
    node: await nodeRecord(standpoint, node),
    frames: await readPlaced(judge, path, places.slice(0, view.maxFrames)),
    frameCount: places.length,
  };
}

/** Reads every frame that a path ever had, oldest first. */
export async function readHistory(standpoint: Standpoint, path: string): Promise<readonly NodeFrame[]> {
  return readPlaced(createJudge(standpoint), path, await standpoint.places(path));
}

/** Reads the frames at places of a node, in their order. */
export async function readPlaced(
  judge: Judge,
  path: string,
  places: readonly FramePlace[],
): Promise<readonly NodeFrame[]> {
  const judged = await judgePlaced(judge, path, places);
  const contents = await judge.standpoint.contents(judged);
  return judged.map(({ place, frame, basis, stale }, index) => {
    const { frameId, type, recordedAs, sequence, recordedMs } = place;
    const { agent, mediaType, basis: basisId, content: contentId } = frame;
    const content = contents[index] ?? null;
    const made = { frameId, type, agent, recordedAs, sequence, recordedMs, mediaType, contentId, content };
    return { ...made, basisId, basis, fresh: stale === null, ...(stale && { stale }) };
  });
}

/** A frame at its place, and why it is stale. */
export type JudgedPlace = {
  readonly id: FrameId;
  readonly place: FramePlace;
  readonly frame: Frame;
  readonly basis: Basis;
  readonly stale: Staleness | null;
};

/** Judges the frames at places of a node, in their order, without reading their contents. */
export async function judgePlaced(
  judge: Judge,
  path: string,
  places: readonly FramePlace[],
): Promise<readonly JudgedPlace[]> {
  const records = await judge.standpoint.frames(places.map(({ frameId }) => frameId));
  const found: JudgedPlace[] = [];
  for (const [index, place] of places.entries()) {
    const { id, frame, basis } = records[index] ?? {};
    // A place whose frame is missing is told by a validation; the rest is still readable.
    if (!id || !frame || !basis) continue;
    const stale = await judge.judge({ frameId: id, frame, basis, at: path });
    found.push({ id, place, frame, basis, stale });
  }
  return found;
}

async function viewedPlaces(
  standpoint: Standpoint,
  path: string,
  view: CheckedView,
): Promise<readonly FramePlace[]> {
  const all = view.isHistory ? await standpoint.places(path) : await standpoint.standing(path);
  const wanted = all.filter((place) => (view.types?.has(place.type) ?? true) && isInRange(view, place));
  const needsAgents = view.agents !== null || view.order === 'agent';
  const agents = needsAgents ? await agentsOf(standpoint, wanted) : new Map<FramePlace, string>();
  const agentOf = (place: FramePlace) => agents.get(place) ?? '';
  const recency = (left: FramePlace, right: FramePlace) =>
    right.stamp - left.stamp || compareCodePoints(left.frameId, right.frameId);
  const orders = {
    recency,
    type: (left: FramePlace, right: FramePlace) =>
      compareCodePoints(left.type, right.type) || recency(left, right),
    agent: (left: FramePlace, right: FramePlace) =>
      compareCodePoints(agentOf(left), agentOf(right)) || recency(left, right),
  };
  return wanted.filter((place) => view.agents?.has(agentOf(place)) ?? true).toSorted(orders[view.order]);
}

async function agentsOf(
  { ledger: { store } }: Standpoint,
  places: readonly FramePlace[],
): Promise<ReadonlyMap<FramePlace, string>> {
  const objects = await store.getMany(places.map(({ frameId }) => digestOf(frameId)));
  const agents = new Map<FramePlace, string>();
  for (const [index, place] of places.entries()) {
    const bytes = objects[index];
    if (bytes) agents.set(place, parseFrame(bytes).agent);
  }
  return agents;
}
