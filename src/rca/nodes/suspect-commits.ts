/** The commits behind the best suspects: those that several share and those that are new come first. */
import { compareCodePoints } from '../../kernel/index.ts';
import type { LightArtifactData } from '../artifacts/light-artifacts.ts';
import type { EvidenceBlock } from '../case/case-blocks.ts';

const SUSPECTS = 5;
const MOST_COMMITS = 20;
const WHOLE = 10_000;
/** So many commits later a change counts half. */
const HALF_AGE = 30;

/** Returns the commits of the best suspects, best first; a score adds up over the suspects a commit touched. */
export function suspectCommits(
  ranked: readonly Pick<EvidenceBlock, 'commits'>[],
): LightArtifactData<'investigate'>['commits'] {
  const scores = new Map<string, number>();
  for (const [rank, { commits }] of ranked.slice(0, SUSPECTS).entries()) {
    for (const { id, age } of commits) {
      const score = Math.floor((Math.floor(WHOLE / (rank + 1)) * HALF_AGE) / (HALF_AGE + Math.max(0, age)));
      scores.set(id, (scores.get(id) ?? 0) + score);
    }
  }
  return [...scores]
    .map(([id, score]) => ({ id, score }))
    .sort((left, right) => right.score - left.score || compareCodePoints(left.id, right.id))
    .slice(0, MOST_COMMITS);
}
