/** `dir tree`: what is visible below a directory, each directory before what is in it, down to a depth. */
import type { ToolCall, ToolResult } from '../calls/tool-command.ts';
import { toolLimits } from '../calls/tool-limits.ts';
import { refuseRead } from '../file/refuse-read.ts';
import { type VisibleEntry, walkVisible } from '../file/walk-visible.ts';

type TreeArguments = { readonly depth?: number; readonly maxEntries?: number };

/** Draws the tree; what is left out for its number is said, and what is not visible is counted nowhere. */
export async function drawTree(call: ToolCall): Promise<ToolResult> {
  const { place, means, reply } = call;
  const { depth = toolLimits.defaultTreeDepth, maxEntries = toolLimits.defaultTreeEntries } =
    call.arguments as TreeArguments;
  const top = means.disk.listDirectory(place.disk);
  if (typeof top === 'string') return refuseRead(reply, top, 'MCP-FILE-I-002');
  const entries: VisibleEntry[] = [];
  let unread = 0;
  let unaddressable = 0;
  const bounds = {
    maxDepth: depth,
    onUnread: () => void unread++,
    onUnaddressable: () => void unaddressable++,
  };
  for await (const entry of walkVisible(call, bounds)) {
    entries.push(entry);
    if (entries.length > maxEntries) break;
  }
  const shown = entries.slice(0, maxEntries);
  const data = {
    resolved: place.address,
    entries: shown,
    count: shown.length,
    depth,
    is_cut: shown.length < entries.length,
    unread,
    unaddressable,
  };
  return { reply: reply.success('MCP-DIR-S-004', { data }), value: shown };
}
