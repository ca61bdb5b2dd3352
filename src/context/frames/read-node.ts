/** Reads a node: its record and the frames selected by a view, each with its freshness. Writes nothing. */
import {
  type BasisId,
  type ContentId,
  cite,
  compareCodePoints,
  didYouMean,
  digestOf,
  type FrameId,
  type NodeId,
  PenumbraError,
  type Sha256,
  sortByCodePoint,
  taggedHash,
} from '../../kernel/index.ts';
import { type Basis, type Frame, parseFrame } from '../../ledger/index.ts';
import { createJudge } from '../freshness/judge.ts';
import type { Judge, Staleness } from '../freshness/staleness.ts';
import type { LineageEntry } from '../lineage/read-lineage.ts';
import type { TreeNode } from '../scan/tree.ts';
import { lastName, type NodeKind, parentPath } from '../scan/tree-ids.ts';
import type { FramePlace } from '../snapshot/frame-places.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

/** A node and its selected frames. */
export type NodeAnswer = {
  readonly node: NodeRecord;
  readonly frames: readonly NodeFrame[];
  /** The number of matching frames before the limit. */
  readonly frameCount: number;
};

/** Reads a node through a view. */
export async function readNode(
  snapshot: Snapshot,
  node: TreeNode,
  { view, judge }: { readonly view: CheckedView; readonly judge: Judge },
): Promise<NodeAnswer> {
  const { path } = node;
  const places = await viewedPlaces(snapshot, path, view);
  return {
    node: await nodeRecord(snapshot, node),
    frames: await readPlaced(judge, path, places.slice(0, view.maxFrames)),
    frameCount: places.length,
  };
}

/** Reads all frames a path ever had, oldest first. */
export async function readHistory(snapshot: Snapshot, path: string): Promise<readonly NodeFrame[]> {
  return readPlaced(createJudge(snapshot), path, await snapshot.places(path));
}

/** Reads the frames at places of a node, in order. */
export async function readPlaced(
  judge: Judge,
  path: string,
  places: readonly FramePlace[],
): Promise<readonly NodeFrame[]> {
  const judged = await judgePlaced(judge, path, places);
  const contents = await judge.snapshot.contents(judged);
  return judged.map(({ place, frame, basis, stale }, index) => {
    const { frameId, type, recordedAs, sequence, recordedMs } = place;
    const { agent, mediaType, basis: basisId, content: contentId } = frame;
    const content = contents[index] ?? null;
    const made = { frameId, type, agent, recordedAs, sequence, recordedMs, mediaType, contentId, content };
    return { ...made, basisId, basis, fresh: stale === null, ...(stale && { stale }) };
  });
}

/** A frame's place, and why it is stale. */
type JudgedPlace = {
  readonly id: FrameId;
  readonly place: FramePlace;
  readonly frame: Frame;
  readonly basis: Basis;
  readonly stale: Staleness | null;
};

/** Judges the frames at places of a node, in order, without reading contents. */
async function judgePlaced(
  judge: Judge,
  path: string,
  places: readonly FramePlace[],
): Promise<readonly JudgedPlace[]> {
  const records = await judge.snapshot.frames(places.map(({ frameId }) => frameId));
  const found: JudgedPlace[] = [];
  for (const [index, place] of places.entries()) {
    const { id, frame, basis } = records[index] ?? {};
    // Missing frames are reported by validation; the rest is still readable.
    if (!id || !frame || !basis) continue;
    const stale = await judge.judge({ frameId: id, frame, basis, at: path });
    found.push({ id, place, frame, basis, stale });
  }
  return found;
}

