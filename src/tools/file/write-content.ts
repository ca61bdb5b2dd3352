/** The act of replacing the bytes of a file, and the replies if that fails. */
import { contentId, type ReplyBuilder } from '../../kernel/index.ts';
import type { PreparedAct, ToolCall, ToolResult } from '../calls/tool-command.ts';
import { toolLimits } from '../calls/tool-limits.ts';
import type { ChangeFault, Expected } from '../ports/disk.ts';
import { refuseChange } from './read-changed.ts';

type Change = {
  readonly bytes: Uint8Array;
  readonly expected: Expected;
  readonly code: 'MCP-FILE-S-003' | 'MCP-FILE-S-004' | 'MCP-FILE-S-007';
};

/** Prepares the writing of bytes, unless there are too many. */
export function writeContent(
  { place, reply }: Pick<ToolCall, 'place' | 'reply'>,
  { bytes, expected, code }: Change,
): PreparedAct<'disk'> | ToolResult {
  if (bytes.length > toolLimits.changedFileBytes) return refuseChange(reply, 'too-large');
  const intent = { content: contentId(bytes), bytes: bytes.length };
  return {
    intent,
    act: (disk) => {
      const fault = disk.writeFile(place.disk, bytes, expected);
      if (fault !== null) return refuseChangeFault(reply, fault);
      const isNew = expected === 'nothing';
      return { reply: reply.success(code, { data: { resolved: place.address, ...intent, is_new: isNew } }) };
    },
  };
}

/** Replies why the disk did not make a change. */
export function refuseChangeFault(reply: ReplyBuilder, fault: ChangeFault): ToolResult {
  const detail = { data: { reason: fault } };
  switch (fault) {
    case 'unwritable':
    case 'unreadable':
      return { reply: reply.failed('MCP-FILE-E-002') };
    case 'exists':
      return { reply: reply.invalid('MCP-FILE-I-003', detail) };
    case 'hard-linked':
    case 'other-device':
    case 'not-a-directory':
      return { reply: reply.invalid('MCP-FILE-I-007', detail) };
    // The file was different when it was read.
    case 'absent':
    case 'changed':
    case 'link':
    case 'not-a-file':
      return { reply: reply.invalid('MCP-FILE-I-004', detail) };
  }
}
