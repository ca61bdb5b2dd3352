/**
 * Reads a workspace's history and current changes from git, without running anything the repository
 * configures.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { gitLogArguments } from '../../context/index.ts';
import { decodeUtf8 } from '../../kernel/index.ts';
import type { BlamedLine, BlameRequest, GitReader, GitRevision } from '../../tools/index.ts';
import { alternatesOf, findEscape } from './find-escape.ts';
import { findRepository } from './find-repository.ts';
import { type GitOptions, logSettings, type OpenedGit, openGit } from './open-git.ts';
import {
  dateOf,
  findCommits,
  findMergeBase,
  isBefore,
  isFullId,
  readCommitId,
  readCommits,
  readCommittedAt,
  resolveRevision,
} from './read-commits.ts';
import { comparePaths, readDiff } from './read-diff.ts';
import { listCommits, readDiffs, readMerges } from './read-diffs.ts';
import { readStatus, readUncommitted } from './read-status.ts';

/** Opens the reader of a workspace; the repository around it is looked up on each call. */
export function openGitReader(root: string, options: GitOptions = {}): GitReader {
  const within = <Result>(read: (git: OpenedGit) => Result | null): Result | null => {
    const git = openGit(root, options);
    return git && read(git);
  };
  return Object.freeze<GitReader>({
    wayOut: () => wayOutOf(root, options),
    revision: () => within(readRevision),
    log: (commit) => within((git) => (isFullId(commit) ? readLog(git, commit) : null)),
    changedPaths: () => within((git) => readStatus(git)?.changed.map(({ path }) => path) ?? null),
    findCommits: (start) => within((git) => findCommits(git, start)) ?? [],
    readCommits: (commits) => within((git) => readCommits(git, commits)),
    committedAt: (commit) => within((git) => (isFullId(commit) ? readCommittedAt(git, commit) : null)),
    comparePaths: (span) => within((git) => comparePaths(git, span)),
    diff: async (request) => within((git) => readDiff(git, request)),
    blame: (request) => within((git) => readBlame(git, request)),
    listCommits: (range) => within((git) => listCommits(git, range)),
    readDiffs: (commits) => within((git) => readDiffs(git, commits)),
    readMerges: (merges) => within((git) => readMerges(git, merges)) ?? [],
    readUncommitted: () => within(readUncommitted),
    resolveRevision: (text) => within((git) => resolveRevision(git, text)),
    mergeBase: (head, other) => within((git) => findMergeBase(git, head, other)),
    isAncestor: ({ commit, later }) =>
      within((git) => [commit, later].every(isFullId) && isBefore(git, { commit, later })) ?? false,
  });
}

/**
 * Opens the reader of a workspace for its operator, who vouches for the object directories that it currently
 * borrows from, as clones made with `--shared` or `--reference` do.
 */
export function openOwnGitReader(root: string): GitReader {
  const places = findRepository(root);
  return openGitReader(root, { granted: places === undefined ? [] : alternatesOf(places) });
}

function wayOutOf(root: string, { granted }: GitOptions): string | null {
  const places = findRepository(root);
  return places === undefined ? null : findEscape(places, granted);
}

function readRevision(git: OpenedGit): GitRevision | null {
  const commit = readCommitId(git, 'HEAD');
  if (commit === null) return null;
  return { commit, depth: isShallow(git) ? 'shallow' : 'full' };
}

function isShallow({ places }: OpenedGit): boolean {
  return existsSync(join(places.commonDirectory, 'shallow'));
}

function readLog(git: OpenedGit, commit: string): Uint8Array | null {
  const { run, prefix } = git;
  const isTop = prefix === '';
  // The oldest commits of a shallow clone appear to have added every file.
  const bounds = isShallow(git) ? ['--min-parents=1'] : [];
  const shown = ['--no-ext-diff', '--no-textconv', ...(isTop ? [] : ['--relative'])];
  const args = [...gitLogArguments, ...bounds, ...shown];
  // Pinned to a commit, because the branch may move during the work.
  return run([...logSettings, ...args, commit, '--', ...(isTop ? [] : ['.'])]);
}

const MAX_BYTES = 32 * 1024 * 1024;
const HEADING = /^((?:[0-9a-f]{40}|[0-9a-f]{64})) \d+ (\d+)(?: \d+)?$/;

type Origin = Pick<BlamedLine, 'author' | 'date' | 'path'>;

/** Returns lines with their commits; null if git cannot tell. */
function readBlame({ run, prefix }: OpenedGit, request: BlameRequest): readonly BlamedLine[] | null {
  const { commit, path, fromLine, toLine } = request;
  if (!isFullId(commit) || path === '') return null;
  const range = ['-L', `${fromLine},${toLine}`];
  const args = [
    'blame',
    '--line-porcelain',
    '--no-textconv',
    '--encoding=UTF-8',
    ...range,
    commit,
    '--',
    path,
  ];
  const printed = run([...logSettings, '-c', 'core.quotePath=false', ...args], { maxBytes: MAX_BYTES });
  return printed && [...parseBlame(Buffer.from(printed).toString('latin1'), prefix)];
}

/**
 * Parses `--line-porcelain` output: a heading, fields, and the text after a tab; each character is a byte.
 */
function* parseBlame(printed: string, prefix: string): Generator<BlamedLine> {
  let heading: RegExpExecArray | null = null;
  let origin: Origin = { author: '', date: '', path: null };
  for (const line of printed.split('\n')) {
    if (heading === null) {
      heading = HEADING.exec(line);
      origin = { author: '', date: '', path: null };
    } else if (line.startsWith('\t')) {
      const [, commit = '', number = '0'] = heading;
      yield {
        line: Number(number),
        text: decodeUtf8(Buffer.from(line.slice(1), 'latin1')),
        commit,
        ...origin,
      };
      heading = null;
    } else origin = { ...origin, ...readField(line, prefix) };
  }
}

function readField(line: string, prefix: string): Partial<Origin> {
  const space = line.indexOf(' ');
  const value = new TextDecoder().decode(Buffer.from(line.slice(space + 1), 'latin1'));
  switch (line.slice(0, space)) {
    case 'author':
      return { author: value };
    case 'author-time':
      return { date: dateOf(value) };
    case 'filename':
      return { path: pathBelow(unquote(value), prefix) };
    default:
      return {};
  }
}

function pathBelow(path: string, prefix: string): string | null {
  // A remaining backslash stands for characters that are not allowed in an address.
  return path.startsWith(prefix) && !path.includes('\\') ? path.slice(prefix.length) : null;
}

function unquote(name: string): string {
  return name.startsWith('"') ? name.slice(1, -1).replaceAll('\\"', '"') : name;
}
