/** Answers what the context refuses; whatever else goes wrong is a fault of the tool. */
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
 * Does work of the context and answers what it refuses with the remedy alone: messages may name what is hidden, and
 * the remedies of the context name no path.
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

/** Refuses what the context does not take, with the remedy. */
export function refuseContext(reply: ReplyBuilder, remedy: string): ToolResult {
  return { reply: reply.invalid('MCP-CTX-I-002', { data: { remedy } }) };
}
