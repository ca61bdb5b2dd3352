/** Reads commits as people read them: who, when, and what they said. */
import type { GitCommit } from '../../tools/index.ts';
import { isFullId } from './commit-id.ts';
import { logSettings } from './log-settings.ts';
import type { OpenedGit } from './open-git.ts';

const FIELDS = 4;

/** Returns commits by their full ids, in that order; null where one of them cannot be read. */
export function readCommits({ run }: OpenedGit, commits: readonly string[]): readonly GitCommit[] | null {
  if (!commits.every(isFullId)) return null;
  if (commits.length === 0) return [];
  const shown = ['--no-walk=unsorted', '--no-patch', '--no-notes', '--no-color', '--encoding=UTF-8'];
  const format = '--format=tformat:%H%x00%an%x00%at%x00%B';
  const printed = run([...logSettings, 'log', '-z', ...shown, format, ...commits, '--']);
  const found = printed && parse(new TextDecoder().decode(printed));
  return found?.length === commits.length ? found : null;
}

/** Returns when a commit was made, not when its changes were first written; null where git cannot tell. */
export function readCommittedAt({ line }: OpenedGit, commit: string): string | null {
  return dateOf(line([...logSettings, 'log', '--max-count=1', '--format=%ct', commit, '--']) ?? '') || null;
}

/** Returns a time of git, in seconds, as a date in UTC; nothing where it is none. */
export function dateOf(seconds: string): string {
  const date = new Date(Number(seconds) * 1000);
  const isDate = /^\d{1,12}$/.test(seconds) && !Number.isNaN(date.getTime());
  return isDate ? `${date.toISOString().slice(0, -'.000Z'.length)}Z` : '';
}

function parse(printed: string): GitCommit[] {
  const fields = printed.split('\0');
  const count = Math.floor(fields.length / FIELDS);
  return Array.from({ length: count }, (_, index) => {
    const [commit = '', author = '', seconds = '', message = ''] = fields.slice(index * FIELDS);
    return { commit, author, date: dateOf(seconds), message: message.trimEnd() };
  });
}
