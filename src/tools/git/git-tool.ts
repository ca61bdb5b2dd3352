/**
 * The tool `git`: reads the history of files in a repository, and makes changes that are named path by path.
 */

import {
  cutText,
  fields,
  flag,
  listOf,
  type Shape,
  satisfying,
  shownAs,
  textLike,
} from '../../kernel/index.ts';
import { type LineRange, lineOfTextUpTo, lineRangeWith, wholeNumberUpTo } from '../calls/argument-schema.ts';
import type { RootView } from '../calls/create-call-view.ts';
import { type Annotations, READS, type Tool, type ToolCall, type ToolResult } from '../calls/tool-command.ts';
import { toolLimits } from '../calls/tool-limits.ts';
import type { BlamedLine } from '../ports/git.ts';
import { addChanges, commitChanges, pullCommits, pushCommits } from './change-repository.ts';
import { readDifferences, showCommit } from './read-differences.ts';
import { readLog, readStatus } from './read-log.ts';
import { findVisibleCommit, namedPaths } from './visible-history.ts';

const commit = textLike(/^[0-9a-f]{4,64}$/, 'the id of a commit, or 4 or more of its first characters');
const path = lineOfTextUpTo(toolLimits.namedPathLength);
const paths = listOf(path, toolLimits.namedPaths);
const somePaths = shownAs(
  (value, whole, at) =>
    Array.isArray(value) && value.length === 0
      ? satisfying(() => false, 'a list of at least one path')(value, whole, at)
      : paths(value, whole, at),
  { ...paths.schema, minItems: 1, description: 'paths below the address' },
);
const contextLines = satisfying(
  (value) =>
    Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= toolLimits.diffContextLines,
  `a whole number from 0 to ${toolLimits.diffContextLines}`,
  { type: 'integer', minimum: 0, maximum: toolLimits.diffContextLines },
);
const message = satisfying(
  (value) =>
    typeof value === 'string' &&
    value.trim() !== '' &&
    value.length <= toolLimits.messageLength &&
    value.isWellFormed() &&
    !value.includes('\0'),
  `a text of at most ${toolLimits.messageLength} characters that is not empty`,
  { type: 'string', minLength: 1, maxLength: toolLimits.messageLength },
);
// Git removes angle brackets and some other characters from names, which must not become empty.
const name = textLike(
  new RegExp(`^(?=.*[\\p{L}\\p{N}])[^<>\\p{Cc}\\p{Cs}]{1,${toolLimits.authorLength}}$`, 'u'),
  'a name without angle brackets',
);
const email = textLike(/^[\w.+-]{1,100}@[\w.-]{1,100}$/, 'an address like name@example.org');

/** The argument schemas, by command. */
const gitArguments = {
  log: fields({ maxCommits: wholeNumberUpTo(toolLimits.loggedCommits) }, []),
  diff: fields({ paths: somePaths, commit, staged: flag, contextLines }, []),
  show: fields({ commit, contextLines }, ['commit']),
  blame: lineRangeWith(),
  add: fields({ paths: somePaths }, []),
  commit: fields({ paths: somePaths, message, author: fields({ name, email }, ['name', 'email']) }, [
    'paths',
    'message',
  ]),
  none: fields({}, []),
} as const satisfies Readonly<Record<string, Shape>>;

const ADDS: Annotations = { readOnly: false, destructive: false, openWorld: false };

export const gitTool: Tool = {
  name: 'git',
  description: 'Reads the history of a repository, and changes it path by path.',
  commands: {
    log: {
      description: 'Lists the last commits that touched what lies at the address.',
      annotations: READS,
      shape: gitArguments.log,
      run: inside(readLog),
    },
    status: {
      description: 'Lists what differs from the last commit.',
      annotations: READS,
      shape: gitArguments.none,
      run: inside(readStatus),
    },
    diff: {
      description: 'Shows how files differ from what is staged, or from a commit.',
      annotations: READS,
      shape: gitArguments.diff,
      further: namedPaths,
      run: inside(readDifferences),
    },
    show: {
      description: 'Shows what a commit says and changed.',
      annotations: READS,
      shape: gitArguments.show,
      run: inside(showCommit),
    },
    blame: {
      description: 'Tells which commit each line of a file comes from.',
      annotations: READS,
      shape: gitArguments.blame,
      run: inside(blameLines),
    },
    // Without paths the place itself is staged, which may be a deleted file.
    add: {
      description: 'Stages the named paths, or what lies at the address.',
      annotations: { ...ADDS, idempotent: true },
      shape: gitArguments.add,
      requireExists: false,
      isOnlyBase: true,
      needs: 'git',
      further: namedPaths,
      run: inside(addChanges),
    },
    commit: {
      description: 'Commits what is staged, if that is exactly what is named.',
      annotations: ADDS,
      shape: gitArguments.commit,
      isOnlyBase: true,
      needs: 'git',
      further: namedPaths,
      run: inside(commitChanges),
    },
    push: {
      description: 'Pushes the commit at hand to where its branch comes from.',
      annotations: { readOnly: false, destructive: false, idempotent: true },
      shape: gitArguments.none,
      needs: 'git',
      run: inside(pushCommits),
    },
    pull: {
      description: 'Goes forward to where the branch at hand stands elsewhere.',
      annotations: { readOnly: false, destructive: true },
      shape: gitArguments.none,
      needs: 'git',
      run: inside(pullCommits),
    },
  },
};

/** INVARIANT (git stays inside): no command starts if git would be led out of the repository. */
function inside<Result>(run: (call: ToolCall) => Result): (call: ToolCall) => Result | ToolResult {
  return (call) => {
    const reason = call.means.git?.get(call.place.root)?.wayOut() ?? null;
    return reason === null ? run(call) : { reply: call.reply.invalid('MCP-GIT-I-006', { data: { reason } }) };
  };
}

/** Traces the lines of a file as of the current commit. */
function blameLines(call: ToolCall): ToolResult {
  const { place, means, reply } = call;
  const { fromLine = 1, toLine = toolLimits.lineNumber } = call.arguments as LineRange;
  const reader = means.git?.get(place.root);
  const revision = reader?.revision() ?? null;
  const last = Math.min(toLine, fromLine + toolLimits.blamedLines - 1);
  // One more than is shown, to find out whether there are more.
  const asked = { path: place.path, fromLine, toLine: last < toLine ? last + 1 : last };
  const lines = revision && reader?.blame({ ...asked, commit: revision.commit });
  if (!revision || !lines) return { reply: reply.invalid('MCP-GIT-I-001') };
  const shown = lines.filter(({ line }) => line <= last);
  // A line may have been written under another name, outside of the place.
  const seen = call.view().ofRoot();
  // If the current commit only touched hidden files, its existence is not revealed.
  const known = reader && findVisibleCommit(reader, { start: revision.commit, sees: seen.sees });
  const data = {
    resolved: place.address,
    commit: known?.commit ?? null,
    lines: shown.map((line) => describe(line, { ownPath: place.path, seen })),
    is_cut: shown.length < lines.length,
  };
  return { reply: reply.success('MCP-GIT-S-004', { data }) };
}

/**
 * A line from a file the call does not see has no origin, because its commit may have touched nothing else.
 */
function describe(
  { line, text, commit, author, date, path }: BlamedLine,
  { ownPath, seen }: { readonly ownPath: string; readonly seen: RootView },
) {
  const isKnown = path === ownPath || (path !== null && seen.sees(path));
  const shown = text === null ? null : cutText(text, toolLimits.blamedLineLength);
  return { line, text: shown, ...(isKnown ? { commit, author, date } : { commit: null }) };
}
