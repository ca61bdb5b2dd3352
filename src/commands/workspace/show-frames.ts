/** Answers `list` and `head`: the records that stand at a node, or at all nodes below it. */
import { type NodeView, recordedPaths, resolveNode } from '../../context/index.ts';
import type { OpenedWorkspace } from '../../engine/index.ts';
import type { FramesDocument, HeadDocument, ListedFrame } from '../../report/index.ts';
import { requireTypes } from './require-types.ts';
import { listFrame, showFrame } from './show-frame.ts';

/** Which records to list. */
type ListOptions = {
  readonly path: string;
  readonly types: readonly string[];
  /** Also those of all nodes below. */
  readonly isRecursive: boolean;
  readonly onProgress?: (found: number) => void;
};

/** Lists records without what they say, by path. */
export async function showFrames(
  workspace: OpenedWorkspace,
  { path, types, isRecursive, onProgress }: ListOptions,
): Promise<FramesDocument> {
  requireTypes(workspace, types);
  const view: NodeView = { order: 'type', ...(types.length > 0 && { type: types }) };
  const tree = await workspace.tree();
  const node = resolveNode(tree, path);
  const paths = isRecursive ? await recordedPaths(workspace.ledger.store, tree, node.path) : [node.path];
  const frames: ListedFrame[] = [];
  for await (const found of workspace.getNodes(paths, view)) {
    for (const frame of found.frames) frames.push(listFrame(found.node.path, frame));
    onProgress?.(frames.length);
  }
  return { path: node.path, frames };
}

/** Returns the newest record of a node, of one type or of all. */
export async function showHead(
  workspace: OpenedWorkspace,
  path: string,
  { types }: { readonly types: readonly string[] },
): Promise<HeadDocument> {
  requireTypes(workspace, types);
  const view: NodeView = { maxFrames: 1, ...(types.length > 0 && { type: types }) };
  const { node, frames } = await workspace.getNode(path, view);
  const [newest] = frames;
  return { frame: newest ? showFrame(node.path, newest) : null };
}
