/** `git blame`: which commit each line of a file comes from, as far as that commit is known to the call. */
import { cutText } from '../../kernel/index.ts';
import type { LineRange } from '../calls/argument-shapes.ts';
import type { RootView } from '../calls/create-call-view.ts';
import type { ToolCall, ToolResult } from '../calls/tool-command.ts';
import { toolLimits } from '../calls/tool-limits.ts';
import type { BlamedLine } from './git-reader.ts';
import { findVisibleCommit } from './visible-commit.ts';

/** Reads where the lines of a file come from; the file is the one of the commit at hand. */
export function blameLines(call: ToolCall): ToolResult {
  const { place, means, reply } = call;
  const { fromLine = 1, toLine = toolLimits.lineNumber } = call.arguments as LineRange;
  const reader = means.git?.get(place.root);
  const revision = reader?.revision() ?? null;
  const last = Math.min(toLine, fromLine + toolLimits.blamedLines - 1);
  // One more than is shown tells whether there are more.
  const asked = { path: place.path, fromLine, toLine: last < toLine ? last + 1 : last };
  const lines = revision && reader?.blame({ ...asked, commit: revision.commit });
  if (!revision || !lines) return { reply: reply.invalid('MCP-GIT-I-001') };
  const shown = lines.filter(({ line }) => line <= last);
  // A line may have been written under another name, beyond the place.
  const seen = call.view().ofRoot();
  // The commit at hand may have touched hidden files alone, and then is not known to be there.
  const known = reader && findVisibleCommit(reader, { start: revision.commit, sees: seen.sees });
  const data = {
    resolved: place.address,
    commit: known?.commit ?? null,
    lines: shown.map((line) => describe(line, { ownPath: place.path, seen })),
    is_cut: shown.length < lines.length,
  };
  return { reply: reply.success('MCP-GIT-S-004', { data }) };
}

/** A line that came from a file the call does not see has no origin: its commit may have touched nothing else. */
function describe(
  { line, text, commit, author, date, path }: BlamedLine,
  { ownPath, seen }: { readonly ownPath: string; readonly seen: RootView },
) {
  const isKnown = path === ownPath || (path !== null && seen.sees(path));
  const shown = text === null ? null : cutText(text, toolLimits.blamedLineLength);
  return { line, text: shown, ...(isKnown ? { commit, author, date } : { commit: null }) };
}
