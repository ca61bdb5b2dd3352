/** Walks a case with its journal: every step is written down before the next begins, and a walk goes on where it was left. */
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

/** How a case is walked with its journal. */
export type RecordedWalkOptions = Omit<WalkOptions, 'state' | 'ask'> &
  CurrentWalkOptions & {
    /** Asks, and is given the journal as it stands in this step: what comes back too late writes to no later one. */
    readonly ask: (...asked: [...Parameters<Ask>, journal: Journal]) => ReturnType<Ask>;
  };

/** Walks a case from its beginning, or from where its journal says it is; a case that nobody opened is opened. */
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
  // A step that was begun and not taken is begun anew, and what it had left with it.
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
 * Tells why a case stopped although its walk has not come to an end. Its journal has it where its last step left it, and can go on from there; that it waits for other cases, or was called off, is nothing a person has to know.
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

/** A pause is told once, however often the case is taken up and stops there again for the same reason. */
async function recordPause(journal: Journal, { node, within }: CurrentPlace, reason: string): Promise<void> {
  const { ledger, run, case: caseId, progress } = journal;
  const step = stepsTaken(progress) + 1;
  const log = `pauses/${digestOf(run)}/${caseId}/${step}`;
  const value = canonicalText({ node, within, reason });
  if ((await ledger.store.head(log))?.value === value) return;
  const event = runEvent('case-paused', { case: caseId, step, node, within, reason });
  await commitToCase(journal, { appends: [{ log, value }, ...eventAppends(run, [event])] });
}

/** Which walk of a case is meant, and how it is taken up. */
export type CurrentWalkOptions = StartOptions & {
  /** Which walk of the case this is, where it takes several. */
  readonly walk?: WalkName;
  /** Whether a walk that failed or was exhausted is asked again where it ended. */
  readonly isRetried?: boolean;
  /** New names of the nodes, where the definition is no longer the one the walk began with. */
  readonly map?: NodeMap | undefined;
};

/** A walk of a case, and how far it has come. */
type CurrentWalk = { readonly name: WalkName; readonly state: WalkerState };

/** Returns the walk of a case that is meant. */
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

/** Begins a walk; where its definition is a later one, at the node that its start became. */
export function beginWalk(
  graph: Graph,
  { map = {}, start, ...options }: StartOptions & Pick<CurrentWalkOptions, 'map'>,
): WalkerState {
  if (start === undefined) return startWalk(graph, options);
  return startWalk(graph, { ...options, start: Object.hasOwn(map, start) ? (map[start] as string) : start });
}

/** A case takes its walks one after the other: what an earlier one came to is read, and nothing is added to it. */
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

/** Returns a walk that failed or was exhausted as one that goes on, and any other as it is. */
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
