/**
 * The case driver: the light walk, then, where its conclusion is uncertain, a court walk, then, where that sends it
 * back, a second light walk with the questions. Every step is recorded, so that the driver can be stopped anywhere.
 */
import { assertInvariant } from '../../kernel/index.ts';
import { stepsTaken, type WalkerState } from '../../pipeline/index.ts';
import type { CaseWork } from './case-work.ts';
import type { Comparison } from './compare-cases.ts';
import { courtConfigOf } from './court-setting.ts';
import type { DriveLimits } from './drive-limits.ts';
import { BARRIER } from './light-path.ts';
import { nextWalk, type PlannedWalk } from './next-walk.ts';
import { walkCourt } from './walk-court.ts';
import { walkLight } from './walk-light.ts';

/** The node before which a case waits for a person, or null. */
export type PausedAt = string | null;

/** Drives a case as far as it gets before the cases are compared. */
export async function driveToBarrier(work: CaseWork, limits: DriveLimits): Promise<PausedAt> {
  const planned = planWalk(work);
  const isFirst = planned?.pipeline === 'light' && planned.pass === 1;
  const ended = isFirst ? await walkLight(work, planned, { ...limits, comparison: null }) : null;
  putAside(work);
  const isAtBarrier = ended?.state.node === BARRIER && !limits.pauseAt?.includes(BARRIER);
  return isAtBarrier ? null : pausedAt(ended);
}

/** Drives a case to its end, or to where it is paused or called off. */
export async function driveToEnd(
  work: CaseWork,
  comparison: Comparison,
  limits: DriveLimits,
): Promise<PausedAt> {
  let paused: PausedAt = null;
  let planned = planWalk(work);
  while (planned !== null && paused === null && !limits.signal?.aborted) {
    const before = stepsTaken(work.journal.progress);
    const isCourt = planned.pipeline === 'court';
    paused = pausedAt(
      isCourt
        ? await walkCourt(work, planned, limits)
        : await walkLight(work, planned, { ...limits, comparison }),
    );
    // INVARIANT (progress): a walk that is planned takes a step, or the same one would be planned for ever.
    const hasMoved = paused !== null || stepsTaken(work.journal.progress) > before;
    assertInvariant(limits.signal?.aborted || hasMoved, 'a planned walk takes a step');
    planned = planWalk(work);
  }
  putAside(work);
  return paused;
}

function pausedAt(ended: { readonly state: WalkerState } | null): PausedAt {
  return ended?.state.status === 'paused' ? ended.state.node : null;
}

/** Lets go of what can be had again: the evidence of many cases about many files would not fit into memory. */
function putAside(work: CaseWork): void {
  work.gathered = null;
  work.shown.clear();
  work.kept.clear();
}

function planWalk({ journal, setting }: CaseWork): PlannedWalk | null {
  return nextWalk(journal.progress, courtConfigOf(setting.inputs.configuration));
}
