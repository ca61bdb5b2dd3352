/** What a caller is told of a run: how it ended, or why it did not begin. */
import type { ToolCall, ToolResult } from '../calls/tool-command.ts';
import type { RunFault, RunOutcome, RunPlan } from '../ports/programs.ts';

/** What stands for the directory of a run that nobody else can enter. */
const PRIVATE = 'private:';

/** Says that what would run is not here, not as it was, or used up. */
export function tellGone({ reply }: ToolCall, reason: string): ToolResult {
  return { reply: reply.invalid('MCP-EXEC-I-002', { data: { reason } }) };
}

/** Says why a run did not begin. */
export function tellFault(call: ToolCall, fault: RunFault): ToolResult {
  if (fault === 'no-sandbox') return { reply: call.reply.failed('MCP-EXEC-E-002') };
  if (fault === 'not-started') return { reply: call.reply.failed('MCP-EXEC-E-001') };
  return tellGone(call, fault);
}

/** Tells how a run ended, with what it wrote. */
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

/** What is no UTF-8 is replaced, and so is where the run's own directory lies; trusted code has the bytes. */
function textOf(bytes: Uint8Array, { privateDirectory }: RunOutcome): string {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  return text.replaceAll(privateDirectory, PRIVATE);
}
