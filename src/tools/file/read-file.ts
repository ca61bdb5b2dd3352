/** `file read`: a file or a range of its lines, up to a cap, as text for an agent and as bytes for trusted code. */
import { contentId } from '../../kernel/index.ts';
import { type LineRange, lineRangeWith, wholeNumberUpTo } from '../calls/argument-shapes.ts';
import type { ToolCall, ToolCommand, ToolResult } from '../calls/tool-command.ts';
import { toolLimits } from '../calls/tool-limits.ts';
import { lineRange } from './line-range.ts';
import { refuseRead } from './refuse-read.ts';

type ReadArguments = LineRange & { readonly maxBytes?: number };

const NUL = 0;
const shape = lineRangeWith({ maxBytes: wholeNumberUpTo(toolLimits.replyBytes) });

/** The command `read`. */
export const readFile: ToolCommand = { shape, run };

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
  const { bytes, isWhole } = isRanged
    ? lineRange(read.bytes, { fromLine, toLine })
    : { bytes: read.bytes, isWhole: false };
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