async function viewedPlaces(
  snapshot: Snapshot,
  path: string,
  view: CheckedView,
): Promise<readonly FramePlace[]> {
  const all = view.isHistory ? await snapshot.places(path) : await snapshot.current(path);
  const wanted = all.filter((place) => (view.types?.has(place.type) ?? true) && isInRange(view, place));
  const needsAgents = view.agents !== null || view.order === 'agent';
  const agents = needsAgents ? await agentsOf(snapshot, wanted) : new Map<FramePlace, string>();
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
  { ledger: { store } }: Snapshot,
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

/** A frame of a node. */
export type NodeFrame = {
  readonly frameId: FrameId;
  readonly type: string;
  readonly agent: string;
  /** The path it was recorded under; a former path if the file was renamed since. */
  readonly recordedAs: string;
  /** Its position in the history of the node, 1 for the oldest. */
  readonly sequence: number;
  readonly recordedMs: number;
  readonly mediaType: string;
  readonly contentId: ContentId;
  /** Null if it was removed from the ledger by collection. */
  readonly content: Uint8Array | null;
  readonly basisId: BasisId;
  readonly basis: Basis;
  readonly fresh: boolean;
  /** Why it is stale; missing if it is fresh. */
  readonly stale?: Staleness;
};

/** A node and its recorded data. */
export type NodeRecord = {
  readonly path: string;
  readonly kind: NodeKind;
  readonly size: number;
  readonly nodeId: NodeId;
  readonly contentId: ContentId;
  readonly parent: string | null;
  /** The names of a directory's children; empty for other nodes. */
  readonly children: readonly string[];
  /** Covers every frame the node ever had. */
  readonly frameSetRoot: string;
  /** Its states in recorded scans, oldest first; empty if unchanged since the first scan. */
  readonly lineage: readonly LineageEntry[];
};

/** Returns the record of a node. */
async function nodeRecord(snapshot: Snapshot, node: TreeNode): Promise<NodeRecord> {
  const { path, kind, size, nodeId, contentId } = node;
  const children = kind === 'directory' ? (snapshot.tree.children(node) ?? []) : [];
  return {
    path,
    kind,
    size,
    nodeId,
    contentId,
    parent: parentPath(path),
    children: children.map((child) => lastName(child.path)),
    frameSetRoot: frameSetRoot((await snapshot.places(path)).map(({ frameId }) => frameId)),
    lineage: (await snapshot.lineage(path)).entries,
  };
}

const BRANCHES = 16;

/** Returns the root of a Merkle tree over a set of frames, with sixteen branches, ordered by id. */
export function frameSetRoot(frameIds: readonly FrameId[]): Sha256 {
  let level: readonly string[] = sortByCodePoint([...new Set(frameIds)]);
  for (;;) {
    const above: Sha256[] = [];
    for (let start = 0; start === 0 || start < level.length; start += BRANCHES)
      above.push(taggedHash('penumbra/frame-set/1', level.slice(start, start + BRANCHES)));
    if (above.length === 1) return above[0] as Sha256;
    level = above;
  }
}

/** A stale frame and its node. */
export type StaleFrame = {
  readonly path: string;
  readonly frameId: FrameId;
  readonly type: string;
  readonly agent: string;
  readonly stale: Staleness;
};

/** Returns the stale ones among the frames at places of a node, in order. */
export async function staleFramesAt(
  judge: Judge,
  path: string,
  places: readonly FramePlace[],
): Promise<readonly StaleFrame[]> {
  const judged = await judgePlaced(judge, path, places);
  return judged.flatMap(({ id, frame: { type, agent }, stale }) =>
    stale ? [{ path, frameId: id, type, agent, stale }] : [],
  );
}

export const viewOrders = ['recency', 'type', 'agent'] as const;

/** How frames are ordered: newest first, or by type or agent name and then newest first. */
export type ViewOrder = (typeof viewOrders)[number];

/** A position in a history: a sequence number or a time. */
export type Moment = number | Date;

/** Selects frames of a node; omitted fields do not filter. */
export type NodeView = {
  readonly maxFrames?: number | undefined;
  readonly order?: ViewOrder | undefined;
  readonly type?: string | readonly string[] | undefined;
  readonly agent?: string | readonly string[] | undefined;
  readonly since?: Moment | undefined;
  readonly until?: Moment | undefined;
  /** Includes superseded frames. */
  readonly history?: boolean | undefined;
};

/** The maximum and default number of frames in an answer. */
export const MOST_FRAMES = 1_000;

/** A view with defaults filled in. */
type CheckedView = {
  readonly maxFrames: number;
  readonly order: ViewOrder;
  readonly types: ReadonlySet<string> | null;
  readonly agents: ReadonlySet<string> | null;
  readonly since: Moment | null;
  readonly until: Moment | null;
  readonly isHistory: boolean;
};

/** Fills in a view's defaults, or throws `usage`. */
export function checkView(view: NodeView = {}): CheckedView {
  const { maxFrames = MOST_FRAMES, order = 'recency' } = view;
  if (!Number.isSafeInteger(maxFrames) || maxFrames < 0)
    throw new PenumbraError('usage', `${cite(String(maxFrames))} is not a number of frames`);
  if (!viewOrders.includes(order))
    throw new PenumbraError(
      'usage',
      `unknown order ${cite(String(order))}${didYouMean(String(order), viewOrders)}`,
      {
        hint: `orders: ${viewOrders.join(', ')}`,
      },
    );
  return {
    maxFrames: Math.min(maxFrames, MOST_FRAMES),
    order,
    types: namesIn(view.type),
    agents: namesIn(view.agent),
    since: checkMoment(view.since),
    until: checkMoment(view.until),
    isHistory: view.history === true,
  };
}

/** Checks whether a frame was recorded within a view's range, which is inclusive. */
export function isInRange(
  { since, until }: Pick<CheckedView, 'since' | 'until'>,
  place: { readonly sequence: number; readonly recordedMs: number },
): boolean {
  const at = (moment: Moment) =>
    typeof moment === 'number' ? place.sequence - moment : place.recordedMs - moment.getTime();
  return (since === null || at(since) >= 0) && (until === null || at(until) <= 0);
}

function namesIn(names: string | readonly string[] | undefined): ReadonlySet<string> | null {
  if (names === undefined) return null;
  return new Set(typeof names === 'string' ? [names] : names);
}

function checkMoment(moment: Moment | undefined): Moment | null {
  if (moment === undefined) return null;
  const isFit =
    typeof moment === 'number' ? Number.isSafeInteger(moment) : Number.isFinite(moment?.getTime?.());
  if (isFit) return moment;
  throw new PenumbraError('usage', `${cite(String(moment))} is neither a number in a history nor a time`);
}
