/** Walks a case with its journal: every step is written down before the next begins, and a walk goes on where it was left. */
import { canonicalText, digestOf } from '../../kernel/index.ts';
import { runEvent } from '../../record/index.ts';
import type { Graph } from '../definition/graph.ts';
import { type CurrentPlace, currentPlace } from '../step/walker-state.ts';
import type { Ask } from '../walk/ask-node.ts';
import type { Stops } from '../walk/stop-before.ts';
import { requireServices, type WalkOptions, type WalkResult, walk, walkResult } from '../walk/walk.ts';
import { openCase } from './begin-run.ts';
import { stepsTaken } from './case-progress.ts';
import { type CurrentWalkOptions, currentWalk } from './current-walk.ts';
import type { Journal } from './journal.ts';
import { commitToCase, createStepNotes, holdJournal } from './journal.ts';
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
