/** Drives all cases of a run: to the barrier, through the comparison, to their ends, a bounded number at once. */
import { inPool } from '../../pipeline/index.ts';
import { type CaseWork, openCaseWork } from '../case/case-work.ts';
import { compareCases } from '../case/compare-cases.ts';
import { driveToBarrier, driveToEnd, type PausedAt } from '../case/drive-case.ts';
import type { DriveLimits } from '../case/drive-limits.ts';
import type { InvestigationProgress } from '../investigation.ts';
import type { RunSetting } from './run-setting.ts';

/** What driving a run may be told. */
export type DriveOptions = DriveLimits & {
  readonly onProgress?: ((progress: InvestigationProgress) => void) | undefined;
};

/** The cases as far as they came, and those among them that wait for a person. */
export type DrivenRun = {
  readonly works: readonly CaseWork[];
  readonly paused: readonly { readonly case: string; readonly node: string }[];
};

/** Cases wait for the disk together, and more would hold the evidence of too many at once. */
const AT_ONCE = 16;

/** Drives a run to the end of all its cases, or to where they pause. */
export async function driveRun(setting: RunSetting, options: DriveOptions): Promise<DrivenRun> {
  const { onProgress, signal, pauseAt } = options;
  const limits = { signal, pauseAt };
  const total = setting.cases.length;
  const report = (phase: string) => ({
    size: AT_ONCE,
    onDone: (done: number) => onProgress?.({ phase, done, total }),
  });
  const works = await inPool(setting.cases, (opened) => openCaseWork(setting, opened), report('opening'));
  const drive = async (phase: string, driveCase: (work: CaseWork) => Promise<PausedAt>) =>
    pausedCases(works, await inPool(works, driveCase, report(phase)));
  const waiting = await drive('investigating', (work) => driveToBarrier(work, limits));
  // Cases that have not come to the barrier have nothing to be compared by yet.
  if (signal?.aborted || waiting.length > 0) return { works, paused: waiting };
  const comparison = await compareCases(works);
  return { works, paused: await drive('reviewing', (work) => driveToEnd(work, comparison, limits)) };
}

function pausedCases(works: readonly CaseWork[], paused: readonly PausedAt[]): DrivenRun['paused'] {
  return works.flatMap(({ opened }, index) => {
    const node = paused[index] ?? null;
    return node === null ? [] : [{ case: opened.record.id, node }];
  });
}
