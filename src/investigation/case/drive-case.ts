/**
 * The case driver: the light walk; then, if its conclusion is uncertain, a court walk; then, if the court
 * remands the case, a second light walk with the court's questions. Every step is recorded, so the driver can
 * be stopped anywhere.
 */

import { type CourtRole, type CourtSeats, courtRoles, runTrial, seatCourt } from '../../court/index.ts';
import { systemClock } from '../../engine/index.ts';
import { assertInvariant } from '../../kernel/index.ts';
import { personas } from '../../pipeline/agents/index.ts';
import {
  type RecordedWalkOptions,
  stepsTaken,
  stopsWithin,
  type WalkerState,
  type WalkResult,
  walkWithJournal,
} from '../../pipeline/index.ts';
import { checkLightArtifact } from '../../rca/index.ts';
import type { CaseWork } from '../ask/case-work.ts';
import { createSeat } from '../ask/court-seats.ts';
import { citedEvidence } from '../ask/earlier-frames.ts';
import { type Comparison, createLightAsk } from '../ask/light-ask.ts';
import { BARRIER, courtSubjectOf, lightConclusion, lightState } from '../run/case-progress.ts';
import { courtConfigOf } from '../run/run-inputs.ts';
import { nextWalk, type PlannedWalk } from './next-walk.ts';

const team = personas.filter(({ alignment }) => alignment === 'light');

/** Where and when to stop driving a case. */
export type DriveLimits = {
  readonly signal?: AbortSignal | undefined;
  /** Nodes before which every case pauses. */
  readonly pauseAt?: readonly string[] | undefined;
  /** The gate before the agents; it closes when another case of the run fails. */
  readonly enter: NonNullable<RecordedWalkOptions['enter']>;
};

/** The node before which a case waits for a person, or null. */
export type PausedAt = string | null;

/** Drives a case up to the point where the cases are compared. */
export async function driveToBarrier(work: CaseWork, limits: DriveLimits): Promise<PausedAt> {
  const planned = planWalk(work);
  const isFirst = planned?.pipeline === 'light' && planned.pass === 1;
  const ended = isFirst ? await walkLight(work, planned, { ...limits, comparison: null }) : null;
  putAside(work);
  const isAtBarrier = ended?.state.node === BARRIER && !limits.pauseAt?.includes(BARRIER);
  return isAtBarrier ? null : pausedAt(ended);
}

/** Drives a case to its end, or until it is paused or aborted. */
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
    // INVARIANT (progress): a planned walk takes a step; otherwise the same walk would be planned forever.
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

/** Drops what can be recomputed: the evidence of many cases about many files would not fit into memory. */
function putAside(work: CaseWork): void {
  work.gathered = null;
  work.shown.clear();
  work.kept.clear();
}

function planWalk({ journal, setting }: CaseWork): PlannedWalk | null {
  return nextWalk(journal.progress, courtConfigOf(setting.inputs.configuration));
}

/** Walks the light path from the case's current position; without a comparison, only up to the barrier. */
async function walkLight(
  work: CaseWork,
  { start, ...name }: PlannedWalk,
  { comparison, signal, pauseAt, enter }: DriveLimits & { readonly comparison: Comparison | null },
): Promise<WalkResult> {
  const { light, masks, inputs, model } = work.setting;
  return walkWithJournal(work.journal, light, {
    ...start,
    signal,
    enter,
    // Pause nodes are given for both pipelines at once, and a custom light path may have no barrier.
    ...stopsWithin(light, { pauseAt, waitAt: comparison === null ? [BARRIER] : [] }),
    walk: { pipeline: name.pipeline, pass: name.pass },
    ask: createLightAsk(work, comparison ?? []),
    team,
    check: checkLightArtifact,
    masks,
    // Each model request has its own timeout and may have to be repeated.
    ...(model && { limits: { nodeTimeoutMs: Number.POSITIVE_INFINITY } }),
    map: inputs.fork?.map,
  });
}

/** Tries the conclusion of a case, from the start or from where an earlier trial was interrupted. */
async function walkCourt(
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
