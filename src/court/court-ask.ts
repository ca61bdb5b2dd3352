/** The court's answer to a walk: each step goes to its seat, and the hearing to three of them in turn. */
import { PenumbraError } from '../kernel/index.ts';
import {
  type Artifact,
  type Ask,
  type NodeContext,
  readArtifact,
  type WalkerState,
} from '../pipeline/index.ts';
import { askSeat, type CourtSeats } from './ask-seat.ts';
import type { CourtArtifactData, CourtArtifactType } from './court-artifacts.ts';
import type { CourtClock } from './court-clock.ts';
import type { CourtConfig } from './court-config.ts';
import { freezeExhibits } from './exhibits.ts';
import { type AskStatement, holdRound } from './hold-round.ts';
import { readSeatArtifact, type SeatArtifactType } from './read-answer.ts';
import { type OpenRound, type SeatContext, showRecord, type TrialRecord } from './seat-context.ts';
import type { CourtRole } from './seat-court.ts';

/** What the court needs to answer. */
export type CourtAskOptions = {
  readonly seats: CourtSeats;
  readonly config: CourtConfig;
  readonly clock: CourtClock;
  /** The last artifact of each node, as the walk holds them. */
  readonly outputs: () => WalkerState['outputs'];
};

type Step = { readonly node: string; readonly context: NodeContext; readonly signal: AbortSignal };

/** Makes the ask of a court for `walk`. */
export function courtAsk(options: CourtAskOptions): Ask {
  const { config, clock, outputs } = options;
  return ({ name: node, role, artifact }, context, signal) => {
    const trial = readTrialRecord(outputs());
    const work = (within: AbortSignal): Promise<Artifact> => {
      const step = { node, context, signal: within };
      if (node === 'hearing') return hear(step, trial, options);
      return answer(step, { ...options, trial, role: role as CourtRole, type: artifact as SeatArtifactType });
    };
    // INVARIANT (a step ends with the court's time): its limit is what the case has left.
    return clock.within(config.ttlMs - context.state.court_ms, work, signal);
  };
}

/** Reads the record of a trial from the artifacts of its steps. */
export function readTrialRecord(outputs: WalkerState['outputs']): TrialRecord {
  const read = <Type extends CourtArtifactType>(node: string): CourtArtifactData<Type> | undefined => {
    const recorded = outputs[node];
    if (!recorded) return undefined;
    const { confidence, data } = readArtifact(recorded);
    return { ...data, ...(confidence !== undefined && { confidence }) } as CourtArtifactData<Type>;
  };
  const indictment = read<'indictment'>('indict');
  const discovery = read<'discovery'>('discover');
  const brief = read<'defense_brief'>('defend');
  const hearing = read<'hearing_record'>('hearing');
  const exhibits = indictment && freezeExhibits(indictment, discovery);
  if (brief?.exhibits_hash !== undefined && brief.exhibits_hash !== exhibits?.hash)
    throw new PenumbraError('hash-mismatch', 'the exhibits are not those that were frozen', {
      hint: 'validate the store; the trial cannot go on with them',
    });
  return {
    ...(indictment && { indictment }),
    ...(discovery && { discovery }),
    ...(brief && { brief }),
    ...(hearing && { hearing }),
    ...(exhibits && { exhibits }),
  };
}

async function answer(
  step: Step,
  means: CourtAskOptions & {
    readonly trial: TrialRecord;
    readonly role: CourtRole;
    readonly type: SeatArtifactType;
  },
): Promise<Artifact> {
  const { seats, trial, role, type } = means;
  const context = seatContext(step, role, { trial, config: means.config });
  const read = (reply: unknown) => readSeatArtifact(type, reply);
  const artifact = await askSeat(seats[role], { context, signal: step.signal }, read);
  if (type !== 'defense_brief' || !trial.exhibits) return artifact;
  return { ...artifact, data: { ...artifact.data, exhibits_hash: trial.exhibits.hash } };
}

async function hear(step: Step, trial: TrialRecord, { seats, config }: CourtAskOptions): Promise<Artifact> {
  const { hearing, exhibits } = trial;
  if (!exhibits) throw new PenumbraError('internal', 'a hearing has nothing to hear');
  const { maxRounds } = config;
  const ask: AskStatement = (role, openRound, read) => {
    const context = seatContext(step, role, { trial, config, openRound });
    return askSeat(seats[role], { context, signal: step.signal }, read);
  };
  const record = await holdRound(ask, { ...(hearing && { hearing }), exhibits, maxRounds });
  return { type: 'hearing_record', data: record as Artifact['data'] };
}

function seatContext(
  { node, context }: Step,
  role: CourtRole,
  about: { readonly trial: TrialRecord; readonly config: CourtConfig; readonly openRound?: OpenRound },
): SeatContext {
  const { trial, config, openRound } = about;
  const seat = { node, role, ...(openRound && { openRound }) };
  return {
    node,
    role,
    ...(node === 'hearing' && { round: (trial.hearing?.rounds.length ?? 0) + 1 }),
    maxRounds: config.maxRounds,
    remandsLeft: Math.max(0, config.maxRemands - context.state.remands),
    openSources: context.openSources,
    record: showRecord(seat, context, trial),
  };
}
