/**
 * `git add`, `commit`, `push` and `pull`. Staged and committed files are named path by path, so that each is
 * resolved and granted. If git would include anything else, the command fails.
 */
import { type ReplyBuilder, sha256 } from '../../kernel/index.ts';
import type { Intent, PreparedAct, ToolCall, ToolResult } from '../calls/tool-command.ts';
import { toolLimits } from '../calls/tool-limits.ts';
import type { GitAuthor, GitChanges, GitFault } from '../ports/git.ts';
import { visiblePaths } from './visible-history.ts';

type CommitArguments = { readonly message: string; readonly author?: GitAuthor };

/** The committer of every commit, and the default author. The domain is one nobody can own. */
const AGENT: GitAuthor = { name: 'Penumbra agent', email: 'agent@penumbra.invalid' };

/** Stages the named paths, or the place itself if none is named. */
export function addChanges(call: ToolCall): ToolResult | PreparedAct<'git'> {
  const { place, others, means, reply } = call;
  const named = others.length === 0 ? [place] : others;
  const changed = means.git?.get(place.root)?.changedPaths() ?? null;
  if (changed === null) return { reply: reply.invalid('MCP-GIT-I-001') };
  const known = new Set(changed);
  const unchanged = named.filter(({ path }) => !known.has(path));
  if (unchanged.length > 0) {
    const data = { reason: 'unchanged', unchanged: unchanged.map(({ address }) => address) };
    return { reply: reply.invalid('MCP-GIT-I-004', { data }) };
  }
  const paths = pathsOf(named);
  return changing(call, { paths }, (git) => {
    const fault = git.stage(paths);
    if (fault !== null) return refuseGitFault(reply, fault, git);
    const staged = named.map(({ address }) => address);
    return { reply: reply.success('MCP-GIT-S-006', { data: { resolved: place.address, staged } }) };
  });
}

/** Commits the index if it matches the named paths exactly. */
export async function commitChanges(call: ToolCall): Promise<ToolResult | PreparedAct<'git'>> {
  const { place, others, means, reply } = call;
  const { message, author = AGENT } = call.arguments as CommitArguments;
  const paths = pathsOf(others);
  const staged = means.git?.get(place.root)?.comparePaths({ kind: 'staged' }) ?? null;
  if (staged === null) return { reply: reply.invalid('MCP-GIT-I-001') };
  const difference = differenceOf({ paths, staged }, call);
  if (difference !== null) return { reply: reply.invalid('MCP-GIT-I-004', difference) };
  const diff = await means.git?.get(place.root)?.diff({
    span: { kind: 'staged' },
    paths,
    contextLines: 0,
    maxBytes: toolLimits.committedDiffBytes,
  });
  if (!diff) return { reply: reply.invalid('MCP-GIT-I-001') };
  const by = `${author.name} <${author.email}>`;
  const intent = { paths, message: sha256(message), author: by, staged: sha256(diff.bytes) };
  const prepared = changing(call, intent, (git) => {
    const done = git.commit({ paths, message, author, committer: AGENT });
    if (typeof done === 'string') return refuseGitFault(reply, done, git);
    const data = { resolved: place.address, commit: done.commit, count: paths.length };
    return { reply: reply.success('MCP-GIT-S-007', { data }), value: done.commit };
  });
  return { ...prepared, isUnbound: diff.isCut };
}

/** Pushes the current commit to the upstream branch. */
export function pushCommits(call: ToolCall): ToolResult | PreparedAct<'git'> {
  return moveCommits(call, 'MCP-GIT-S-008', (git) => git.push());
}

/** Fast-forwards to the upstream branch. */
export function pullCommits(call: ToolCall): ToolResult | PreparedAct<'git'> {
  return moveCommits(call, 'MCP-GIT-S-009', (git) => git.pull());
}

function moveCommits(
  call: ToolCall,
  code: 'MCP-GIT-S-008' | 'MCP-GIT-S-009',
  move: (git: GitChanges) => { readonly commit: string } | GitFault,
): ToolResult | PreparedAct<'git'> {
  const { place, means, reply } = call;
  const revision = means.git?.get(place.root)?.revision() ?? null;
  if (revision === null) return { reply: reply.invalid('MCP-GIT-I-001') };
  return changing(call, { at: revision.commit }, (git) => {
    const done = move(git);
    if (typeof done === 'string') return refuseGitFault(reply, done, git);
    const data = { resolved: place.address, commit: done.commit };
    return { reply: reply.success(code, { data }), value: done.commit };
  });
}

function changing(
  { place, reply }: ToolCall,
  intent: Intent,
  change: (git: GitChanges) => ToolResult,
): PreparedAct<'git'> {
  return {
    intent,
    act: (git) => {
      const changes = git.get(place.root);
      return changes === undefined ? refuseGitFault(reply, 'no-repository') : change(changes);
    },
  };
}

function pathsOf(places: readonly { readonly path: string }[]): readonly string[] {
  return [...new Set(places.map(({ path }) => path))];
}

type Staging = { readonly paths: readonly string[]; readonly staged: readonly string[] };

/** Hidden staged files make a difference, but are neither named nor counted. */
function differenceOf({ paths, staged }: Staging, call: ToolCall) {
  if (staged.length === 0) return { data: { reason: 'nothing-to-do' } };
  const known = new Set(staged);
  const missing = paths.filter((path) => !known.has(path));
  const further = staged.filter((path) => !paths.includes(path));
  if (missing.length === 0 && further.length === 0) return null;
  const message = 'What is staged is not exactly what was named.';
  const counts = { not_staged: missing.length, further_staged: visiblePaths(call, further).length };
  return { message, data: { reason: 'otherwise-staged', ...counts } };
}

const MOST_NAMES = 20;

const codes = {
  'no-repository': 'MCP-GIT-I-001',
  'unsafe-settings': 'MCP-GIT-I-003',
  'leads-out': 'MCP-GIT-I-006',
  'nothing-to-do': 'MCP-GIT-I-004',
  'otherwise-staged': 'MCP-GIT-I-004',
  unreachable: 'MCP-GIT-I-005',
  'not-forward': 'MCP-GIT-I-005',
} as const;

/** Replies that git did not do it. The names of a repository's settings are shown, but not their values. */
function refuseGitFault(
  reply: ReplyBuilder,
  reason: GitFault,
  git?: Pick<GitChanges, 'unsafeSettings'>,
): ToolResult {
  const names = reason === 'unsafe-settings' ? (git?.unsafeSettings() ?? []).slice(0, MOST_NAMES) : [];
  const data = { reason, ...(names.length > 0 && { settings: names }) };
  if (reason === 'busy')
    return { reply: reply.failed('MCP-GIT-E-001', { data: { ...data, remedy: 'try again' } }) };
  if (reason === 'failed') return { reply: reply.failed('MCP-GIT-E-001', { data }) };
  return { reply: reply.invalid(codes[reason], { data }) };
}
