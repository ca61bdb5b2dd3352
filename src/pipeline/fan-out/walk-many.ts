/**
 * Walks many cases of one definition with journals. Behind a barrier, each case sees the earlier cases as
 * they were when the barrier opened.
 */
import { cite, type Id, PenumbraError } from '../../kernel/index.ts';
import { createMemoryStore, defineFrameTypes, type Ledger } from '../../ledger/index.ts';
import { runEvent } from '../../record/index.ts';
import type { Graph } from '../definition/graph.ts';
import { type ComparedCase, readCompared } from '../journal/barrier-log.ts';
import { beginRun, type CaseStart } from '../journal/begin-run.ts';
import { type Journal, openJournal, requireCaseId, runNamed } from '../journal/journal.ts';
import { eventAppends, readRunEvents, runLog } from '../journal/run-log.ts';
import { beginWalk, type RecordedWalkOptions, walkWithJournal } from '../journal/walk-with-journal.ts';
import type { Artifact } from '../nodes/artifact.ts';
import type { NodeContext } from '../nodes/node.ts';
import type { AskedNode } from '../walk/ask-node.ts';
import type { EnterStep } from '../walk/perform-step.ts';
import { requireServices, type WalkResult } from '../walk/walk.ts';
import { type DrivenCase, type DrivePhase, driveCases } from './drive-cases.ts';

/** What an ask knows about its case. */
export type CaseAsk = {
  readonly case: string;
  /** Behind a barrier: the progress of earlier cases when it was opened. */
  readonly earlier: readonly ComparedCase[];
  /** For storing several asks within one step. */
  readonly journal: Journal;
  readonly signal: AbortSignal;
};

/** The maximum number of concurrent asks per agent; agents not listed are unlimited. */
export type AgentLimits = { readonly [agent: string]: number };

/** The cases to walk and how. */
export type WalkManyOptions = Omit<RecordedWalkOptions, 'ask' | 'walk' | 'waitAt' | 'enter' | 'onStep'> & {
  readonly run: string;
  readonly cases: readonly CaseStart[];
  readonly ask: (node: AskedNode, context: NodeContext, about: CaseAsk) => Artifact | Promise<Artifact>;
  /** Where the run is recorded; defaults to memory. */
  readonly ledger?: Ledger;
  /** The maximum number of concurrent cases. */
  readonly pool?: number;
  /** The maximum number of concurrent asks per agent. */
  readonly perAgent?: AgentLimits;
  /**
   * Nodes at which cases wait for each other; if cases wait at several, the first in this list opens first.
   */
  readonly barriers?: readonly string[];
  readonly onProgress?: (progress: { readonly done: number; readonly total: number }) => void;
};

/** Walks cases from the beginning or where they left off; results are in case order. */
export async function walkMany(graph: Graph, options: WalkManyOptions): Promise<readonly WalkResult[]> {
  const { cases, ask, barriers = [], ledger = memoryLedger(), pool, onProgress, ...rest } = options;
  const gate = requireReady(graph, options);
  const run = runNamed(options.run);
  await beginRun(ledger, run, cases);
  const walkCase = async (index: number, phase: DrivePhase<readonly ComparedCase[]>): Promise<WalkedCase> => {
    const { waitAt, open, compared, enter } = phase;
    const { id, ...start } = cases[index] as CaseStart;
    const journal = await openJournal(ledger, { ...rest, case: id });
    const before = compared?.slice(0, index) ?? [];
    // A case that failed before the barrier and is retried has not reached it yet.
    const earlier = () => (isBehind(journal, open?.node, start.start ?? graph.start) ? before : []);
    const result = await walkWithJournal(journal, graph, {
      ...rest,
      ...start,
      waitAt,
      enter,
      ask: (node, context, signal, step) =>
        ask(node, context, { case: id, earlier: earlier(), journal: step, signal }),
    });
    return { ...stopOf(result, waitAt), result, hasEnded: hasEnded(journal) };
  };
  const walked = await driveCases(ledger, {
    run,
    cases: cases.map(({ id }) => id),
    barriers,
    pool,
    gate,
    drive: walkCase,
    compare: (open) => readCompared(ledger, run, open),
    onProgress,
  });
  if (walked.every((one) => one.hasEnded)) await endRun(ledger, run);
  return walked.map(({ result }) => result);
}

