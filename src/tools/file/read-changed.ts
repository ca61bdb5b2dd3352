/** The file that a command is about to change, read whole: what it is, and what the change then expects to find. */
import { type ContentId, contentId, decodeUtf8 } from '../../kernel/index.ts';
import type { ToolCall, ToolResult } from '../calls/tool-command.ts';
import { toolLimits } from '../calls/tool-limits.ts';
import type { Expected } from '../ports/disk.ts';
import { isOfGit } from '../ports/git.ts';
import { refuseRead } from './read-file.ts';

/** A file of text as it was read. */
type FileText = { readonly text: string; readonly content: ContentId };

/** What stands at a place; what is too large to be read whole is expected to be whatever it is. */
type LookedAt = {
  readonly content: ContentId | null;
  readonly expected: Expected;
  readonly bytes: number;
};

type Refused = { readonly refused: ToolResult };
type Reading = Pick<ToolCall, 'place' | 'means' | 'reply'>;

/** Reads a file of text whole, or answers why not; what is not UTF-8, or holds a NUL, is no text. */
export function readChangedText({ place, means, reply }: Reading): FileText | Refused {
  if (isOfGit(place.path)) return { refused: refuseChange(reply, 'of-git') };
  const read = means.disk.readFile(place.disk, { maxBytes: toolLimits.changedFileBytes });
  if (typeof read === 'string') return { refused: refuseRead(reply, read, 'MCP-FILE-I-001') };
  if (read.isCut) return { refused: refuseChange(reply, 'too-large') };
  const text = textOf(read.bytes);
  if (text === null) return { refused: refuseChange(reply, 'not-text') };
  return { text, content: contentId(read.bytes) };
}

/** Looks at a file that is replaced, renamed or deleted as it is, whatever its size. */
export function lookAtChanged({ place, means, reply }: Reading): LookedAt | 'absent' | Refused {
  // INVARIANT (no writes below `.git`): also where a policy shows it.
  if (isOfGit(place.path)) return { refused: refuseChange(reply, 'of-git') };
  const read = means.disk.readFile(place.disk, { maxBytes: toolLimits.changedFileBytes });
  if (read === 'absent') return read;
  if (typeof read === 'string') return { refused: refuseRead(reply, read, 'MCP-FILE-I-001') };
  const content = read.isCut ? null : contentId(read.bytes);
  return { content, expected: content ?? 'anything', bytes: read.size };
}

/** Answers that a file cannot be changed as it is. */
export function refuseChange(
  reply: ToolCall['reply'],
  reason: 'too-large' | 'not-text' | 'other-root' | 'of-git' | 'not-empty',
): ToolResult {
  return { reply: reply.invalid('MCP-FILE-I-007', { data: { reason } }) };
}

function textOf(bytes: Uint8Array): string | null {
  const text = decodeUtf8(bytes);
  return text?.includes('\0') ? null : text;
}
