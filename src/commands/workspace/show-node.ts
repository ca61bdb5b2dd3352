/**
 * Implements `get`: a node with its records. Records that producers make are made first if their type is
 * requested.
 */
import {
  contextTypes,
  lastName,
  type NodeAnswer,
  type NodeView,
  ROOT_PATH,
  type TreeNode,
} from '../../context/index.ts';
import type { OpenedWorkspace } from '../../engine/index.ts';
import type { NodeDocument, ShownChild } from '../../report/index.ts';
import { requireTypes } from './require-types.ts';
import { showFrame } from './show-frames.ts';

/** The types a workspace can make on demand, known before one is opened. */
const madeOnDemand: readonly string[] = contextTypes.map(({ name }) => name);

/** The agent that makes them. */
const MAKER = 'synthesis';

/** Returns whether a view may make records, and so needs a ledger to store them. */
export function mayProduce({ type, history }: NodeView): boolean {
  return history !== true && namesIn(type).some((name) => madeOnDemand.includes(name));
}

/** Returns a node with the records of a view. */
export async function showNode(
  workspace: OpenedWorkspace,
  path: string,
  view: NodeView = {},
): Promise<NodeDocument> {
  requireTypes(workspace, namesIn(view.type));
  const before = await workspace.getNode(path, view);
  const wanted = mayProduce(view) ? await missingTypes(workspace, before, view) : [];
  if (wanted.length === 0) return documentOf(workspace, before, { produced: [], unmade: [] });
  await workspace.as(MAKER, 'synthesis').produce({ path: before.node.path, types: wanted });
  const after = await workspace.getNode(before.node.path, { type: wanted });
  const isMade = (type: string): boolean => after.frames.some((frame) => frame.type === type && frame.fresh);
  return documentOf(workspace, await workspace.getNode(before.node.path, view), {
    produced: wanted.filter(isMade),
    unmade: wanted.filter((type) => !isMade(type)),
  });
}

async function missingTypes(
  workspace: OpenedWorkspace,
  { node: { kind, path } }: NodeAnswer,
  { type }: NodeView,
): Promise<readonly string[]> {
  const { ofFiles, ofRoot } = workspace.producers();
  const isFile = kind === 'file' || kind === 'executable';
  const made = isFile ? ofFiles : path === ROOT_PATH ? ofRoot : [];
  const wanted = namesIn(type).filter((name) => made.includes(name));
  if (wanted.length === 0) return [];
  const { frames } = await workspace.getNode(path, { type: wanted });
  return wanted.filter((name) => !frames.some((frame) => frame.type === name && frame.fresh));
}

async function documentOf(
  workspace: OpenedWorkspace,
  { node, frames, frameCount }: NodeAnswer,
  made: Pick<NodeDocument, 'produced' | 'unmade'>,
): Promise<NodeDocument> {
  const children = (await workspace.tree()).children(node.path) ?? [];
  return {
    node: { ...node, children: node.kind === 'directory' ? children.map(childOf) : [] },
    frames: frames.map((frame) => showFrame(node.path, frame)),
    frameCount,
    ...made,
  };
}

function childOf({ path, kind, size }: TreeNode): ShownChild {
  return { name: lastName(path), kind, size };
}

function namesIn(names: string | readonly string[] | undefined): readonly string[] {
  return names === undefined ? [] : typeof names === 'string' ? [names] : names;
}
