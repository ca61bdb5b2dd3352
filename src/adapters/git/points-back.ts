/**
 * Whether a git directory that lies elsewhere is a work tree's own. A file or link called `.git` can name any directory
 * of the host, so it is followed only where that directory names the work tree in turn, as git makes both sides say.
 */
import { realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { readSmallFile } from './read-small-file.ts';

const SECTION = /^\s*\[\s*([^\]\s]*)\s*\]/;
const WORK_TREE = /^\s*(?:\[[^\]]*\]\s*)?worktree\s*=\s*(.*?)\s*$/i;

/** Tells whether a git directory names a work tree's top as its own: by a linked one's `gitdir`, or by `core.worktree`. */
export function pointsBack(gitDirectory: string, top: string): boolean {
  const linked = readSmallFile(join(gitDirectory, 'gitdir'))?.trimEnd();
  if (linked !== undefined && basename(linked) === '.git')
    return isSamePlace(dirname(resolve(gitDirectory, linked)), top);
  return ['config.worktree', 'config'].some((name) => {
    const set = workTreeIn(readSmallFile(join(gitDirectory, name)) ?? '');
    return set !== undefined && isSamePlace(resolve(gitDirectory, set), top);
  });
}

/** Tells whether a directory is where a repository keeps what belongs to one of its linked work trees. */
export function isLinkedIn(gitDirectory: string, commonDirectory: string): boolean {
  return isSamePlace(dirname(realPathIfThere(gitDirectory) ?? ''), join(commonDirectory, 'worktrees'));
}

/** Returns `core.worktree` as a file sets it last; a file that git wrote has it on a line of its own. */
function workTreeIn(config: string): string | undefined {
  let isCore = false;
  let found: string | undefined;
  for (const line of config.split('\n')) {
    const section = SECTION.exec(line)?.[1];
    if (section !== undefined) isCore = section.toLowerCase() === 'core';
    const value = isCore ? WORK_TREE.exec(line)?.[1] : undefined;
    if (value !== undefined) found = unquoted(value);
  }
  return found;
}

function unquoted(value: string): string {
  return value.replace(/^"(.*)"$/, '$1').replace(/\\(["\\])/g, '$1');
}

function isSamePlace(one: string, other: string): boolean {
  const real = realPathIfThere(one);
  return real !== undefined && real === realPathIfThere(other);
}

function realPathIfThere(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
