/** `git blame`: which commit each line of a file comes from, as far as that commit is known to the call. */
import type { ToolCall, ToolResult } from '../calls/tool-command.ts';
import { toolLimits } from '../calls/tool-limits.ts';
import type { BlamedLine } from './git-reader.ts';

type BlameArguments = { readonly fromLine?: number; readonly toLine?: number };

/** Reads where the lines of a file come from; the file is the one of the commit at hand. */
export function blameLines(call: ToolCall): ToolResult {
  const { place, means, reply, rootSight } = call;
  const { fromLine = 1, toLine = toolLimits.lineNumber } = call.arguments as BlameArguments;
  const reader = means.git?.get(place.root);
  const revision = reader?.revision() ?? null;
  const last = Math.min(toLine, fromLine + toolLimits.blamedLines - 1);
  // One more than is shown tells whether there are more.
  const asked = { path: place.path, fromLine, toLine: last < toLine ? last + 1 : last };
  const lines = revision && reader?.blame({ ...asked, commit: revision.commit });
  if (!revision || !lines) return { reply: reply.invalid('MCP-GIT-I-001') };
  const shown = lines.filter(({ line }) => line <= last);
  const data = {
    resolved: place.address,
    commit: revision.commit,
    lines: shown.map((line) => describe(line, { place, rootSight })),
    is_cut: shown.length < lines.length,
  };
  return { reply: reply.success('MCP-GIT-S-004', { data }) };
}

/** A line that came from a file the call does not see has no origin: its commit may have touched nothing else. */
function describe(
  { line, text, commit, author, date, path }: BlamedLine,
  { place, rootSight }: Pick<ToolCall, 'place' | 'rootSight'>,
) {
  const isKnown = path === place.path || (path !== null && rootSight.find(path) !== undefined);
  const shown = text.slice(0, toolLimits.blamedLineLength).toWellFormed();
  return { line, text: shown, ...(isKnown ? { commit, author, date } : { commit: null }) };
}
