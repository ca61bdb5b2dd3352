/**
 * Finds what makes a test fail that passes alone: lines found guilty of other failures, or a test that runs
 * before it.
 */
import {
  findSmallestSet,
  isBeyondChance,
  isSameTest,
  type ProofProgress,
  ProofStopped,
  type TestName,
} from '../../rca/index.ts';
import { type MetTest, nameOf } from './experiment-journal.ts';
import type { Laboratory } from './laboratory.ts';

/** The test that runs before, and how many runs it took to find it. */
export type Polluter = { readonly name: string; readonly runs: number };

/**
 * Returns the polluter of a test that passes alone; null if the test also passes with the others, or none can
 * be identified.
 */
export async function findPolluter(
  laboratory: Laboratory,
  {
    victim,
    onProgress,
  }: { readonly victim: TestName; readonly onProgress: (progress: ProofProgress) => void },
): Promise<Polluter | null> {
  const { workTree } = laboratory.space;
  let runs = 0;
  const failsAfter = async (before: readonly TestName[], attempt = 0) => {
    runs += 1;
    const trying = before.length === 0 ? 'the test alone' : `the test after ${before.length} of the others`;
    onProgress({ phase: 'reproducing', trying, runs, left: null });
    const { ends } = await laboratory.runnerOf([...before, victim]).run(workTree, { attempt });
    const end = ends.at(-1);
    return end === 'failed' ? 'yes' : end === 'passed' ? 'no' : 'untold';
  };
  // A flaky test seems to have a polluter too, until both outcomes have been seen repeatedly.
  const isBeyond = async (polluters: readonly TestName[]) => {
    for (let seen = 0; !isBeyondChance({ red: seen, green: seen }); seen++)
      if ((await failsAfter(polluters, seen + 1)) !== 'yes' || (await failsAfter([], seen)) !== 'no')
        return false;
    return true;
  };
  try {
    const [met = []] = await laboratory.meetAll(workTree);
    const place = met.findIndex((test) => isSameTest(test, victim));
    if (met[place]?.status !== 'failed') return null;
    const before = met
      .slice(0, place)
      .filter(({ status }) => status !== 'skipped')
      .map(nameOf);
    if (before.length === 0 || (await failsAfter(before)) !== 'yes') return null;
    const polluters = await findSmallestSet({
      items: before,
      weightOf: () => 1,
      holds: (some) => failsAfter(some),
    });
    if (!(await isBeyond(polluters))) return null;
    return {
      name: polluters.map(({ suitePath, name }) => [...suitePath, name].join(' › ')).join(', '),
      runs: runs + 1,
    };
  } catch (error) {
    if (error instanceof ProofStopped) return null;
    throw error;
  }
}

/** How often all tests are run on each side. */
export const SEEN_TOGETHER = 2;

/**
 * Returns whether a test that fails when all are run passes in such a run on a state in which other failures
 * of its cause were fixed. This takes a few runs; finding a polluter takes many, and the polluter would not
 * be the cause.
 */
export async function isRepairedInCompany(
  { meetAll, space }: Pick<Laboratory, 'meetAll' | 'space'>,
  {
    victim,
    fixed,
    onProgress,
  }: {
    readonly victim: TestName;
    readonly fixed: string;
    readonly onProgress: (progress: ProofProgress) => void;
  },
): Promise<boolean> {
  const hasEnded = async (end: MetTest['status'], state: string, trying: string) => {
    onProgress({ phase: 'verifying', trying, runs: 0, left: null });
    const met = await meetAll(state, { times: SEEN_TOGETHER });
    return met.every((tests) => tests.find((test) => isSameTest(test, victim))?.status === end);
  };
  try {
    return (
      (await hasEnded('failed', space.workTree, 'all tests')) &&
      (await hasEnded('passed', fixed, 'all tests without these lines'))
    );
  } catch (error) {
    if (error instanceof ProofStopped) return false;
    throw error;
  }
}
