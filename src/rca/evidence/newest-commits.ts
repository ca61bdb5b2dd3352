/** Who touched files last: for each of some files its newest commits, those left out that touched nearly everything. */
import type { ChangeHistory } from '../../context/index.ts';
import { compareCodePoints } from '../../kernel/index.ts';
import { evidenceLimits } from '../ranking/evidence-limits.ts';

/** A commit and how many of the repository's are newer. */
export type AgedCommit = { readonly id: string; readonly age: number };

const COMMITS_PER_FILE = 3;

/** Returns the newest commits of each file that has some, newest first. */
export function newestCommits(
  history: ChangeHistory | undefined,
  files: ReadonlySet<string>,
): ReadonlyMap<string, readonly AgedCommit[]> {
  const found = new Map<string, AgedCommit[]>();
  for (const { commit: id, age, paths } of history?.changes ?? []) {
    if (paths.length > evidenceLimits.commitFiles) continue;
    for (const path of paths) {
      if (!files.has(path)) continue;
      const known = found.get(path);
      if (known === undefined) found.set(path, [{ id, age }]);
      else known.push({ id, age });
    }
  }
  return new Map([...found].map(([path, commits]) => [path, newest(commits)]));
}

function newest(commits: readonly AgedCommit[]): readonly AgedCommit[] {
  return commits
    .toSorted((left, right) => left.age - right.age || compareCodePoints(left.id, right.id))
    .slice(0, COMMITS_PER_FILE);
}
