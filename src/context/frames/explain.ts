/**
 * Explains a frame, down to the bytes it rests on, or a path, with its past; and what rests on either. Plain data;
 * nothing is written.
 */
import {
  type ContentId,
  compareCodePoints,
  type FrameId,
  isId,
  type NodeId,
  PenumbraError,
} from '../../kernel/index.ts';
import type { BasisInput, Ledger } from '../../ledger/index.ts';
import { type LineageEntry, readLineage } from '../lineage/read-lineage.ts';
import { readScans } from '../lineage/scan-log.ts';
import { findStoredNode } from '../lineage/stored-trees.ts';
import type { Tree } from '../scan/tree.ts';
import { type NodeKind, nodeIdOf } from '../scan/tree-ids.ts';
import {
  type Dependants,
  explainLimits,
  type FollowedInputs,
  type FrameSummary,
  findDependants,
  followInputs,
  type LeftOut,
} from './provenance.ts';
import { requireNode } from './resolve-node.ts';

/** Why a frame is what it is. */
export type FrameExplanation = Dependants & {
  readonly frame: FrameSummary;
  /** What it rests on, in the order it was used. */
  readonly inputs: readonly ExplainedInput[];
  readonly leftOut: LeftOut;
};

/** Explains a frame; with a tree it tells which of the bytes it rests on are still there, and where. */
export async function explainFrame(
  { store }: Ledger,
  frameId: FrameId,
  { tree }: { readonly tree?: Tree } = {},
): Promise<FrameExplanation> {
  const followed = await followInputs(store, frameId);
  const found = followed.frames.get(frameId);
  if (!found)
    throw new PenumbraError('frame-not-found', `${frameId} is not in the ledger`, {
      data: { frame: frameId },
      hint: 'see the frames that rest on a path with `penumbra explain PATH`',
    });
  const inputs = explainInputs(frameId, followed, tree ? placesIn(tree) : null);
  const { leftOut } = followed;
  return { frame: found.frame, inputs, leftOut, ...(await findDependants(store, [frameId])) };
}

/** Bytes, and where the present tree has them. */
export type ExplainedContent = {
  readonly kind: 'content';
  readonly contentId: ContentId;
  readonly paths: readonly string[];
  /** How many further paths have these bytes. */
  readonly morePaths: number;
  /** Whether the present tree has these bytes; null where no tree was given. */
  readonly isCurrent: boolean | null;
};

/** A place with its bytes. */
export type ExplainedNode = {
  readonly kind: 'node';
  readonly nodeId: NodeId;
  /** Where it is; null where the present tree has no such node, or no tree was given. */
  readonly path: string | null;
  readonly isCurrent: boolean | null;
};

/** Something outside tree and ledger. */
export type ExplainedExternal = { readonly kind: 'external'; readonly name: string; readonly value: string };

/** Another frame. */
export type ExplainedFrame = {
  readonly kind: 'frame';
  readonly frameId: FrameId;
  /**
   * `followed`: its inputs are here. `repeated`: they are where it was met first. `too-deep`: they are left out.
   * `missing`: the ledger has no such frame.
   */
  readonly state: 'followed' | 'repeated' | 'too-deep' | 'missing';
  /** Null where it was not read or is not there. */
  readonly frame: FrameSummary | null;
  readonly inputs: readonly ExplainedInput[];
};

/** One input of a basis. */
export type ExplainedInput = ExplainedContent | ExplainedNode | ExplainedExternal | ExplainedFrame;

/** Returns the inputs of a frame, in the order they were used. */
function explainInputs(
  frameId: FrameId,
  followed: FollowedInputs,
  places: TreePlaces | null,
): readonly ExplainedInput[] {
  const inputs = followed.frames.get(frameId)?.inputs ?? [];
  return inputs.map((input) => explainInput(input, frameId, { followed, places }));
}

type Known = { readonly followed: FollowedInputs; readonly places: TreePlaces | null };

