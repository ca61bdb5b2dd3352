/** Finds the test that makes another one fail when it runs before it. */
import {
  findSmallestSet,
  isSameTest,
  type ProofProgress,
  ProofStopped,
  type TestName,
} from '../../rca/index.ts';
import type { Laboratory } from './laboratory.ts';

/** The test that runs before, and how many runs it took to find it. */
export type Polluter = { readonly name: string; readonly runs: number };

/** Returns the polluter of a test that passes alone; null where the test passes in company, too, or none can be told. */
export async function findPolluter(
  laboratory: Laboratory,
  {
    victim,
    onProgress,
  }: { readonly victim: TestName; readonly onProgress: (progress: ProofProgress) => void },
): Promise<Polluter | null> {
  const { workTree } = laboratory.space;
  let runs = 0;
  const failsAfter = async (before: readonly TestName[]) => {
    runs += 1;
    const trying = `the test after ${before.length} of the others`;
    onProgress({ phase: 'reproducing', trying, runs, left: null });
    const { ends } = await laboratory.runnerOf([...before, victim])(workTree, { attempt: 0 });
    const end = ends.at(-1);
    return end === 'failed' ? 'yes' : end === 'passed' ? 'no' : 'untold';
  };
  try {
    const met = await laboratory.meetAll();
    const place = met.findIndex((test) => isSameTest(test, victim));
    if (met[place]?.status !== 'failed') return null;
    const before = met
      .slice(0, place)
      .filter(({ status }) => status !== 'skipped')
      .map(nameOf);
    if (before.length === 0 || (await failsAfter(before)) !== 'yes') return null;
    const polluters = await findSmallestSet({ items: before, weightOf: () => 1, holds: failsAfter });
    return {
      name: polluters.map(({ suitePath, name }) => [...suitePath, name].join(' › ')).join(', '),
      runs: runs + 1,
    };
  } catch (error) {
    if (error instanceof ProofStopped) return null;
    throw error;
  }
}

function nameOf({ suitePath, name, className, file }: TestName): TestName {
  return {
    suitePath,
    name,
    ...(className !== undefined && { className }),
    ...(file !== undefined && { file }),
  };
}
