/**
 * Which of two worlds a red run is in: a change broke what worked, or a new or changed test met an old fault. Each has its
 * own weights and confidence, so the report says which one it believes in, and why.
 */
import type { CauseWorld } from '../../record/index.ts';
import type { TestPast } from '../case/case-record.ts';
import type { FeatureValues } from '../ranking/evidence-features.ts';
import type { ChangeIndex } from './change-index.ts';
import type { TestChanges } from './test-changes.ts';

/** The world that is believed in, and why. */
export type BelievedWorld = { readonly world: CauseWorld; readonly reason: string };

type WeighedFile = { readonly features: FeatureValues };

/** Tells the world of a case. */
export function believeWorld({
  candidates,
  standing,
  changes,
  past,
  asked,
}: {
  readonly candidates: readonly WeighedFile[];
  readonly standing: TestChanges;
  readonly changes: ChangeIndex;
  /** What earlier reports say of the tests. */
  readonly past?: TestPast | undefined;
  /** The package that is not installed, where a change began to ask for it and no manifest lists it. */
  readonly asked?: string | undefined;
}): BelievedWorld {
  if (past === 'failed')
    return { world: 'latent', reason: 'the test failed in the baseline already, before these changes' };
  if (changes.looked === 0 && changes.base?.isGreen)
    return { world: 'unknown', reason: 'nothing changed since the tests were green' };
  if (changes.looked === 0)
    return { world: 'unknown', reason: 'there is no history that would tell what changed' };
  const changed = candidates.filter(({ features }) => features.changed > 0);
  const others = changed.filter(({ features }) => features.changedTest === 0);
  const reached = others.filter(({ features }) => features.reached > 0);
  // What the newest change added cannot have passed before, whatever a report of the same size seems to say.
  const isNewest = standing.state === 'new' && standing.position === 0;
  if (past === 'passed' && !isNewest && changed.length > 0)
    return { world: 'change', reason: 'the test passed before, in an earlier report' };
  if (standing.state === 'new' || standing.state === 'rewritten') {
    // No code that is here could have answered.
    if (asked !== undefined && reached.length === 0)
      return { world: 'change', reason: `the test itself began to ask for \`${asked}\`` };
    const test = standing.state === 'new' ? 'the test is new' : 'the test itself was rewritten';
    // What else is on the side of the tests came along to meet the code as it was.
    const isRival = ({ features }: WeighedFile) => features.testSide === 0 && features.changeBeforeTest === 0;
    return reached.some(isRival)
      ? { world: 'change', reason: `${test}, and code within its reach changed with it or after it` }
      : { world: 'latent', reason: `${test}, and nothing within its reach changed with it or after it` };
  }
  if (reached.length > 0 && standing.state === 'unknown')
    return { world: 'change', reason: 'files changed lately, and nothing tells which of them the test uses' };
  if (reached.length > 0) {
    const files = reached.length === 1 ? 'one changed file is' : `${reached.length} changed files are`;
    return { world: 'change', reason: `${files} within reach of the failing test` };
  }
  if (standing.state === 'tweaked')
    return {
      world: 'change',
      reason: 'a value in the test itself was changed, and nothing else within its reach',
    };
  if (others.length > 0)
    return { world: 'change', reason: 'files changed, though none that the failing test is seen to reach' };
  return { world: 'unknown', reason: 'no recent change could have broken the test' };
}
