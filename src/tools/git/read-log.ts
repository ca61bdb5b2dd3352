/** `git log` and `git status`: the history and what has changed since, as far as the files in them are visible. */
import { type Change, type ChangeHistory, createChangeHistory, parseGitLog } from '../../context/index.ts';
import type { ToolCall, ToolResult } from '../calls/tool-command.ts';
import { toolLimits } from '../calls/tool-limits.ts';
import type { GitReader } from './git-reader.ts';
import { subjectOf } from './subject-of.ts';
import { visibleHistory } from './visible-history.ts';
import { visiblePaths } from './visible-paths.ts';

/** Reads the history of a place. */
export function readLog(call: ToolCall): ToolResult {
  const { place, sight, means, reply } = call;
  const { maxCommits = toolLimits.defaultLoggedCommits } = call.arguments as { readonly maxCommits?: number };
  const reader = means.git?.get(place.root);
  const revision = reader?.revision() ?? null;
  const printed = revision && reader?.log(revision.commit);
  if (!reader || !revision || !printed) return { reply: reply.invalid('MCP-GIT-I-001') };
  const parsed = parseGitLog(new TextDecoder().decode(printed));
  const history: ChangeHistory = visibleHistory(createChangeHistory(parsed), sight);
  const shown = history.changes.slice(0, maxCommits);
  const data = {
    resolved: place.address,
    log: describe(call, reader, shown),
    commits: history.changes.length,
    is_cut: shown.length < history.changes.length,
    depth: revision.depth,
  };
  return { reply: reply.success('MCP-GIT-S-001', { data }), value: history };
}

/** Lists what has changed since the commit at hand. */
export function readStatus(call: ToolCall): ToolResult {
  const { place, means, reply } = call;
  const paths = means.git?.get(place.root)?.changedPaths() ?? null;
  if (paths === null) return { reply: reply.invalid('MCP-GIT-I-001') };
  const visible = visiblePaths(call, paths);
  const shown = visible.slice(0, toolLimits.listedEntries);
  const data = {
    resolved: place.address,
    changed: shown.map(({ address }) => address),
    count: visible.length,
    is_cut: shown.length < visible.length,
  };
  return { reply: reply.success('MCP-GIT-S-002', { data }), value: visible.map(({ path }) => path) };
}

function describe(call: ToolCall, reader: GitReader, changes: readonly Change[]) {
  const commits = reader.readCommits(changes.map(({ commit }) => commit)) ?? [];
  return changes.map(({ commit, paths }, index) => {
    const { author = '', date = '', message = '' } = commits[index] ?? {};
    const shown = visiblePaths(call, paths.slice(0, toolLimits.loggedPaths));
    const changed = shown.map(({ address }) => address);
    return { commit, author, date, subject: subjectOf(message), changed, count: paths.length };
  });
}
