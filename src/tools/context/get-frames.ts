/** The command `context get`: a node and its current frames. */
import type { NodeFrame, TreeNode, ViewOrder } from '../../context/index.ts';
import { compareCodePoints } from '../../kernel/index.ts';
import type { ToolCall, ToolResult } from '../calls/tool-command.ts';
import { answerFaults } from './answer-faults.ts';
import { contextLimits } from './context-limits.ts';
import { type OpenContext, openContext } from './open-context.ts';
import { showFrames } from './show-frames.ts';

type GetArguments = {
  readonly maxFrames?: number;
  readonly order?: ViewOrder;
  readonly type?: string;
  readonly agent?: string;
};

/** Answers `get`. */
export async function getFrames(call: ToolCall): Promise<ToolResult> {
  const { place, reply } = call;
  const { maxFrames = contextLimits.defaultFrames, order = 'recency' } = call.arguments as GetArguments;
  const open = await openContext(call);
  const node = open?.tree.at(open.path);
  if (!open || !node) return { reply: reply.invalid('MCP-CTX-I-001') };
  return answerFaults(reply, async () => {
    const standing = await standingFrames(open, call.arguments);
    const seen = (await open.frames.keep(standing)).toSorted(orders[order]);
    const shown = seen.slice(0, maxFrames);
    const data = {
      resolved: place.address,
      node: showNode(open, node),
      frames: showFrames(shown),
      count: seen.length,
      is_cut: seen.length > shown.length,
    };
    return { reply: reply.success('MCP-CTX-S-001', { data }), value: shown };
  });
}

/** Frames are ordered newest first, and sorting is stable. */
const orders: Readonly<Record<ViewOrder, (left: NodeFrame, right: NodeFrame) => number>> = {
  recency: () => 0,
  type: (left, right) => compareCodePoints(left.type, right.type),
  agent: (left, right) => compareCodePoints(left.agent, right.agent),
};

/** Reads all current frames page by page, because hidden frames must not take the place of visible ones. */
async function standingFrames(
  { reader, path }: OpenContext,
  { type, agent }: GetArguments,
): Promise<readonly NodeFrame[]> {
  const found: NodeFrame[] = [];
  for (let until: number | undefined; ; ) {
    const { frames, frameCount } = await reader.getNode(path, { type, agent, until });
    found.push(...frames);
    if (frames.length === 0 || frames.length >= frameCount) return found;
    until = Math.min(...frames.map(({ sequence }) => sequence)) - 1;
  }
}

/** Shows a node. The size and ids of a directory would cover what is hidden in it. */
function showNode({ tree, path }: OpenContext, { kind, size, contentId, nodeId }: TreeNode) {
  const isClear = tree.isClear(path);
  return {
    kind,
    size: isClear ? size : null,
    content: isClear ? contentId : null,
    node: isClear ? nodeId : null,
    children: tree.childNames(path).slice(0, contextLimits.listed),
  };
}