type WalkedCase = DrivenCase & {
  readonly result: WalkResult;
  /** Whether its end is recorded. */
  readonly hasEnded: boolean;
};

function stopOf({ status, state }: WalkResult, waitAt: readonly string[]): DrivenCase {
  const isWaiting = status === 'paused' && waitAt.includes(state.node);
  const isStopped = !isWaiting && (status === 'paused' || status === 'cancelled');
  return { steps: state.steps, waitsAt: isWaiting ? state.node : null, isStopped };
}

function hasEnded({ progress }: Journal): boolean {
  return progress.walk !== null && progress.walk.state.status !== 'walking';
}

/** Checks whether a case has reached a barrier. */
function isBehind({ progress }: Journal, barrier: string | undefined, start: string): boolean {
  const visited = progress.walk?.state.visited ?? [start];
  return barrier !== undefined && visited.includes(barrier);
}

/** Throws before anything is written if a case cannot be walked; returns the gate they share. */
function requireReady(graph: Graph, options: WalkManyOptions): EnterStep {
  const { cases, barriers = [], map, perAgent = {} } = options;
  requireDistinct(cases);
  requireServices(graph, { ...options, waitAt: barriers });
  for (const one of cases) {
    requireCaseId(one.id);
    beginWalk(graph, { ...one, map });
  }
  return createAgentGate(perAgent);
}

function requireDistinct(cases: readonly CaseStart[]): void {
  const ids = new Set(cases.map(({ id }) => id));
  if (ids.size === cases.length) return;
  throw new PenumbraError('usage', 'two cases of a run have the same id', { hint: 'name each case once' });
}

/** Makes an empty ledger in memory. */
function memoryLedger(): Ledger {
  return { store: createMemoryStore(), types: defineFrameTypes(), clock: { now: () => 0 } };
}

/** Records the end of a run, unless already recorded. */
async function endRun({ store, clock }: Ledger, run: Id<'run'>): Promise<void> {
  const log = runLog(run);
  for (;;) {
    // Read first, so that any later write is seen either here or by the commit.
    const value = (await store.head(log))?.value ?? null;
    const events = await readRunEvents(store, run);
    if (events.some(({ kind }) => kind === 'run-ended')) return;
    const outcome = await store.commit({
      atMs: clock.now(),
      requires: [{ kind: 'head-is', log, value }],
      appends: eventAppends(run, [runEvent('run-ended', { run, status: 'done' })]),
    });
    if (outcome.committed) return;
  }
}

type Queue = { free: number; readonly waiting: (() => void)[] };

/** Creates a gate that limits concurrent asks per agent, in order of arrival. */
export function createAgentGate(limits: AgentLimits): EnterStep {
  const queues = new Map<string, Queue>(
    Object.entries(limits).map(([agent, free]) => [agent, { free: requireLimit(agent, free), waiting: [] }]),
  );
  return async (agent) => {
    const queue = agent === null ? undefined : queues.get(agent.name);
    if (queue === undefined) return () => {};
    if (queue.free > 0) queue.free--;
    else await new Promise<void>((resolve) => queue.waiting.push(resolve));
    return () => {
      const next = queue.waiting.shift();
      // The slot is passed on directly, so that no later arrival can take it.
      if (next) next();
      else queue.free++;
    };
  };
}

function requireLimit(agent: string, limit: number): number {
  if (limit >= 1) return limit;
  throw new PenumbraError('usage', `${cite(agent)} cannot be asked ${limit} times at once`, {
    hint: 'let it be asked once at a time, or leave it out',
  });
}
