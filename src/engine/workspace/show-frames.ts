/** Answers `list` and `head`: the records that stand at a node, or at all nodes below it. */
import type { NodeView, TreeNode } from '../../context/index.ts';
import { everyHead, type StoreReader, subjectHash } from '../../ledger/index.ts';
import type { FramesDocument, HeadDocument, ListedFrame } from '../../report/index.ts';
import type { OpenedWorkspace } from './open-workspace.ts';
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
  const { node } = await workspace.getNode(path, { maxFrames: 0 });
  const paths = isRecursive ? await spokenOfWithin(workspace, node.path) : [node.path];
  const frames: ListedFrame[] = [];
  for (const each of paths) {
    const found = await workspace.getNode(each, view);
    frames.push(...found.frames.map((frame) => listFrame(each, frame)));
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

/** Returns a node and those below it about which something may be recorded, under this or a former name. */
async function spokenOfWithin(workspace: OpenedWorkspace, directory: string): Promise<readonly string[]> {
  const spokenOf = await subjectsIn(workspace.ledger.store, ['frame/', 'path/']);
  const isSpokenOf = ({ path }: TreeNode): boolean => spokenOf.has(subjectHash({ kind: 'node', id: path }));
  const lead = directory === '.' ? '' : `${directory}/`;
  const paths: string[] = [];
  for (const node of (await workspace.tree()).walk())
    if ((node.path === directory || node.path.startsWith(lead)) && isSpokenOf(node)) paths.push(node.path);
  return paths;
}

async function subjectsIn(store: StoreReader, prefixes: readonly string[]): Promise<ReadonlySet<string>> {
  const subjects = new Set<string>();
  for (const prefix of prefixes)
    for await (const { log } of everyHead(store, prefix))
      subjects.add(log.slice(prefix.length).split('/', 1)[0] ?? '');
  return subjects;
}