function explainInput(input: BasisInput, parent: FrameId, known: Known): ExplainedInput {
  if (typeof input !== 'string') return { kind: 'external', ...input.external };
  if (isId(input, 'content')) return explainContent(input, known.places);
  if (isId(input, 'node')) return explainNode(input, known.places);
  return explainBelow(input as FrameId, parent, known);
}

function explainContent(contentId: ContentId, places: TreePlaces | null): ExplainedContent {
  const all = places?.pathsOf(contentId) ?? [];
  const paths = all.slice(0, explainLimits.paths);
  const isCurrent = places && all.length > 0;
  return { kind: 'content', contentId, paths, morePaths: all.length - paths.length, isCurrent };
}

function explainNode(nodeId: NodeId, places: TreePlaces | null): ExplainedNode {
  const path = places?.pathOf(nodeId) ?? null;
  return { kind: 'node', nodeId, path, isCurrent: places && path !== null };
}

function explainBelow(frameId: FrameId, parent: FrameId, { followed, places }: Known): ExplainedFrame {
  const found = followed.frames.get(frameId);
  const frame = found?.frame ?? null;
  const state = found === undefined ? 'too-deep' : found === null ? 'missing' : 'followed';
  if (state !== 'followed') return { kind: 'frame', frameId, state, frame, inputs: [] };
  if (followed.metIn.get(frameId) !== parent)
    return { kind: 'frame', frameId, state: 'repeated', frame, inputs: [] };
  return { kind: 'frame', frameId, state, frame, inputs: explainInputs(frameId, followed, places) };
}

/** Answers where bytes and nodes lie in one tree. */
type TreePlaces = {
  /** Returns the paths that have these bytes, in code point order. */
  pathsOf(contentId: ContentId): readonly string[];
  /** Returns the path of a node as it is at present. */
  pathOf(nodeId: NodeId): string | undefined;
};

/** Makes the table of a tree; ids of nodes are hashed only once one is asked for. */
function placesIn(tree: Tree): TreePlaces {
  const byContent = new Map<ContentId, string[]>();
  for (const { path, contentId } of tree.walk()) {
    const paths = byContent.get(contentId);
    if (paths) paths.push(path);
    else byContent.set(contentId, [path]);
  }
  let byNode: ReadonlyMap<NodeId, string> | undefined;
  return {
    pathsOf: (contentId) => (byContent.get(contentId) ?? []).toSorted(compareCodePoints),
    pathOf(nodeId) {
      byNode ??= new Map(Array.from(tree.walk(), (node) => [node.nodeId, node.path]));
      return byNode.get(nodeId);
    },
  };
}

/** What rests on a path; of a path where nothing stands any more only its past is known. */
export type PathExplanation = Dependants & {
  readonly path: string;
  readonly kind: NodeKind | null;
  readonly contentId: ContentId | null;
  readonly nodeId: NodeId | null;
  /** What scans saw of it, oldest first. */
  readonly lineage: readonly LineageEntry[];
};

/** Explains a path: all that rests on its bytes, wherever they lie, or on the place, now or in the past. */
export async function explainPath({ store }: Ledger, path: string, tree: Tree): Promise<PathExplanation> {
  const scans = await readScans(store);
  const { entries } = await readLineage(store, scans, { path, tree });
  const last = scans.at(-1);
  // What changed since the last scan has no entry yet, and what rests on it rests on what that scan saw.
  const recorded = last ? await findStoredNode(store, last.root, path) : null;
  const node = entries.length > 0 || recorded ? tree.at(path) : requireNode({ tree }, path);
  const former = recorded && { contentId: recorded.contentId, nodeId: nodeIdOf({ path, ...recorded }) };
  const inputs = new Set<string>();
  for (const state of [node, former, ...entries.toReversed()])
    for (const input of [state?.contentId, state?.nodeId]) if (input) inputs.add(input);
  return {
    path,
    kind: node?.kind ?? null,
    contentId: node?.contentId ?? null,
    nodeId: node?.nodeId ?? null,
    lineage: entries,
    ...(await findDependants(store, [...inputs])),
  };
}
