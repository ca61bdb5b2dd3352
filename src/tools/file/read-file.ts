/** `file read`: a file or a range of its lines, up to a cap, as text or base64 for an agent and as bytes for trusted code. */
import { contentId, decodeCutUtf8, decodeUtf8, flag } from '../../kernel/index.ts';
import { type LineRange, lineRangeWith, wholeNumberUpTo } from '../calls/argument-shapes.ts';
import type { ToolCall, ToolCommand, ToolResult } from '../calls/tool-command.ts';
import { toolLimits } from '../calls/tool-limits.ts';
import { lineRange } from './line-range.ts';
import { refuseRead } from './refuse-read.ts';

type ReadArguments = LineRange & {
  readonly maxBytes?: number;
  /** Whether the bytes are told as they are, whatever they spell. */
  readonly base64?: boolean;
};

const NUL = 0;
const shape = lineRangeWith({ maxBytes: wholeNumberUpTo(toolLimits.replyBytes), base64: flag });

/** The command `read`. */
export const readFile: ToolCommand = { shape, run };

function run({ place, arguments: given, means, reply }: ToolCall): ToolResult {
  const {
    fromLine = 1,
    toLine = toolLimits.lineNumber,
    maxBytes = toolLimits.defaultReplyBytes,
    base64 = false,
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
  const text = textOf(shown, isCut);
  const data = {
    resolved: place.address,
    text: base64 ? '' : (text ?? ''),
    ...(base64 && { base64: Buffer.from(shown).toString('base64') }),
    size: read.size,
    // Of the whole file, so that a change can say what it rests on.
    content: read.isCut ? null : contentId(read.bytes),
    from_line: fromLine,
    is_cut: isCut,
    is_binary: text === null,
  };
  return {
    reply: reply.success('MCP-FILE-S-001', { data }),
    value: { bytes: shown, isCut, size: read.size },
  };
}

/** INVARIANT (unchanged or not at all): bytes that no text spells are no text, and are read as base64. */
function textOf(bytes: Uint8Array, isCut: boolean): string | null {
  if (bytes.includes(NUL)) return null;
  return isCut ? decodeCutUtf8(bytes) : decodeUtf8(bytes);
}
