/** Reads a file that a command is about to change: its content, and what the change expects to find. */
import { type ContentId, contentId, decodeUtf8 } from '../../kernel/index.ts';
import type { ToolCall, ToolResult } from '../calls/tool-command.ts';
import { toolLimits } from '../calls/tool-limits.ts';
import type { Expected } from '../ports/disk.ts';
import { isOfGit } from '../ports/git.ts';
import { refuseRead } from './read-file.ts';

/** A text file as it was read. */
type FileText = { readonly text: string; readonly content: ContentId };

/** The file at a place. If it is too large to be read whole, any content is expected. */
type LookedAt = {
  readonly content: ContentId | null;
  readonly expected: Expected;
  readonly bytes: number;
};

type Refused = { readonly refused: ToolResult };
type Reading = Pick<ToolCall, 'place' | 'means' | 'reply'>;

/**
 * Reads a whole text file, or returns the reply that refuses it. A file that is not UTF-8 or contains NUL is
 * not text.
 */
export function readChangedText({ place, means, reply }: Reading): FileText | Refused {
  if (isOfGit(place.path)) return { refused: refuseChange(reply, 'of-git') };
  const read = means.disk.readFile(place.disk, { maxBytes: toolLimits.changedFileBytes });
  if (typeof read === 'string') return { refused: refuseRead(reply, read, 'MCP-FILE-I-001') };
  if (read.isCut) return { refused: refuseChange(reply, 'too-large') };
  const text = textOf(read.bytes);
  if (text === null) return { refused: refuseChange(reply, 'not-text') };
  return { text, content: contentId(read.bytes) };
}

/** Looks at a file that is replaced, renamed or deleted as a whole, whatever its size. */
export function lookAtChanged({ place, means, reply }: Reading): LookedAt | 'absent' | Refused {
  // INVARIANT (no writes below `.git`): even if a policy shows it.
  if (isOfGit(place.path)) return { refused: refuseChange(reply, 'of-git') };
  const read = means.disk.readFile(place.disk, { maxBytes: toolLimits.changedFileBytes });
  if (read === 'absent') return read;
  if (typeof read === 'string') return { refused: refuseRead(reply, read, 'MCP-FILE-I-001') };
  const content = read.isCut ? null : contentId(read.bytes);
  return { content, expected: content ?? 'anything', bytes: read.size };
}

/** Replies that a file cannot be changed. */
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
