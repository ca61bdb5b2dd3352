/** Drives all cases of a run: to the barrier, through the comparison, to their ends. */
import { type DrivePhase, driveCases, inPool, stepsTaken } from '../pipeline/index.ts';
import { type CaseWork, openCaseWork } from './ask/case-work.ts';
import type { Comparison } from './ask/light-ask.ts';
import { compareCases } from './case/compare-cases.ts';
import { type DriveLimits, driveToBarrier, driveToEnd } from './case/drive-case.ts';
import { BARRIER } from './run/case-progress.ts';
import type { RunSetting } from './run/run-setting.ts';

/** The progress of an investigation, for display. */
export type InvestigationProgress = { readonly phase: string; readonly done: number; readonly total: number };

/** Options for driving a run. */
export type DriveOptions = Omit<DriveLimits, 'enter'> & {
  readonly onProgress?: ((progress: InvestigationProgress) => void) | undefined;
};

/** The cases at the point they reached, and those waiting for a person. */
export type DrivenRun = {
  readonly works: readonly CaseWork[];
  readonly paused: readonly { readonly case: string; readonly node: string }[];
};

/** Enough cases to overlap their waits for the disk; more would hold the evidence of too many at once. */
const AT_ONCE = 16;

/** Drives a run until all its cases end or pause. */
export async function driveRun(setting: RunSetting, options: DriveOptions): Promise<DrivenRun> {
  const { onProgress, signal, pauseAt } = options;
  const { ledger, run, cases } = setting;
  const works = await inPool(cases, (opened) => openCaseWork(setting, opened), {
    size: AT_ONCE,
    onDone: (done) => onProgress?.({ phase: 'opening', done, total: cases.length }),
  });
  const driven = await driveCases(ledger, {
    run,
    cases: works.map(({ journal }) => journal.case),
    barriers: [BARRIER],
    pool: AT_ONCE,
    drive: async (index, { compared, enter }: DrivePhase<Comparison>) => {
      const work = works[index] as CaseWork;
      const limits = { signal, pauseAt, enter };
      const pausedAt = await (compared === null
        ? driveToBarrier(work, limits)
        : driveToEnd(work, compared, limits));
      const isStopped = pausedAt !== null || signal?.aborted === true;
      // A case whose first walk has ended proceeds to its court once the others have been compared.
      const waitsAt = isStopped || compared !== null ? null : BARRIER;
      return { steps: stepsTaken(work.journal.progress), waitsAt, isStopped, pausedAt };
    },
    compare: (open) => compareCases(works, open),
    onProgress: (counts, open) =>
      onProgress?.({ phase: open === null ? 'investigating' : 'reviewing', ...counts }),
  });
  const paused = driven.flatMap(({ pausedAt }, index) =>
    pausedAt === null ? [] : [{ case: works[index]?.opened.record.id ?? '', node: pausedAt }],
  );
  return { works, paused };
}
