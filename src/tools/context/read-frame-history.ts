/** The command `context history`: all frames a path ever had, oldest first, and what scans found there. */
import type { LineageEntry } from '../../context/index.ts';
import type { ToolCall, ToolResult } from '../calls/tool-command.ts';
import { answerFaults } from './answer-faults.ts';
import { contextLimits } from './context-limits.ts';
import { type OpenContext, openContext } from './open-context.ts';
import { showFrames } from './show-frames.ts';

/** Answers `history`. If there are too many frames, the newest are shown. */
export async function readFrameHistory(call: ToolCall): Promise<ToolResult> {
  const { place, reply } = call;
  const { maxFrames = contextLimits.defaultFrames } = call.arguments as { readonly maxFrames?: number };
  const open = await openContext(call);
  if (!open) return { reply: reply.invalid('MCP-CTX-I-001') };
  return answerFaults(reply, async () => {
    const history = await open.reader.history(open.path);
    const seen = await open.frames.keep(history.frames);
    const lineage = showLineage(history.lineage, open);
    const isKnown = seen.length > 0 || lineage.length > 0 || open.tree.at(open.path) !== undefined;
    if (!isKnown) return { reply: reply.invalid('MCP-CTX-I-001') };
    const shown = seen.slice(-maxFrames);
    const data = {
      resolved: place.address,
      frames: showFrames(shown),
      count: seen.length,
      is_cut: seen.length > shown.length,
      lineage,
    };
    return { reply: reply.success('MCP-CTX-S-003', { data }), value: { frames: shown } };
  });
}

/**
 * Shows the former states of a path while it was visible. Those of a directory would change with what is
 * hidden in it.
 */
export function showLineage(lineage: readonly LineageEntry[], { tree, addressOf }: OpenContext) {
  const seenAddress = (path: string | null) => (path !== null && tree.sees(path) ? addressOf(path) : null);
  return lineage
    .filter(({ path, kind }) => tree.sees(path) && (kind !== 'directory' || tree.isWhole))
    .map(({ path, kind, contentId, recordedMs, renamedFrom, renamedTo }) => ({
      address: addressOf(path),
      kind,
      content: contentId,
      recorded_ms: recordedMs,
      renamed_from: seenAddress(renamedFrom),
      renamed_to: seenAddress(renamedTo),
    }))
    .slice(-contextLimits.listed);
}
