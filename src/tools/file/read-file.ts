/**
 * `file read`: reads a file or a range of its lines, up to a limit, as text or base64 for an agent and as
 * bytes for trusted code.
 */
import { contentId, decodeCutUtf8, decodeUtf8, flag, type ReplyBuilder } from '../../kernel/index.ts';
import { type LineRange, lineRangeWith, wholeNumberUpTo } from '../calls/argument-schema.ts';
import type { ToolCall, ToolCommand, ToolResult } from '../calls/tool-command.ts';
import { toolLimits } from '../calls/tool-limits.ts';
import type { DiskFault } from '../ports/disk.ts';

type ReadArguments = LineRange & {
  readonly maxBytes?: number;
  /** Whether to return the exact bytes as base64. */
  readonly base64?: boolean;
};

const NUL = 0;
const shape = lineRangeWith({ maxBytes: wholeNumberUpTo(toolLimits.replyBytes), base64: flag });

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
    // The id of the whole file, so that a change can refer to it.
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

/**
 * INVARIANT (unchanged or not at all): bytes that are not valid text are not returned as text, but can be
 * read as base64.
 */
function textOf(bytes: Uint8Array, isCut: boolean): string | null {
  if (bytes.includes(NUL)) return null;
  return isCut ? decodeCutUtf8(bytes) : decodeUtf8(bytes);
}

const LINE_FEED = 10;

/** Lines counted from one, including the last one. */
type LineBounds = { readonly fromLine: number; readonly toLine: number };

/** The bytes of a range of lines; whole if the last line ends within the given bytes. */
type CutLines = { readonly bytes: Uint8Array; readonly isWhole: boolean };

/** Returns the lines of a range with their line endings; nothing if the text is shorter. */
function lineRange(bytes: Uint8Array, { fromLine, toLine }: LineBounds): CutLines {
  const start = endOfLines(bytes, { start: 0, count: fromLine - 1 });
  if (start === undefined) return { bytes: bytes.subarray(0, 0), isWhole: false };
  const end = endOfLines(bytes, { start, count: toLine - fromLine + 1 });
  return { bytes: bytes.subarray(start, end), isWhole: end !== undefined };
}

/** Returns the end of a number of lines from a start, or undefined if there are fewer. */
function endOfLines(
  bytes: Uint8Array,
  { start, count }: { readonly start: number; readonly count: number },
): number | undefined {
  let end = start;
  for (let passed = 0; passed < count; passed++) {
    const found = bytes.indexOf(LINE_FEED, end);
    if (found < 0) return undefined;
    end = found + 1;
  }
  return end;
}

/** Replies with the code for a missing file, or with a failure if it exists but cannot be read. */
export function refuseRead(
  reply: ReplyBuilder,
  fault: DiskFault,
  code: 'MCP-FILE-I-001' | 'MCP-FILE-I-002',
): ToolResult {
  if (fault === 'unreadable') return { reply: reply.failed('MCP-FILE-E-001') };
  return { reply: reply.invalid(code, { data: { reason: fault } }) };
}
