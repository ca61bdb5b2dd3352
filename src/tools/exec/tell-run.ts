/** The replies about a run: how it ended, or why it did not start. */
import type { ToolCall, ToolResult } from '../calls/tool-command.ts';
import type { RunFault, RunOutcome, RunPlan } from '../ports/programs.ts';

/** Replaces the path of a run's private directory. */
const PRIVATE = 'private:';

/** Reports that what would run is missing, has changed, or is used up. */
export function tellGone({ reply }: ToolCall, reason: string): ToolResult {
  return { reply: reply.invalid('MCP-EXEC-I-002', { data: { reason } }) };
}

/** Reports why a run did not start. */
export function tellFault(call: ToolCall, fault: RunFault): ToolResult {
  if (fault === 'no-sandbox') return { reply: call.reply.failed('MCP-EXEC-E-002') };
  if (fault === 'not-started') return { reply: call.reply.failed('MCP-EXEC-E-001') };
  return tellGone(call, fault);
}

/** Reports how a run ended, with its output. */
export function tellOutcome(
  { place, reply }: ToolCall,
  outcome: RunOutcome,
  { isSandboxed }: RunPlan,
): ToolResult {
  const data = {
    resolved: place.address,
    exit_code: outcome.exitCode,
    signal: outcome.signal,
    stdout: textOf(outcome.stdout, outcome),
    stderr: textOf(outcome.stderr, outcome),
    is_cut: outcome.isCut,
    has_timed_out: outcome.hasTimedOut,
    is_sandboxed: isSandboxed,
  };
  return { reply: reply.success('MCP-EXEC-S-001', { data }), value: outcome };
}

/** Replaces invalid UTF-8 and the path of the run's own directory. Trusted code has the original bytes. */
function textOf(bytes: Uint8Array, { privateDirectory }: RunOutcome): string {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  return text.replaceAll(privateDirectory, PRIVATE);
}
