/** Drives all cases of a run: to the barrier, through the comparison, to their ends, a bounded number at once. */
import { type CaseWork, openCaseWork } from '../case/case-work.ts';
import { compareCases } from '../case/compare-cases.ts';
import { driveToBarrier, driveToEnd } from '../case/drive-case.ts';
import type { InvestigationProgress } from '../investigation.ts';
import type { RunSetting } from './run-setting.ts';

/** How many cases are worked on at once; what they write at the same time is written together. */
const POOL = 8;

/** What driving a run may be told. */
export type DriveOptions = {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: InvestigationProgress) => void) | undefined;
};

/** Drives a run to the end of all its cases. */
export async function driveRun(
  setting: RunSetting,
  { signal, onProgress }: DriveOptions,
): Promise<readonly CaseWork[]> {
  const total = setting.cases.length;
  const report = (phase: string) => (done: number) => onProgress?.({ phase, done, total });
  const works = await inPool(setting.cases, (opened) => openCaseWork(setting, opened), report('opening'));
  await inPool(works, (work) => driveToBarrier(work, signal), report('investigating'));
  // Cases that have not come to the barrier have nothing to be compared by yet.
  if (signal?.aborted) return works;
  const comparison = await compareCases(works);
  await inPool(works, (work) => driveToEnd(work, comparison, signal), report('reviewing'));
  return works;
}

/** Works on items a few at a time; the results are in the order of the items. */
async function inPool<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
  onDone: (done: number) => void,
): Promise<readonly Result[]> {
  const results = new Array<Result>(items.length);
  let next = 0;
  let done = 0;
  const runner = async () => {
    for (let index = next++; index < items.length; index = next++) {
      results[index] = await work(items[index] as Item);
      onDone(++done);
    }
  };
  await Promise.all(Array.from({ length: Math.min(POOL, items.length) }, runner));
  return results;
}
