/** `file list`: lists the visible part of a directory, or what a pattern matches below it. */
import { targetCovers } from '../../guard/index.ts';
import { compareCodePoints, fields, satisfying } from '../../kernel/index.ts';
import { lineOfTextUpTo } from '../calls/argument-schema.ts';
import { createTurns } from '../calls/create-turns.ts';
import type { ToolCall, ToolCommand, ToolResult } from '../calls/tool-command.ts';
import { toolLimits } from '../calls/tool-limits.ts';
import type { DiskEntry } from '../ports/disk.ts';
import { refuseRead } from './read-file.ts';
import { walkVisible } from './walk-visible.ts';

type ListCode = 'MCP-FILE-S-002' | 'MCP-DIR-S-003';
/** What no path below a place contains. */
const UNMATCHED = /(?:^|\/)\.{0,2}(?:\/|$)|\\/;
type ListArguments = { readonly glob?: string };

const line = lineOfTextUpTo(toolLimits.globLength);
const glob = satisfying(
  (value) => line(value, '').length === 0 && !UNMATCHED.test(value as string),
  `a pattern of at most ${toolLimits.globLength} characters with / between names`,
  { type: 'string', minLength: 1, maxLength: toolLimits.globLength },
);

/** The command `list`; `glob` is a pattern as in a contract, for paths below the place. */
export const listFiles: ToolCommand = {
  shape: fields({ glob }, []),
  run: (call) => {
    const { glob } = call.arguments as ListArguments;
    return glob === undefined ? listDirectory(call, 'MCP-FILE-S-002') : listMatching(call, glob);
  },
};

/** Lists a directory; `code` is the reply code of the tool. */
export async function listDirectory(
  { place, view, means, reply }: ToolCall,
  code: ListCode,
): Promise<ToolResult> {
  const listed = means.disk.listDirectory(place.disk);
  if (typeof listed === 'string') return refuseRead(reply, listed, 'MCP-FILE-I-002');
  const entries: DiskEntry[] = [];
  const turn = createTurns();
  let unaddressable = 0;
  for (const entry of listed) {
    if (view().find(place.path === '' ? entry.name : `${place.path}/${entry.name}`) !== undefined)
      entries.push(entry);
    else if (view().look(entry.name) === 'unaddressable') unaddressable++;
    await turn();
  }
  entries.sort((a, b) => compareCodePoints(a.name, b.name));
  const shown = entries.slice(0, toolLimits.listedEntries);
  const data = {
    resolved: place.address,
    entries: shown,
    count: entries.length,
    is_cut: shown.length < entries.length,
    unaddressable,
  };
  return { reply: reply.success(code, { data }), value: entries };
}

/** Names are paths below the place. The walk ends when the reply is full. */
async function listMatching(call: ToolCall, glob: string): Promise<ToolResult> {
  const { place, means, reply } = call;
  const top = means.disk.listDirectory(place.disk);
  if (typeof top === 'string') return refuseRead(reply, top, 'MCP-FILE-I-002');
  const entries: DiskEntry[] = [];
  let unread = 0;
  let unaddressable = 0;
  let walked = 0;
  const bounds = {
    maxDepth: toolLimits.listedDepth,
    enters: (path: string) => leadsBelow(glob, path),
    onUnread: () => void unread++,
    onUnaddressable: () => void unaddressable++,
  };
  for await (const { path, kind } of walkVisible(call, bounds)) {
    walked++;
    if (targetCovers(glob, path)) entries.push({ name: path, kind });
    if (entries.length > toolLimits.listedEntries || walked > toolLimits.walkedEntries) break;
  }
  const shown = entries.slice(0, toolLimits.listedEntries);
  const isCut = shown.length < entries.length || walked > toolLimits.walkedEntries;
  const data = {
    resolved: place.address,
    entries: shown,
    count: shown.length,
    is_cut: isCut,
    unread,
    unaddressable,
  };
  return { reply: reply.success('MCP-FILE-S-002', { data }), value: shown };
}

/**
 * Returns whether anything below a directory can match, by comparing the directory with the same depth of the
 * pattern.
 */
function leadsBelow(glob: string, directory: string): boolean {
  const parts = glob.split('/');
  const names = directory.split('/');
  const any = parts.indexOf('**');
  if (any >= 0 && any < names.length) {
    return any === 0 || targetCovers(parts.slice(0, any).join('/'), names.slice(0, any).join('/'));
  }
  return parts.length > names.length && targetCovers(parts.slice(0, names.length).join('/'), directory);
}
