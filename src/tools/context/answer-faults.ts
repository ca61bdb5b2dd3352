/** Turns errors of the context into replies; any other error is a fault of the tool. */
import { type FaultCode, PenumbraError, type ReplyBuilder } from '../../kernel/index.ts';
import type { ToolResult } from '../calls/tool-command.ts';

const nothingThere: ReadonlySet<FaultCode> = new Set(['node-not-found', 'frame-not-found', 'invalid-id']);
const notTaken: ReadonlySet<FaultCode> = new Set([
  'usage',
  'invalid-frame',
  'invalid-name',
  'not-canonical',
  'limit-exceeded',
  'synthesis-failed',
  'erased',
]);

/**
 * Runs work on the context and replies to its errors with the hint alone: messages may name hidden paths, but
 * the hints of the context never do.
 */
export async function answerFaults(
  reply: ReplyBuilder,
  work: () => Promise<ToolResult>,
): Promise<ToolResult> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PenumbraError)) throw error;
    if (nothingThere.has(error.code)) return { reply: reply.invalid('MCP-CTX-I-001') };
    if (notTaken.has(error.code)) return refuseContext(reply, error.hint ?? 'see what the type takes');
    throw error;
  }
}

/** Rejects invalid input to the context, with the remedy. */
export function refuseContext(reply: ReplyBuilder, remedy: string): ToolResult {
  return { reply: reply.invalid('MCP-CTX-I-002', { data: { remedy } }) };
}
