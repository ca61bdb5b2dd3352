/**
 * The commits behind the best suspects: first the changes that may have broken the tests, in the order of the suspects
 * they touched, then who touched those files before.
 */
import { compareCodePoints } from '../../kernel/index.ts';
import type { EvidenceBlock } from '../blocks/case-blocks.ts';
import type { LightArtifactData } from './light-artifacts.ts';

type Commit = LightArtifactData<'investigate'>['commits'][number];

const SUSPECTS = 5;
const MOST_COMMITS = 20;
const WHOLE = 10_000;
/** What the change of a suspect counts beside a commit that merely touched its file. */
const CHANGE = 10 * WHOLE;
/** So many commits later a change counts half. */
const HALF_AGE = 30;

/** Returns the commits of the best suspects, best first; of a commit that touched several the best one counts. */
export function suspectCommits(
  ranked: readonly Pick<EvidenceBlock, 'commits' | 'change'>[],
): LightArtifactData<'investigate'>['commits'] {
  const [first] = ranked;
  // A commit that touched only what is less likely would seem to be the likely one.
  if (first === undefined || (first.change === undefined && first.commits.length === 0)) return [];
  const found = new Map<string, Commit>();
  const add = (commit: Commit) => {
    const known = found.get(commit.id);
    if (known === undefined || commit.score > known.score) found.set(commit.id, { ...known, ...commit });
  };
  for (const [rank, { commits, change }] of ranked.slice(0, SUSPECTS).entries()) {
    if (change !== undefined && change.commit !== '') {
      const { commit: id, subject, author, date } = change;
      add({ id, score: Math.floor(CHANGE / (rank + 1)), subject, author, date });
    }
    for (const { id, age } of commits)
      add({
        id,
        score: Math.floor((Math.floor(WHOLE / (rank + 1)) * HALF_AGE) / (HALF_AGE + Math.max(0, age))),
      });
  }
  return [...found.values()]
    .sort((left, right) => right.score - left.score || compareCodePoints(left.id, right.id))
    .slice(0, MOST_COMMITS);
}
