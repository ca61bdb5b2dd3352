/** Says why a place cannot be read. */
import type { ReplyBuilder } from '../../kernel/index.ts';
import type { ToolResult } from '../calls/tool-command.ts';
import type { DiskFault } from './disk-files.ts';

/** Answers with the code of what is missing, or with a failure where it is there and cannot be read. */
export function refuseRead(
  reply: ReplyBuilder,
  fault: DiskFault,
  code: 'MCP-FILE-I-001' | 'MCP-FILE-I-002',
): ToolResult {
  if (fault === 'unreadable') return { reply: reply.failed('MCP-FILE-E-001') };
  return { reply: reply.invalid(code, { data: { reason: fault } }) };
}
