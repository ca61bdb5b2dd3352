/**
 * Runs a trial: a walk of the court's graph with its seats, stored and resumable at every step. Decides
 * whether a conclusion is tried, and returns the result.
 */
import { type Clock, deepFreeze, PenumbraError } from '../../kernel/index.ts';
import {
  type CheckArtifact,
  type Graph,
  loadPipeline,
  resolveShipped,
  type WalkerState,
  type WalkLimits,
  type WalkOptions,
  WalkPause,
  type WalkResult,
  walk,
} from '../../pipeline/index.ts';
import { type CourtSeats, courtAsk } from './court-ask.ts';
import { type CourtConfig, completeConfig, createCourtClock, shouldActivate } from './court-config.ts';
import { type CourtSubject, priorOf } from './court-subject.ts';
import { misfitOf } from './read-answer.ts';
import { requireSeats } from './seat-court.ts';
import { type CourtResult, readOutcome } from './trial-outcome.ts';
import { readTrialRecord } from './trial-record.ts';

export type TrialOptions = {
  readonly seats: CourtSeats;
  readonly config?: Partial<CourtConfig>;
  readonly clock?: Clock;
  /** How often the case was remanded before. */
  readonly remands?: number;
  /** The time spent by earlier trials of the case. */
  readonly courtMs?: number;
  /** The names of the agents of the light pass; none of them may defend or judge. */
  readonly lightAgents?: readonly string[];
  /** A graph that extends the court's. */
  readonly graph?: Graph;
  /** The limits of the walk. The time of a step is also bounded by the court's remaining time. */
  readonly limits?: Partial<Pick<WalkLimits, 'maxSteps' | 'nodeTimeoutMs'>>;
  readonly signal?: AbortSignal;
  /** The available masks; defaults to the shipped ones. */
  readonly masks?: NonNullable<WalkOptions['masks']>;
  /** An additional check of every artifact, after the court's own. */
  readonly check?: CheckArtifact;
  readonly onStep?: NonNullable<WalkOptions['onStep']>;
  /** Runs the walk, for callers that record every step; defaults to `walk`. */
  readonly walk?: (graph: Graph, options: WalkOptions) => Promise<WalkResult>;
  /** A stored trial to resume; one that has ended is only read. */
  readonly state?: WalkerState;
};

let shipped: Graph | undefined;

/** Returns the court's graph as shipped. */
export function courtGraph(): Graph {
  shipped ??= loadPipeline(resolveShipped('court') ?? '', { source: 'court' });
  return shipped;
}

/** Runs a trial and returns its final walk state: ended, paused or cancelled. */
export async function runTrial(subject: CourtSubject, options: TrialOptions): Promise<WalkerState> {
  const { seats, state: stored, graph = courtGraph(), walk: walkTrial = walk } = options;
  requireSeats(seats, options);
  // Read first, so that tampered exhibits stop the trial instead of failing a seat.
  if (stored) readTrialRecord(stored.outputs);
  if (stored && stored.status !== 'walking' && stored.status !== 'paused') return stored;
  const { state } = await walkTrial(graph, walkOptions(subject, options));
  return state;
}

function walkOptions(subject: CourtSubject, options: TrialOptions): WalkOptions {
  const { seats, check, onStep, state, signal, limits, masks } = options;
  const config = completeConfig(options.config);
  const clock = createCourtClock(options.clock);
  let outputs = state?.outputs ?? {};
  return {
    id: subject.id,
    ask: courtAsk({ seats, config, clock, outputs: () => outputs }),
    seats: Object.fromEntries(Object.entries(seats).map(([role, { identity }]) => [role, identity])),
    check: (artifact, node) => misfitOf(artifact) ?? check?.(artifact, node) ?? null,
    onStep: async (transition, step) => {
      outputs = transition.next.outputs;
      await onStep?.(transition, step);
    },
    config: {
      ttl_ms: config.ttlMs,
      max_handoffs: config.maxHandoffs,
      max_remands: config.maxRemands,
      max_rounds: config.maxRounds,
    },
    counters: { remands: options.remands ?? 0, court_ms: options.courtMs ?? 0 },
    prior: priorOf(subject),
    context: { ...(subject.failure !== undefined && { failure: subject.failure }) },
    clock,
    ...(masks && { masks }),
    ...(limits && { limits }),
    ...(signal && { signal }),
    ...(state && { state }),
  };
}

/**
 * Tries a conclusion if its confidence requires it. A paused trial rejects with `WalkPause` and can be
 * resumed from the state last passed to `onStep`.
 */
export async function runCourt(subject: CourtSubject, options: TrialOptions): Promise<CourtResult> {
  if (!shouldActivate(subject.confidence, options.config)) return notTried(subject, options);
  const state = await runTrial(subject, options);
  requireEnded(state);
  return readOutcome(subject, state);
}

function notTried({ conclusion }: CourtSubject, { remands = 0 }: TrialOptions): CourtResult {
  const original = structuredClone(conclusion);
  return deepFreeze({
    activated: false,
    decision: null,
    original,
    final: original,
    flipped: false,
    path: [],
    rounds: 0,
    remands,
  });
}

function requireEnded({ status, reason, fault, id }: WalkerState): void {
  if (status === 'paused') throw new WalkPause(reason ?? 'the trial is paused');
  if (status === 'cancelled')
    throw new PenumbraError('agent-failed', `the trial of \`${id}\` was called off: ${reason}`, {
      hint: 'resume it from its last step',
    });
  if (fault) throw new PenumbraError(fault.code, fault.message, { data: { node: fault.node } });
}
