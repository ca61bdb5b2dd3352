/**
 * Explains a frame down to the bytes it depends on, or a path and its history, with the dependants of either.
 * Returns plain data and writes nothing.
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

/** The explanation of a frame. */
export type FrameExplanation = Dependants & {
  readonly frame: FrameSummary;
  /** Its inputs, in the order they were used. */
  readonly inputs: readonly ExplainedInput[];
  readonly leftOut: LeftOut;
};

/** Explains a frame; given a tree, also says which of the input bytes still exist, and where. */
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

/** Bytes, and their paths in the current tree. */
export type ExplainedContent = {
  readonly kind: 'content';
  readonly contentId: ContentId;
  readonly paths: readonly string[];
  /** The number of further paths with these bytes. */
  readonly morePaths: number;
  /** Whether the current tree has these bytes; null if no tree was given. */
  readonly isCurrent: boolean | null;
};

/** A path and its bytes. */
export type ExplainedNode = {
  readonly kind: 'node';
  readonly nodeId: NodeId;
  /** Its path; null if the current tree has no such node or no tree was given. */
  readonly path: string | null;
  readonly isCurrent: boolean | null;
};

/** An input outside tree and ledger. */
export type ExplainedExternal = { readonly kind: 'external'; readonly name: string; readonly value: string };

/** Another frame. */
export type ExplainedFrame = {
  readonly kind: 'frame';
  readonly frameId: FrameId;
  /**
   * `followed`: its inputs are listed here. `repeated`: they are listed at its first occurrence. `too-deep`:
   * they are omitted. `missing`: the ledger has no such frame.
   */
  readonly state: 'followed' | 'repeated' | 'too-deep' | 'missing';
  /** Null if it was not read or does not exist. */
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

/** Looks up bytes and nodes in a tree. */
type TreePlaces = {
  /** Returns the paths with these bytes, in code point order. */
  pathsOf(contentId: ContentId): readonly string[];
  /** Returns the current path of a node. */
  pathOf(nodeId: NodeId): string | undefined;
};

/** Builds the lookup for a tree; node ids are only hashed on first use. */
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

/** The dependants of a path; for a deleted path, only its history is known. */
export type PathExplanation = Dependants & {
  readonly path: string;
  readonly kind: NodeKind | null;
  readonly contentId: ContentId | null;
  readonly nodeId: NodeId | null;
  /** Its states in recorded scans, oldest first. */
  readonly lineage: readonly LineageEntry[];
};

/**
 * Explains a path: everything that depends on its bytes, wherever they are, or on the path itself, now or in
 * the past.
 */
export async function explainPath({ store }: Ledger, path: string, tree: Tree): Promise<PathExplanation> {
  const scans = await readScans(store);
  const { entries } = await readLineage(store, scans, { path, tree });
  const last = scans.at(-1);
  // Changes since the last scan have no entry yet, so dependants are found by what that scan recorded.
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
