/**
 * The case driver: the light walk, then, where its conclusion is uncertain, a court walk, then, where that sends it
 * back, a second light walk with the questions. Every step is recorded, so that the driver can be stopped anywhere.
 */
import { assertInvariant } from '../../../kernel/index.ts';
import { stepsTaken } from '../../../pipeline/index.ts';
import type { CaseWork } from './case-work.ts';
import type { Comparison } from './compare-cases.ts';
import type { DriveLimits } from './drive-limits.ts';
import { nextWalk, type PlannedWalk } from './next-walk.ts';
import { walkCourt } from './walk-court.ts';
import { walkLight } from './walk-light.ts';

/** Drives a case as far as it gets before the cases are compared. */
export async function driveToBarrier(work: CaseWork, limits: DriveLimits): Promise<void> {
  const planned = planWalk(work);
  const isFirst = planned?.pipeline === 'light' && planned.pass === 1;
  if (isFirst) await walkLight(work, planned, { ...limits, comparison: null });
  putAside(work);
}

/** Drives a case to its end, or to where it is paused or called off. */
export async function driveToEnd(work: CaseWork, comparison: Comparison, limits: DriveLimits): Promise<void> {
  const { signal } = limits;
  for (let planned = planWalk(work); planned !== null && !signal?.aborted; planned = planWalk(work)) {
    const before = stepsTaken(work.journal.progress);
    if (planned.pipeline === 'court') await walkCourt(work, planned, limits);
    else await walkLight(work, planned, { ...limits, comparison });
    if (pausedAt(work, limits) !== null) break;
    // INVARIANT (progress): a walk that is planned takes a step, or the same one would be planned for ever.
    const hasMoved = stepsTaken(work.journal.progress) > before;
    assertInvariant(signal?.aborted || hasMoved, 'a planned walk takes a step');
  }
  putAside(work);
}

/** Returns the node before which a case is paused, or null; a walk may be planned that has not begun. */
export function pausedAt(work: CaseWork, { pauseAt = [] }: DriveLimits): string | null {
  const planned = planWalk(work);
  if (planned === null) return null;
  const graph = planned.pipeline === 'light' ? work.setting.light : work.setting.court;
  const node = planned.state?.node ?? planned.start.start ?? graph.start;
  return pauseAt.includes(node) ? node : null;
}

/** Lets go of what can be had again: the evidence of many cases about many files would not fit into memory. */
function putAside(work: CaseWork): void {
  work.gathered = null;
  work.shown.clear();
}

function planWalk({ journal, setting }: CaseWork): PlannedWalk | null {
  return nextWalk(journal.progress, { hasCourt: setting.inputs.configuration.court });
}
