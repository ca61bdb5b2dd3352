/**
 * `git log` and `git status`: the history, and the changes since the last commit, as far as the files are
 * visible.
 */
import { createCommitHistory, type NamedChange, parseGitLog } from '../../context/index.ts';
import type { ToolCall, ToolResult } from '../calls/tool-command.ts';
import { toolLimits } from '../calls/tool-limits.ts';
import type { GitReader } from '../ports/git.ts';
import { subjectOf, visibleChanges, visibleHistory, visiblePaths } from './visible-history.ts';

/** Reads the history of a place. */
export function readLog(call: ToolCall): ToolResult {
  const { place, view, means, reply } = call;
  const { maxCommits = toolLimits.defaultLoggedCommits } = call.arguments as { readonly maxCommits?: number };
  const reader = means.git?.get(place.root);
  const revision = reader?.revision() ?? null;
  const printed = revision && reader?.log(revision.commit);
  if (!reader || !revision || !printed) return { reply: reply.invalid('MCP-GIT-I-001') };
  const history = createCommitHistory(parseGitLog(new TextDecoder().decode(printed)));
  const changes = loggedChanges(call, visibleChanges(history, view().ofRoot()));
  const shown = changes.slice(0, maxCommits);
  const data = {
    resolved: place.address,
    log: describe(reader, shown),
    commits: changes.length,
    is_cut: shown.length < changes.length,
    depth: revision.depth,
  };
  return { reply: reply.success('MCP-GIT-S-001', { data }), value: visibleHistory(history, view()) };
}

/** Lists what has changed since the current commit. */
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

/** A commit, and the addresses of the files it touched under their names at the time. */
type LoggedChange = { readonly commit: string; readonly changed: readonly string[] };

function loggedChanges(call: ToolCall, changes: readonly NamedChange[]): readonly LoggedChange[] {
  return changes.flatMap(({ commit, names }) => {
    const addresses = names.flatMap(({ then, now }) => addressOf(call, then, { now }) ?? []);
    return addresses.length === 0 ? [] : [{ commit, changed: [...new Set(addresses)] }];
  });
}

/**
 * A file may have been moved here from outside the place. Anything outside a registry entry has no address
 * there.
 */
function addressOf(
  { place, view }: ToolCall,
  then: string,
  { now }: { readonly now: string },
): string | undefined {
  const below = view().find(then);
  if (below !== undefined) return below === '' ? place.address : `${place.address}/${below}`;
  return place.entry === null && view().find(now) !== undefined ? `root:${place.root}/${then}` : undefined;
}

function describe(reader: GitReader, changes: readonly LoggedChange[]) {
  const commits = reader.readCommits(changes.map(({ commit }) => commit)) ?? [];
  return changes.map(({ commit, changed }, index) => {
    const { author = '', date = '', message = '' } = commits[index] ?? {};
    const shown = changed.slice(0, toolLimits.loggedPaths);
    return { commit, author, date, subject: subjectOf(message), changed: shown, count: changed.length };
  });
}
