/** The command `context compose`: the frames around a node in order and within bounds, of what the call sees alone. */
import type { Composition, FrameSource } from '../../context/index.ts';
import type { ToolCall, ToolResult } from '../calls/tool-command.ts';
import { answerFaults } from './answer-faults.ts';
import { contextLimits } from './context-limits.ts';
import { type OpenContext, openContext } from './open-context.ts';
import { showFrames } from './show-frames.ts';

/** The sources that lead to nodes around the place; further paths would be addresses of their own. */
export const composedSources = ['node', 'parent', 'ancestors', 'siblings', 'children'] as const;

type ComposeArguments = {
  readonly query?: string;
  readonly sources?: readonly FrameSource[];
  readonly order?: string;
  readonly maxFrames?: number;
  readonly maxTokens?: number;
};

/** Answers `compose`. */
export async function composeFrames(call: ToolCall): Promise<ToolResult> {
  const { place, reply } = call;
  const { maxFrames = contextLimits.defaultFrames, ...request } = call.arguments as ComposeArguments;
  const open = await openContext(call);
  if (!open?.tree.at(open.path)) return { reply: reply.invalid('MCP-CTX-I-001') };
  return answerFaults(reply, async () => {
    const composition = await open.reader.compose(open.path, {
      ...request,
      maxFrames,
      maxBytes: contextLimits.contentBytes,
      // What is hidden is left out before anything is ordered, scored, counted or bounded.
      keep: async (path, frames) =>
        open.tree.sees(path) && open.isOfRow(path) ? open.frames.keep(frames) : [],
    });
    const data = { resolved: place.address, ...showComposition(composition, open) };
    return { reply: reply.success('MCP-CTX-S-002', { data }), value: composition };
  });
}

function showComposition({ frames, leftOut, totals, order }: Composition, { addressOf }: OpenContext) {
  const shown = showFrames(frames).map((shownFrame, index) => {
    const { path = '', source = 'node', score, tokens } = frames[index] ?? {};
    const counted = { ...(score !== undefined && { score }), ...(tokens !== undefined && { tokens }) };
    return { address: addressOf(path), source, ...counted, ...shownFrame };
  });
  const unshown = leftOut
    .slice(0, contextLimits.listed)
    .map(({ frameId, path, bound }) => ({ frame: frameId, address: addressOf(path), bound }));
  return {
    frames: shown,
    count: shown.length,
    left_out: unshown,
    left_out_count: leftOut.length,
    totals: { ...totals },
    order: order.name,
  };
}
