/**
 * `git diff` and `git show`: how files differ. Their visibility is determined before any of their text is
 * read.
 */
import { cutText, decodeCutUtf8, decodeUtf8 } from '../../kernel/index.ts';
import type { ToolCall, ToolResult } from '../calls/tool-command.ts';
import { toolLimits } from '../calls/tool-limits.ts';
import type { GitDiff, GitReader, GitSpan } from '../ports/git.ts';
import { findVisibleCommit, subjectOf, type VisiblePath, visiblePaths } from './visible-history.ts';

type DiffArguments = {
  readonly paths?: readonly string[];
  readonly commit?: string;
  readonly staged?: boolean;
  readonly contextLines?: number;
};
type ShowArguments = { readonly commit: string; readonly contextLines?: number };

const DEFAULT_CONTEXT_LINES = 3;
const NEXT_FILE = '\ndiff --git ';

/** Reads how the work tree or the index differs from the index or a commit. */
export async function readDifferences(call: ToolCall): Promise<ToolResult> {
  const { place, others, means, reply } = call;
  const given = call.arguments as DiffArguments;
  const reader = means.git?.get(place.root);
  if (reader === undefined) return { reply: reply.invalid('MCP-GIT-I-001') };
  const known =
    given.commit === undefined
      ? null
      : findVisibleCommit(reader, { start: given.commit, sees: call.view().ofRoot().sees });
  if (known === undefined) return { reply: reply.invalid('MCP-GIT-I-002') };
  const span = spanOf(known?.commit, given.staged === true);
  const differing = reader.comparePaths(span);
  const asked = visiblePaths(call, differing ?? []).filter(
    ({ path }) => given.paths === undefined || others.some((other) => isAtOrBelow(path, other.path)),
  );
  const shown = differing && (await showText({ reader, span, paths: asked, given }));
  if (!shown) return { reply: reply.invalid('MCP-GIT-I-001') };
  return { reply: reply.success('MCP-GIT-S-003', { data: { resolved: place.address, ...shown } }) };
}

/** Reads the message and the changes of a commit. */
export async function showCommit(call: ToolCall): Promise<ToolResult> {
  const { place, means, reply } = call;
  const given = call.arguments as ShowArguments;
  const reader = means.git?.get(place.root);
  if (!reader) return { reply: reply.invalid('MCP-GIT-I-001') };
  const known = findVisibleCommit(reader, {
    start: given.commit,
    sees: (path) => call.view().find(path) !== undefined,
  });
  if (known === undefined) return { reply: reply.invalid('MCP-GIT-I-002') };
  const { commit } = known;
  const touched = visiblePaths(call, known.touched);
  const [read] = reader.readCommits([commit]) ?? [];
  const shown = read && (await showText({ reader, span: { kind: 'commit', commit }, paths: touched, given }));
  if (!shown) return { reply: reply.invalid('MCP-GIT-I-001') };
  const { author, date, message } = read;
  const text = `${cutText(message, toolLimits.messageLength)}\n\n${shown.text}`;
  const about = { resolved: place.address, commit, author, date, subject: subjectOf(message) };
  return { reply: reply.success('MCP-GIT-S-005', { data: { ...about, ...shown, text } }) };
}

function spanOf(commit: string | undefined, isStaged: boolean): GitSpan {
  if (isStaged) return { kind: 'staged', ...(commit !== undefined && { commit }) };
  return commit === undefined ? { kind: 'unstaged' } : { kind: 'since', commit };
}

type Showing = {
  readonly reader: GitReader;
  readonly span: GitSpan;
  readonly paths: readonly VisiblePath[];
  readonly given: { readonly contextLines?: number };
};

async function showText({ reader, span, paths, given }: Showing) {
  const shown = withinLimits(paths);
  const diff = await reader.diff({
    span,
    paths: shown.map(({ path }) => path),
    contextLines: given.contextLines ?? DEFAULT_CONTEXT_LINES,
    maxBytes: toolLimits.diffBytes,
  });
  return (
    diff && {
      changed: shown.map(({ address }) => address),
      count: paths.length,
      ...textOf(diff),
      is_cut: diff.isCut || shown.length < paths.length,
    }
  );
}

/** A file whose differences are not UTF-8 is left out and counted, because no text represents its bytes. */
function textOf({ bytes, isCut }: GitDiff): { readonly text: string; readonly left_out: number } {
  const parts = [...splitFiles(bytes)].map((part, index, all) =>
    isCut && index === all.length - 1 ? decodeCutUtf8(part) : decodeUtf8(part),
  );
  const texts = parts.filter((text) => text !== null);
  return { text: texts.join(''), left_out: parts.length - texts.length };
}

/** Splits differences by file; no line within a hunk starts like a file header. */
function* splitFiles(bytes: Uint8Array): Generator<Uint8Array> {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let start = 0; start < view.length; ) {
    const found = view.indexOf(NEXT_FILE, start);
    const end = found < 0 ? view.length : found + 1;
    yield view.subarray(start, end);
    start = end;
  }
}

/** All paths of a comparison are passed to git as arguments, whose total size the system limits. */
function withinLimits(paths: readonly VisiblePath[]): readonly VisiblePath[] {
  let length = 0;
  const end = paths.findIndex(({ path }, index) => {
    length += path.length;
    return index >= toolLimits.comparedPaths || length > toolLimits.comparedPathsLength;
  });
  return end < 0 ? paths : paths.slice(0, end);
}

function isAtOrBelow(path: string, top: string): boolean {
  return top === '' || path === top || path.startsWith(`${top}/`);
}
