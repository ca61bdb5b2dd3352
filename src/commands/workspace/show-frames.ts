/** Implements `list` and `head`: the records at a node, or at all nodes below it. */
import {
  type ComposeOptions,
  type Moment,
  type NodeFrame,
  type NodeView,
  recordedPaths,
  resolveNode,
} from '../../context/index.ts';
import type { OpenedWorkspace } from '../../engine/index.ts';
import type {
  FramesDocument,
  HeadDocument,
  HistoryDocument,
  ListedFrame,
  ShownComposition,
  ShownFrame,
} from '../../report/index.ts';
import { requireTypes } from './require-types.ts';

/** Which records to list. */
type ListOptions = {
  readonly path: string;
  readonly types: readonly string[];
  /** Whether to include all nodes below. */
  readonly isRecursive: boolean;
  readonly onProgress?: (found: number) => void;
};

/** Lists records by path, without their content. */
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

/** Returns a record without its content. */
function listFrame(path: string, frame: NodeFrame): ListedFrame {
  const { frameId, type, agent, recordedAs, sequence, recordedMs, mediaType, contentId, basisId } = frame;
  const size = frame.content === null ? null : frame.content.length;
  const made = { path, frameId, type, agent, recordedAs, sequence, recordedMs, mediaType, size };
  const { fresh, stale } = frame;
  return { ...made, contentId, basisId, fresh, ...(stale && { stale }) };
}

/** Returns a record with its content. */
export function showFrame(path: string, frame: NodeFrame): ShownFrame {
  return { ...listFrame(path, frame), content: showContent(frame) };
}

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Returns content as a document shows it; null if it was erased by the rules. */
function showContent({
  content,
  mediaType,
}: {
  readonly content: Uint8Array | null;
  readonly mediaType: string;
}): unknown {
  if (content === null) return null;
  const text = textOf(content);
  if (text === null) return { base64: Buffer.from(content).toString('base64') };
  return mediaType === 'application/json' ? parsed(text) : text;
}

function textOf(content: Uint8Array): string | null {
  try {
    return decoder.decode(content);
  } catch {
    return null;
  }
}

/** Content that claims to be JSON but is not is shown as plain text. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Returns the history of a path, up to a sequence number or a time. */
export async function showHistory(
  workspace: OpenedWorkspace,
  path: string,
  { until }: { readonly until?: Moment | undefined } = {},
): Promise<HistoryDocument> {
  const { frames, lineage } = await workspace.history(path, { until });
  const isInTime = ({ recordedMs }: { readonly recordedMs: number }): boolean =>
    !(until instanceof Date) || recordedMs <= until.getTime();
  return {
    path,
    frames: frames.map((frame) => showFrame(path, frame)),
    lineage: lineage.filter(isInTime),
    scans: (await workspace.scans()).length,
  };
}

/** Returns a composition as displayed. */
export async function showComposition(
  workspace: OpenedWorkspace,
  { path, ...options }: ComposeOptions & { readonly path: string },
): Promise<ShownComposition> {
  const { frames, ...rest } = await workspace.compose(path, options);
  const shown = frames.map((frame) => {
    const { source, score, tokens } = frame;
    return {
      ...showFrame(frame.path, frame),
      source,
      ...(score !== undefined && { score }),
      ...(tokens !== undefined && { tokens }),
    };
  });
  return { path, frames: shown, ...rest };
}
