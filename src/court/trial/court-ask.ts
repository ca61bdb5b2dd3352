/**
 * Answers the steps of a court's walk: each step goes to its seat, and the hearing to three seats in turn. A
 * seat whose answer does not fit is asked once more, with the reason.
 */

import { type BasisPoints, fromBasisPoints, PenumbraError, toBasisPoints } from '../../kernel/index.ts';
import type { AgentIdentity } from '../../pipeline/agents/index.ts';
import type { Artifact, Ask, NodeContext, WalkerState } from '../../pipeline/index.ts';
import { type CourtArtifactData, type RoundStatement, roundStatements } from './court-artifacts.ts';
import type { CourtClock, CourtConfig } from './court-config.ts';
import { type ReadAnswer, readBySchema, readSeatArtifact, type SeatArtifactType } from './read-answer.ts';
import { type OpenRound, type SeatContext, showRecord } from './seat-context.ts';
import type { CourtRole } from './seat-court.ts';
import {
  type FrozenExhibits,
  readTrialRecord,
  strengthAfterStrikes,
  strikesOf,
  type TrialRecord,
} from './trial-record.ts';

/** What the court needs to answer steps. */
export type CourtAskOptions = {
  readonly seats: CourtSeats;
  readonly config: CourtConfig;
  readonly clock: CourtClock;
  /** The last artifact of each node in the walk. */
  readonly outputs: () => WalkerState['outputs'];
};

type Step = { readonly node: string; readonly context: NodeContext; readonly signal: AbortSignal };

/** Creates the `ask` of a court for `walk`. */
export function courtAsk(options: CourtAskOptions): Ask {
  const { config, clock, outputs } = options;
  return ({ name: node, role, artifact }, context, signal) => {
    const trial = readTrialRecord(outputs());
    const work = (within: AbortSignal): Promise<Artifact> => {
      const step = { node, context, signal: within };
      if (node === 'hearing') return hear(step, trial, options);
      return answer(step, { ...options, trial, role: role as CourtRole, type: artifact as SeatArtifactType });
    };
    // INVARIANT (a step ends with the court's time): its limit is the case's remaining time.
    return clock.within(config.ttlMs - context.state.court_ms, work, signal);
  };
}

async function answer(
  step: Step,
  options: CourtAskOptions & {
    readonly trial: TrialRecord;
    readonly role: CourtRole;
    readonly type: SeatArtifactType;
  },
): Promise<Artifact> {
  const { seats, trial, role, type } = options;
  const context = seatContext(step, role, { trial, config: options.config });
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

type Hearing = CourtArtifactData<'hearing_record'>;
type Round = Hearing['rounds'][number];

/** The gap below which the two sides count as agreed. */
const CONVERGED_BELOW = toBasisPoints(0.15);

/** Asks one seat of the round for its statement. */
type AskStatement = <Role extends keyof typeof roundStatements>(
  role: Role,
  said: OpenRound,
  read: (answer: unknown) => ReadAnswer<RoundStatement<Role>>,
) => Promise<RoundStatement<Role>>;

/** Runs a round and returns the record including it. */
async function holdRound(
  ask: AskStatement,
  trial: { readonly hearing?: Hearing; readonly exhibits: FrozenExhibits; readonly maxRounds: number },
): Promise<Hearing> {
  const { hearing, exhibits, maxRounds } = trial;
  const prosecution = await ask('prosecution', {}, (answer) =>
    readBySchema(roundStatements.prosecution, answer),
  );
  const charged = { prosecution_argument: prosecution.argument };
  const defense = await ask('defense', charged, (answer) => readBySchema(roundStatements.defense, answer));
  const said = { ...charged, defense_rebuttal: defense.rebuttal };
  const expert = await ask('expert', said, (answer) => readStrikes(answer, exhibits));
  const strikes = [...new Set([...strikesOf(hearing), ...expert.strikes])].sort((a, b) => a - b);
  const charge = strengthAfterStrikes(toBasisPoints(prosecution.confidence), exhibits, strikes);
  const gap = Math.abs(charge - toBasisPoints(defense.confidence)) as BasisPoints;
  const earlier = hearing?.rounds ?? [];
  const round = {
    round: earlier.length + 1,
    ...said,
    judge_notes: expert.notes,
    gap: fromBasisPoints(gap),
    strikes,
  };
  const converged = gap < CONVERGED_BELOW || changesNothing(earlier.at(-1), round);
  return { rounds: [...earlier, round], max_rounds: maxRounds, converged };
}

/** Returns whether a round left strengths and exhibits as the previous one did. */
function changesNothing(before: Round | undefined, { gap, strikes }: Round): boolean {
  return before !== undefined && before.gap === gap && before.strikes?.length === strikes?.length;
}

function readStrikes(answer: unknown, { exhibits }: FrozenExhibits): ReadAnswer<RoundStatement<'expert'>> {
  const read = readBySchema(roundStatements.expert, answer);
  if ('misfit' in read) return read;
  const wrong = read.value.strikes.find((index) => index >= exhibits.length);
  return wrong === undefined ? read : { misfit: `there is no exhibit ${wrong} to strike` };
}

/** The holder of a seat. Its answers are untrusted data. */
export type CourtSeat = {
  readonly identity: AgentIdentity;
  /**
   * Answers with the step's artifact, or with a statement at the hearing; the signal aborts when the answer
   * is no longer awaited.
   */
  readonly ask: (context: SeatContext, signal: AbortSignal) => unknown;
};

export type CourtSeats = Readonly<Record<CourtRole, CourtSeat>>;

const LONGEST_REASON = 500;

/** Asks a seat and reads its answer; throws if the second answer does not fit either. */
async function askSeat<Value>(
  seat: CourtSeat,
  { context, signal }: { readonly context: SeatContext; readonly signal: AbortSignal },
  read: (answer: unknown) => ReadAnswer<Value>,
): Promise<Value> {
  const attempt = async (given: SeatContext) => {
    // A round that timed out asks nobody else: a late answer would be taken for the next round's.
    signal.throwIfAborted();
    return readSafely(read, await seat.ask(given, signal));
  };
  const first = await attempt(context);
  if ('value' in first) return first.value;
  const rejected = first.misfit.slice(0, LONGEST_REASON);
  const second = await attempt({ ...context, rejected });
  if ('value' in second) return second.value;
  // No heuristic replaces a party: the walk records that the seat failed.
  const reason = second.misfit.slice(0, LONGEST_REASON);
  throw new PenumbraError(
    'agent-failed',
    `${context.role} did not answer at \`${context.node}\`: ${reason}`,
    {
      data: { role: context.role, node: context.node },
      hint: 'look at the recorded answers of the seat',
    },
  );
}

/** Reads an answer. Anything thrown while reading it, such as by a cycle or a getter, is a misfit too. */
function readSafely<Value>(read: (answer: unknown) => ReadAnswer<Value>, answer: unknown): ReadAnswer<Value> {
  try {
    return read(answer);
  } catch (error) {
    return { misfit: `it cannot be read: ${error instanceof Error ? error.message : 'it throws'}` };
  }
}
