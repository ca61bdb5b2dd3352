/**
 * The tool `dir`: the home of a session, and the directories below it. Its paths may be relative to the home.
 */
import { fields } from '../kernel/index.ts';
import { wholeNumberUpTo } from './calls/argument-schema.ts';
import { READS, type Tool, type ToolCall, type ToolResult } from './calls/tool-command.ts';
import { toolLimits } from './calls/tool-limits.ts';
import { listDirectory } from './file/list-directory.ts';
import { refuseRead } from './file/read-file.ts';
import { type VisibleEntry, walkVisible } from './file/walk-visible.ts';

const nothing = fields({}, []);

export const dirTool: Tool = {
  name: 'dir',
  description: 'Tells and moves the home of the session, and shows directories.',
  commands: {
    pwd: {
      description: 'Tells the home of the session.',
      annotations: READS,
      shape: nothing,
      isFromHome: true,
      run: tellHome,
    },
    cd: {
      description: 'Makes a root the home that relative paths of `dir` are joined to.',
      annotations: READS,
      shape: nothing,
      isFromHome: true,
      run: moveHome,
    },
    list: {
      description: 'Lists a directory.',
      annotations: READS,
      shape: nothing,
      isFromHome: true,
      run: (call) => listDirectory(call, 'MCP-DIR-S-003'),
    },
    tree: {
      description: 'Draws a directory with all below it.',
      annotations: READS,
      shape: fields(
        {
          depth: wholeNumberUpTo(toolLimits.listedDepth),
          maxEntries: wholeNumberUpTo(toolLimits.listedEntries),
        },
        [],
      ),
      isFromHome: true,
      run: drawTree,
    },
  },
};

function tellHome({ home, reply }: ToolCall): ToolResult {
  return { reply: reply.success('MCP-DIR-S-001', { data: homeData(home.key()) }) };
}

function moveHome({ place, reply }: ToolCall): ToolResult {
  if (place.path !== '' || place.entry !== null) {
    return { reply: reply.invalid('MCP-DIR-I-001', { data: { resolved: place.address } }) };
  }
  // The session moves once the call is recorded.
  return { reply: reply.success('MCP-DIR-S-002', { data: homeData(place.root) }), home: place.root };
}

function homeData(key: string): { readonly resolved: string; readonly home: string } {
  return { resolved: `root:${key}`, home: key };
}

type TreeArguments = { readonly depth?: number; readonly maxEntries?: number };

/**
 * Draws the tree. The reply says if entries were left out by the limit; invisible ones are not counted at
 * all.
 */
async function drawTree(call: ToolCall): Promise<ToolResult> {
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
