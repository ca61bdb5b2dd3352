/** The tool `file`: reading a file or a range of its lines, and listing a directory as far as it is visible. */
import { compareCodePoints, fields, type Shape } from '../../kernel/index.ts';
import { wholeNumberUpTo } from '../calls/argument-shapes.ts';
import type { ToolCall, ToolCommands, ToolResult } from '../calls/tool-command.ts';
import { toolLimits } from '../calls/tool-limits.ts';
import type { DiskFault } from './disk-files.ts';
import { lineRange } from './line-range.ts';

type ReadArguments = { readonly maxBytes?: number; readonly fromLine?: number; readonly toLine?: number };

const NUL = 0;
const line = wholeNumberUpTo(toolLimits.lineNumber);
const readFields = fields(
  { maxBytes: wholeNumberUpTo(toolLimits.replyBytes), fromLine: line, toLine: line },
  [],
);

const readShape: Shape = (value, whole, path = []) => {
  const misfits = readFields(value, whole, path);
  const { fromLine = 1, toLine = toolLimits.lineNumber } = misfits.length > 0 ? {} : (value as ReadArguments);
  if (fromLine <= toLine) return misfits;
  const remedy = 'write a `toLine` that is not before `fromLine`';
  return [{ path: [...path, 'toLine'], problem: 'wrong-value', message: remedy, remedy }];
};

/** The commands of `file`. */
export const fileTool: ToolCommands = {
  read: { shape: readShape, run: readFile },
  list: { shape: fields({}, []), run: listDirectory },
};

function readFile({ place, arguments: given, means, reply }: ToolCall): ToolResult {
  const {
    fromLine = 1,
    toLine = toolLimits.lineNumber,
    maxBytes = toolLimits.defaultReplyBytes,
  } = given as ReadArguments;
  const isRanged = fromLine > 1 || toLine < toolLimits.lineNumber;
  const read = means.disk.readFile(place.disk, {
    maxBytes: isRanged ? toolLimits.rangedFileBytes : maxBytes,
  });
  if (typeof read === 'string') return refuse(reply, read, 'MCP-FILE-I-001');
  const { bytes, isWhole } = lineRange(read.bytes, { fromLine, toLine });
  const shown = bytes.subarray(0, maxBytes);
  const isCut = shown.length < bytes.length || (read.isCut && !isWhole);
  const isBinary = shown.includes(NUL);
  const data = {
    resolved: place.address,
    text: isBinary ? '' : decode(shown),
    size: read.size,
    from_line: fromLine,
    is_cut: isCut,
    is_binary: isBinary,
  };
  return {
    reply: reply.success('MCP-FILE-S-001', { data }),
    value: { bytes: shown, isCut, size: read.size },
  };
}

function listDirectory({ place, sight, means, reply }: ToolCall): ToolResult {
  const listed = means.disk.listDirectory(place.disk);
  if (typeof listed === 'string') return refuse(reply, listed, 'MCP-FILE-I-002');
  const looked = listed.map((entry) => ({ entry, seen: sight.look(entry.name) }));
  const entries = looked
    .filter(({ seen }) => seen === 'seen')
    .map(({ entry }) => entry)
    .sort((a, b) => compareCodePoints(a.name, b.name));
  const shown = entries.slice(0, toolLimits.listedEntries);
  const data = {
    resolved: place.address,
    entries: shown,
    count: entries.length,
    is_cut: shown.length < entries.length,
    unaddressable: looked.filter(({ seen }) => seen === 'unaddressable').length,
  };
  return { reply: reply.success('MCP-FILE-S-002', { data }), value: entries };
}

function refuse(
  reply: ToolCall['reply'],
  fault: DiskFault,
  code: 'MCP-FILE-I-001' | 'MCP-FILE-I-002',
): ToolResult {
  if (fault === 'unreadable') return { reply: reply.failed('MCP-FILE-E-001') };
  return { reply: reply.invalid(code, { data: { reason: fault } }) };
}

/** Leaves out a last character that the cap cut through. */
function decode(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: true });
}
