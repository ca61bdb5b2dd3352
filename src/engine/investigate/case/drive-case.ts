/**
 * The case driver: the light walk, then, where its conclusion is uncertain, a court walk, then, where that sends it
 * back, a second light walk with the questions. Every step is recorded, so that the driver can be stopped anywhere.
 */
import { assertInvariant } from '../../../kernel/index.ts';
import { stepsTaken } from './case-progress.ts';
import type { CaseWork } from './case-work.ts';
import type { Comparison } from './compare-cases.ts';
import { nextWalk, type PlannedWalk } from './next-walk.ts';
import { walkCourt } from './walk-court.ts';
import { walkLight } from './walk-light.ts';

/** Drives a case as far as it gets before the cases are compared. */
export async function driveToBarrier(work: CaseWork, signal?: AbortSignal): Promise<void> {
  const planned = planWalk(work);
  const isFirst = planned?.pipeline === 'light' && planned.pass === 1;
  if (isFirst) await walkLight(work, planned, { comparison: null, signal });
  putAside(work);
}

/** Drives a case to its end, or to where it is called off. */
export async function driveToEnd(
  work: CaseWork,
  comparison: Comparison,
  signal?: AbortSignal,
): Promise<void> {
  for (let planned = planWalk(work); planned !== null && !signal?.aborted; planned = planWalk(work)) {
    const before = stepsTaken(work.progress);
    if (planned.pipeline === 'court') await walkCourt(work, planned, signal);
    else await walkLight(work, planned, { comparison, signal });
    // INVARIANT (progress): a walk that is planned takes a step, or the same one would be planned for ever.
    assertInvariant(signal?.aborted || stepsTaken(work.progress) > before, 'a planned walk takes a step');
  }
  putAside(work);
}

/** Lets go of what can be had again: the evidence of many cases about many files would not fit into memory. */
function putAside(work: CaseWork): void {
  work.gathered = null;
  work.shown.clear();
}

function planWalk({ progress, setting }: CaseWork): PlannedWalk | null {
  return nextWalk(progress, { hasCourt: setting.inputs.configuration.court });
}
