/** Walks a trial of a case: every seat is asked through a pack of its own, and every step is recorded. */
import { type CourtRole, type CourtSeats, courtRoles, runTrial, seatCourt } from '../../court/index.ts';
import { systemClock } from '../../engine/index.ts';
import { stopsWithin, type WalkerState, walkWithJournal } from '../../pipeline/index.ts';
import { createSeat } from '../ask/court-seats.ts';
import { citedEvidence } from '../ask/earlier-frames.ts';
import type { CaseWork } from './case-work.ts';
import { courtConfigOf } from './court-setting.ts';
import type { DriveLimits } from './drive-limits.ts';
import { courtSubjectOf, lightConclusion, lightState } from './light-conclusion.ts';
import type { PlannedWalk } from './next-walk.ts';

/** Tries the conclusion of a case, from the beginning or from where a trial was stopped. */
export async function walkCourt(
  work: CaseWork,
  { pipeline, pass, state }: PlannedWalk,
  { signal, pauseAt, enter }: DriveLimits,
): Promise<{ readonly state: WalkerState } | null> {
  const { journal, opened, setting } = work;
  const { progress } = journal;
  const subject = courtSubjectOf(opened.record.id, progress, await exhibitsOf(work));
  const conclusion = lightConclusion(progress);
  const light = lightState(progress);
  if (subject === null || conclusion === null || light === null) return null;
  const seated = seatCourt({ element: conclusion.element });
  const seat = (role: CourtRole) => [role, createSeat(work, role, seated[role].identity)];
  const held = await runTrial(subject, {
    seats: Object.fromEntries(courtRoles.map(seat)) as CourtSeats,
    config: courtConfigOf(setting.inputs.configuration),
    clock: systemClock,
    graph: setting.court,
    masks: setting.masks,
    ...(setting.model && { limits: { nodeTimeoutMs: Number.POSITIVE_INFINITY } }),
    remands: light.counters.remands,
    courtMs: light.counters.court_ms,
    walk: (graph, options) =>
      walkWithJournal(journal, graph, {
        ...options,
        enter,
        ...(signal && { signal }),
        ...stopsWithin(graph, { pauseAt }),
        walk: { pipeline, pass },
        map: setting.inputs.fork?.map,
      }),
    ...(state && { state }),
  });
  return { state: held };
}

async function exhibitsOf(work: CaseWork): Promise<readonly string[]> {
  const cited = await citedEvidence(work);
  return cited.filter(({ kind }) => kind === 'evidence').map(({ handle }) => handle);
}
