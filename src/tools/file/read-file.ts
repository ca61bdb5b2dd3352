/** `file read`: a file or a range of its lines, up to a cap, as text for an agent and as bytes for trusted code. */
import { contentId, fields, type Shape } from '../../kernel/index.ts';
import { wholeNumberUpTo } from '../calls/argument-shapes.ts';
import type { ToolCall, ToolCommand, ToolResult } from '../calls/tool-command.ts';
import { toolLimits } from '../calls/tool-limits.ts';
import { lineRange } from './line-range.ts';
import { refuseRead } from './refuse-read.ts';

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

/** The command `read`. */
export const readFile: ToolCommand = { shape: readShape, run };

function run({ place, arguments: given, means, reply }: ToolCall): ToolResult {
  const {
    fromLine = 1,
    toLine = toolLimits.lineNumber,
    maxBytes = toolLimits.defaultReplyBytes,
  } = given as ReadArguments;
  const isRanged = fromLine > 1 || toLine < toolLimits.lineNumber;
  const read = means.disk.readFile(place.disk, {
    maxBytes: isRanged ? toolLimits.rangedFileBytes : maxBytes,
  });
  if (typeof read === 'string') return refuseRead(reply, read, 'MCP-FILE-I-001');
  const { bytes, isWhole } = lineRange(read.bytes, { fromLine, toLine });
  const shown = bytes.subarray(0, maxBytes);
  const isCut = shown.length < bytes.length || (read.isCut && !isWhole);
  const isBinary = shown.includes(NUL);
  const data = {
    resolved: place.address,
    text: isBinary ? '' : decode(shown),
    size: read.size,
    // Of the whole file, so that a change can say what it rests on.
    content: read.isCut ? null : contentId(read.bytes),
    from_line: fromLine,
    is_cut: isCut,
    is_binary: isBinary,
  };
  return {
    reply: reply.success('MCP-FILE-S-001', { data }),
    value: { bytes: shown, isCut, size: read.size },
  };
}

/** Leaves out a last character that the cap cut through. */
function decode(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: true });
}
