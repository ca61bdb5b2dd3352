/** The tool `git`: the history and what has changed since, as far as the files in them are visible. */
import { createChangeHistory, parseGitLog } from '../../context/index.ts';
import { fields } from '../../kernel/index.ts';
import type { ToolCall, ToolCommands, ToolResult } from '../calls/tool-command.ts';
import { toolLimits } from '../calls/tool-limits.ts';
import { visibleHistory } from './visible-history.ts';

/** The commands of `git`. */
export const gitTool: ToolCommands = {
  log: { shape: fields({}, []), run: readLog },
  status: { shape: fields({}, []), run: readStatus },
};

function readLog({ place, sight, means, reply }: ToolCall): ToolResult {
  const reader = means.git?.get(place.root);
  const revision = reader?.revision() ?? null;
  const printed = revision && reader?.log(revision.commit);
  if (!revision || !printed) return { reply: reply.invalid('MCP-GIT-I-001') };
  const history = visibleHistory(createChangeHistory(parseGitLog(new TextDecoder().decode(printed))), sight);
  const data = { resolved: place.address, commits: history.changes.length, depth: revision.depth };
  return { reply: reply.success('MCP-GIT-S-001', { data }), value: history };
}

function readStatus({ place, sight, means, reply }: ToolCall): ToolResult {
  const paths = means.git?.get(place.root)?.changedPaths() ?? null;
  if (paths === null) return { reply: reply.invalid('MCP-GIT-I-001') };
  const visible = paths.flatMap((path) => {
    const below = sight.find(path);
    return below === undefined ? [] : [{ path, below }];
  });
  const shown = visible.slice(0, toolLimits.listedEntries);
  const data = {
    resolved: place.address,
    changed: shown.map(({ below }) => (below === '' ? place.address : `${place.address}/${below}`)),
    count: visible.length,
    is_cut: shown.length < visible.length,
  };
  return { reply: reply.success('MCP-GIT-S-002', { data }), value: visible.map(({ path }) => path) };
}
