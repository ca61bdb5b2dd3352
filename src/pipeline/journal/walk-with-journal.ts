/**
 * Walks a case with its journal: every step is recorded before the next begins, and walks resume where they
 * left off.
 */
import { canonicalText, cite, digestOf, PenumbraError } from '../../kernel/index.ts';
import { runEvent } from '../../record/index.ts';
import type { Graph } from '../definition/graph.ts';
import {
  enterNested,
  type NodeMap,
  nestedGraph,
  remapWalk,
  type StartOptions,
  startWalk,
} from '../step/start-walk.ts';
import { type CurrentPlace, currentPlace, type WalkerState } from '../step/walker-state.ts';
import type { Ask } from '../walk/ask-node.ts';
import {
  requireServices,
  type Stops,
  type WalkOptions,
  type WalkResult,
  walk,
  walkResult,
} from '../walk/walk.ts';
import { openCase } from './begin-run.ts';
import { type CaseWalk, stepsTaken, type WalkName, walksOf } from './case-progress.ts';
import { commitToCase, createStepNotes, holdJournal, type Journal } from './journal.ts';
import { recordStep } from './record-step.ts';
import { eventAppends } from './run-log.ts';

/** How to walk a case with its journal. */
export type RecordedWalkOptions = Omit<WalkOptions, 'state' | 'ask'> &
  CurrentWalkOptions & {
    /**
     * Asks an agent; the journal passed is that of this step, so a late answer cannot write to a later one.
     */
    readonly ask: (...asked: [...Parameters<Ask>, journal: Journal]) => ReturnType<Ask>;
  };

/** Walks a case from the beginning or from the position in its journal, opening it if necessary. */
export async function walkWithJournal(
  journal: Journal,
  graph: Graph,
  options: RecordedWalkOptions,
): Promise<WalkResult> {
  return holdJournal(journal, () => walkHeld(journal, graph, options));
}

async function walkHeld(journal: Journal, graph: Graph, options: RecordedWalkOptions): Promise<WalkResult> {
  const { name, state } = currentWalk(journal, graph, options);
  if (state.status !== 'walking') return walkResult(state, options.builders);
  requireServices(graph, options);
  await openCase(journal, options);
  // An unfinished step is repeated, and its notes are discarded.
  journal.notes = createStepNotes();
  let recorded = state;
  const result = await walk(graph, {
    ...options,
    state,
    ask: (node, context, signal) => options.ask(node, context, signal, { ...journal }),
    onStep: async (transition, performed) => {
      await recordStep(journal, { graph, walk: name, transition, performed });
      recorded = transition.next;
      await options.onStep?.(transition, performed);
    },
  });
  if (recorded.status === 'walking') await recordStop(journal, result, options);
  return result;
}

/**
 * Records why a case stopped before its end. Its journal can resume after the last step. Waiting for other
 * cases and cancellation are not recorded.
 */
async function recordStop(
  journal: Journal,
  { status, reason, state }: WalkResult,
  { waitAt = [], pauseAt = [] }: Stops,
): Promise<void> {
  const place = currentPlace(state);
  const isWaiting = waitAt.includes(state.node) && !pauseAt.includes(state.node);
  if (status !== 'cancelled' && !isWaiting) await recordPause(journal, place, reason ?? status);
}

/** A pause is recorded once, even if the case is resumed and pauses again for the same reason. */
async function recordPause(journal: Journal, { node, within }: CurrentPlace, reason: string): Promise<void> {
  const { ledger, run, case: caseId, progress } = journal;
  const step = stepsTaken(progress) + 1;
  const log = `pauses/${digestOf(run)}/${caseId}/${step}`;
  const value = canonicalText({ node, within, reason });
  if ((await ledger.store.head(log))?.value === value) return;
  const event = runEvent('case-paused', { case: caseId, step, node, within, reason });
  await commitToCase(journal, { appends: [{ log, value }, ...eventAppends(run, [event])] });
}

/** Which walk of a case to continue, and how. */
export type CurrentWalkOptions = StartOptions & {
  /** Which walk this is, if the case has several. */
  readonly walk?: WalkName;
  /** Whether to retry a failed or exhausted walk from where it ended. */
  readonly isRetried?: boolean;
  /** New names of nodes, if the definition has changed since the walk began. */
  readonly map?: NodeMap | undefined;
};

/** A walk of a case and its state. */
type CurrentWalk = { readonly name: WalkName; readonly state: WalkerState };

/** Returns the requested walk of a case. */
export function currentWalk(
  { case: id, progress }: Journal,
  graph: Graph,
  { walk: name = { pipeline: graph.name, pass: 1 }, map, isRetried = false, ...start }: CurrentWalkOptions,
): CurrentWalk {
  const last = walksOf(progress).find(
    ({ pipeline, pass }) => pipeline === name.pipeline && pass === name.pass,
  );
  if (last === undefined) return { name, state: beginWalk(graph, { id, map, ...start }) };
  if (last !== progress.walk) return { name, state: requireOver(last, id) };
  const current = last.state.definition === graph.hash ? last.state : mapped(last.state, { graph, map, id });
  return { name, state: isRetried ? retryWalk(graph, current) : current };
}

/** Begins a walk; with a later definition, at the node its start was renamed to. */
export function beginWalk(
  graph: Graph,
  { map = {}, start, ...options }: StartOptions & Pick<CurrentWalkOptions, 'map'>,
): WalkerState {
  if (start === undefined) return startWalk(graph, options);
  return startWalk(graph, { ...options, start: Object.hasOwn(map, start) ? (map[start] as string) : start });
}

/** The walks of a case are sequential: earlier ones are read-only. */
function requireOver({ pipeline, pass, state }: CaseWalk, id: string): WalkerState {
  if (state.status !== 'walking') return state;
  throw new PenumbraError('usage', `${cite(id)} has left walk ${pass} of ${cite(pipeline)} for a later one`, {
    data: { case: id, pipeline, pass },
    hint: 'go on with its last walk, or fork the run before that one began',
  });
}

function mapped(
  state: WalkerState,
  { graph, map, id }: { readonly graph: Graph; readonly map: NodeMap | undefined; readonly id: string },
): WalkerState {
  if (map !== undefined) return remapWalk(state, graph, map);
  throw new PenumbraError(
    'invalid-pipeline',
    `\`${id}\` was walked by another definition of \`${graph.name}\``,
    {
      data: { walked: state.definition, given: graph.hash },
      hint: 'go on with the definition it began with, or say by `map` which node became which',
    },
  );
}

/** Makes a failed or exhausted walk continue; returns any other unchanged. */
function retryWalk(graph: Graph, state: WalkerState): WalkerState {
  if (state.status !== 'failed' && state.status !== 'exhausted') return state;
  const counters = { ...state.counters, role_failed: false };
  const { inner } = state;
  const nested = nestedGraph(graph, state.node);
  return enterNested(graph, {
    ...state,
    status: 'walking',
    terminal: null,
    fault: null,
    reason: null,
    counters,
    inner: inner && nested && retryWalk(nested, inner),
  });
}
