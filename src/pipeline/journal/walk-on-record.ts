/** Walks a case on record: every step is written down before the next begins, and a walk goes on where it was left. */
import { PenumbraError } from '../../kernel/index.ts';
import { runEvent } from '../../record/index.ts';
import type { Graph } from '../definition/graph.ts';
import { type NodeMap, remapWalk } from '../step/remap-walk.ts';
import { retryWalk } from '../step/retry-walk.ts';
import type { WalkerState } from '../step/walker-state.ts';
import { type WalkOptions, walk } from '../walk/walk.ts';
import { type WalkResult, walkResult } from '../walk/walk-result.ts';
import { stepsTaken, type WalkName } from './case-progress.ts';
import type { Journal } from './journal.ts';
import { recordStep } from './record-step.ts';
import { eventAppends } from './run-log.ts';
import { createStepNotes } from './step-notes.ts';

/** How a case is walked on record. */
export type RecordedWalkOptions = Omit<WalkOptions, 'state'> & {
  /** Which walk of the case this is, where it takes several. */
  readonly walk?: WalkName;
  /** Nodes before which the case waits for others; unlike at `pauseAt`, that it waits is no event. */
  readonly waitAt?: readonly string[];
  /** Whether a walk that failed or was exhausted is asked again where it ended. */
  readonly isRetried?: boolean;
  /** New names of the nodes, where the definition is no longer the one the walk began with. */
  readonly map?: NodeMap;
};

/** Walks a case from its beginning, or from where its journal says it stands. */
export async function walkOnRecord(
  journal: Journal,
  graph: Graph,
  options: RecordedWalkOptions,
): Promise<WalkResult> {
  const { walk: name = { pipeline: graph.name, pass: 1 }, waitAt = [], pauseAt = [], onStep } = options;
  const state = standing(journal, graph, { ...options, name });
  if (state !== null && isOver(state)) return walkResult(state, options.builders);
  let recorded = state?.status ?? 'walking';
  // A step that was begun and not taken is begun anew, and what it had left with it.
  journal.notes = createStepNotes();
  const result = await walk(graph, {
    id: journal.case,
    ...options,
    ...(state && { state }),
    pauseAt: [...pauseAt, ...waitAt],
    onStep: async (transition, performed) => {
      await recordStep(journal, { graph, walk: name, transition, performed });
      recorded = transition.next.status;
      await onStep?.(transition, performed);
    },
  });
  // A walk that its limits or its ask stopped stands on record where it stood before, and can go on.
  const isStopped = recorded === 'walking' && result.status !== 'cancelled';
  if (isStopped && !waitAt.includes(result.state.node))
    await recordPause(journal, result.state, result.reason ?? result.status);
  return result;
}

/** Tells of a case that stands still although its walk has not come to an end. */
async function recordPause(journal: Journal, state: WalkerState, reason: string): Promise<void> {
  const { ledger, run, case: caseId, progress } = journal;
  const place = { case: caseId, step: stepsTaken(progress) + 1, ...placeOf(state) };
  const event = runEvent('case-paused', { ...place, reason });
  await ledger.store.commit({ atMs: ledger.clock.now(), appends: eventAppends(run, [event]) });
}

function standing(
  { progress, case: caseId }: Journal,
  graph: Graph,
  { name, map, isRetried = false }: RecordedWalkOptions & { readonly name: WalkName },
): WalkerState | null {
  const { walk: last } = progress;
  if (last === null || last.pipeline !== name.pipeline || last.pass !== name.pass) return null;
  const { state } = last;
  const again = (stood: WalkerState) => (isRetried ? retryWalk(graph, stood) : stood);
  if (state.definition === graph.hash) return again(state);
  if (map !== undefined) return again(remapWalk(state, graph, map));
  throw new PenumbraError(
    'invalid-pipeline',
    `\`${caseId}\` was walked by another definition of \`${graph.name}\``,
    {
      data: { walked: state.definition, given: graph.hash },
      hint: 'go on with the definition it began with, or say by `map` which node became which',
    },
  );
}

function isOver({ status }: WalkerState): boolean {
  return status !== 'walking' && status !== 'paused';
}

/** Returns the node a walk stands at, in the innermost definition. */
function placeOf({ node, inner }: WalkerState): {
  readonly node: string;
  readonly within: readonly string[];
} {
  if (inner === null) return { node, within: [] };
  const place = placeOf(inner);
  return { ...place, within: [node, ...place.within] };
}
