/**
 * Walks many cases with their journals, a bounded number at once. At a barrier each waits until all have come to it or
 * ended; then they are compared in the order of the cases, each with those before it. So the results are a function of the
 * list of cases and not of who was faster.
 */
import { type Id, PenumbraError } from '../../kernel/index.ts';
import { createMemoryStore, defineFrameTypes, type Ledger } from '../../ledger/index.ts';
import { runEvent } from '../../record/index.ts';
import type { Graph } from '../definition/graph.ts';
import { type ComparedCase, openBarrier, readBarriers, readCompared } from '../journal/barrier-log.ts';
import type { CaseStart } from '../journal/begin-run.ts';
import { beginRun } from '../journal/begin-run.ts';
import { beginWalk } from '../journal/current-walk.ts';
import { type Journal, openJournal, requireCaseId, runNamed } from '../journal/journal.ts';
import { eventAppends, readRunEvents, runLog } from '../journal/run-log.ts';
import { type RecordedWalkOptions, walkWithJournal } from '../journal/walk-with-journal.ts';
import type { Artifact } from '../nodes/artifact.ts';
import type { NodeContext } from '../nodes/node.ts';
import type { AskedNode } from '../walk/ask-node.ts';
import type { EnterStep } from '../walk/perform-step.ts';
import type { WalkResult } from '../walk/walk.ts';
import { requireServices } from '../walk/walk.ts';
import { type AgentLimits, createAgentGate } from './agent-gate.ts';
import { inPool } from './in-pool.ts';

/** What an ask is told of the case it is for. */
export type CaseAsk = {
  readonly case: string;
  /** Behind a barrier: what the cases before this one had come to when it was opened. */
  readonly earlier: readonly ComparedCase[];
  /** For asks that are kept one by one within a step. */
  readonly journal: Journal;
  readonly signal: AbortSignal;
};

/** How many cases are walked. */
export type WalkManyOptions = Omit<RecordedWalkOptions, 'ask' | 'walk' | 'waitAt' | 'enter' | 'onStep'> & {
  readonly run: string;
  readonly cases: readonly CaseStart[];
  readonly ask: (node: AskedNode, context: NodeContext, about: CaseAsk) => Artifact | Promise<Artifact>;
  /** Where the run is recorded; in memory unless given. */
  readonly ledger?: Ledger;
  /** How many cases are walked at once. */
  readonly pool?: number;
  /** How many asks each agent takes at once. */
  readonly perAgent?: AgentLimits;
  /** Nodes at which the cases wait for each other; where several are waited at, the first of them in this list opens first. */
  readonly barriers?: readonly string[];
  readonly onProgress?: (progress: { readonly done: number; readonly total: number }) => void;
};

/** Walks cases from their beginnings or from where they were left; the results are in the order of the cases. */
export async function walkMany(graph: Graph, options: WalkManyOptions): Promise<readonly WalkResult[]> {
  const { cases, barriers = [], ledger = memoryLedger() } = options;
  const gate = requireReady(graph, options);
  const run = runNamed(options.run);
  const ended = new Set<string>();
  await beginRun(ledger, run, cases);
  let results: readonly WalkResult[] | null = null;
  for (;;) {
    const opened = await readBarriers(ledger, run);
    const open = opened.at(-1);
    const compared = open === undefined ? [] : await readCompared(ledger, run, open);
    const behind = open?.node ?? null;
    const waitAt = barriers.filter((node) => !opened.some((barrier) => barrier.node === node));
    results = await walkAll(graph, { ...options, ledger, gate, waitAt, behind, compared, results, ended });
    const next = nextBarrier(results, waitAt);
    if (next === undefined) {
      if (ended.size === cases.length) await endRun(ledger, run);
      return results;
    }
    const steps = results.map(({ state }) => state.steps);
    await openBarrier(ledger, run, {
      after: open,
      barrier: { node: next, cases: cases.map(({ id }, index) => ({ case: id, steps: steps[index] ?? 0 })) },
    });
  }
}

type Phase = WalkManyOptions & {
  readonly ledger: Ledger;
  readonly gate: EnterStep;
  readonly waitAt: readonly string[];
  /** The barrier that was opened last. */
  readonly behind: string | null;
  readonly compared: readonly ComparedCase[];
  /** What the cases came to before the last barrier was opened. */
  readonly results: readonly WalkResult[] | null;
  /** Takes in the cases that have ended on record. */
  readonly ended: Set<string>;
};

async function walkAll(graph: Graph, phase: Phase): Promise<readonly WalkResult[]> {
  const { run, cases, ask, ledger, pool, gate, ended, onProgress, ...rest } = phase;
  const { behind, compared, results, ...options } = rest;
  const { enter, close: onFailure } = createHaltingGate(gate);
  const walkCase = async ({ id, ...start }: CaseStart, index: number): Promise<WalkResult> => {
    const last = results?.[index];
    // Only those that waited go on: the others have ended, and nobody asked for them to be tried again.
    if (last && last.status !== 'paused') return last;
    const journal = await openJournal(ledger, { run, case: id });
    const before = compared.slice(0, index);
    // A case that failed before the barrier and is tried again has not come to it yet.
    const earlier = () => (isBehind(journal, behind, start.start ?? graph.start) ? before : []);
    const result = await walkWithJournal(journal, graph, {
      ...options,
      ...start,
      enter,
      ask: (node, context, signal, step) =>
        ask(node, context, { case: id, earlier: earlier(), journal: step, signal }),
    });
    const status = journal.progress.walk?.state.status ?? 'walking';
    if (status !== 'walking') ended.add(id);
    return result;
  };
  const total = cases.length;
  return inPool(cases, walkCase, {
    ...(pool !== undefined && { size: pool }),
    onDone: (done) => onProgress?.({ done, total }),
    onFailure,
  });
}

/** Tells whether a case has come to a barrier. */
function isBehind({ progress }: Journal, barrier: string | null, start: string): boolean {
  const visited = progress.walk?.state.visited ?? [start];
  return barrier !== null && visited.includes(barrier);
}

/** Returns the barrier to open; none is while a case has neither come to one nor ended. */
function nextBarrier(results: readonly WalkResult[], waitAt: readonly string[]): string | undefined {
  const isWaiting = ({ status, state }: WalkResult) => status === 'paused' && waitAt.includes(state.node);
  const isStopped = (result: WalkResult) =>
    !isWaiting(result) && (result.status === 'paused' || result.status === 'cancelled');
  if (results.some(isStopped)) return undefined;
  return waitAt.find((node) => results.some((result) => isWaiting(result) && result.state.node === node));
}

/** Throws where one of the cases could not be walked, before anything is written; returns the gate they share. */
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

/** Writes that a run has ended, unless that was written before. */
async function endRun({ store, clock }: Ledger, run: Id<'run'>): Promise<void> {
  const log = runLog(run);
  for (;;) {
    // Read first, so that whatever is written after it is seen either here or by the commit.
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

/** A gate, and what closes it for good. */
type HaltingGate = { readonly enter: EnterStep; readonly close: () => void };

/** Makes a gate that can be closed; who is being asked by then still answers, and nobody else is asked. */
export function createHaltingGate(gate: EnterStep): HaltingGate {
  let isClosed = false;
  return {
    close: () => {
      isClosed = true;
    },
    enter: async (agent) => {
      if (isClosed) throw halted();
      const leave = await gate(agent);
      if (!isClosed) return leave;
      leave();
      throw halted();
    },
  };
}

function halted(): PenumbraError {
  return new PenumbraError('stopped', 'another case of the run could not go on', {
    hint: 'mend what stopped that one, and take the run up again',
  });
}
