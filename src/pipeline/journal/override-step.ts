/**
 * Lets a person answer instead of an agent at the current node of a case. The answer goes through the node's
 * masks and checks like any other, and is a regular step, so it can be given once.
 */
import { cite, PenumbraError } from '../../kernel/index.ts';
import type { Graph } from '../definition/graph.ts';
import type { Mask } from '../masks/mask.ts';
import { type MaskRegistry, toMaskRegistry } from '../masks/masks.ts';
import type { Artifact } from '../nodes/artifact.ts';
import { advance } from '../step/advance.ts';
import type { StepReport, Transition } from '../step/transition.ts';
import { type CurrentPlace, currentPlace } from '../step/walker-state.ts';
import type { CheckArtifact } from '../walk/ask-node.ts';
import { type PerformedStep, performStep } from '../walk/perform-step.ts';
import { startTime } from '../walk/run-bounded.ts';
import { openCase } from './begin-run.ts';
import { progressLog, readProgress } from './case-progress.ts';
import { holdJournal, type Journal } from './journal.ts';
import { lastName, recordStep } from './record-step.ts';
import { type CurrentWalkOptions, currentWalk } from './walk-with-journal.ts';

/** A person's answer. */
export type Override = CurrentWalkOptions & {
  /** The node it answers; rejected if the case has moved on. */
  readonly node: string;
  readonly artifact: Artifact;
  /** The person's name. */
  readonly by: string;
  readonly check?: CheckArtifact;
  /** Available masks; defaults to the built-in ones. */
  readonly masks?: Iterable<Mask> | MaskRegistry;
};

/** Takes a step of a case with a person's answer. */
export async function overrideStep(journal: Journal, graph: Graph, override: Override): Promise<Transition> {
  return holdJournal(journal, () => overrideHeld(journal, graph, override));
}

async function overrideHeld(journal: Journal, graph: Graph, override: Override): Promise<Transition> {
  const { walk } = journal.progress;
  const { name, state } = currentWalk(journal, graph, { ...(walk && { walk }), ...override });
  const place = currentPlace(state);
  if (place.status !== 'walking' || place.node !== override.node) throw notThere(journal, place, override);
  const performed = await performStep(graph, state, {
    ask: () => override.artifact,
    team: [],
    seats: {},
    registry: toMaskRegistry(override.masks),
    nodeTimeoutMs: Number.POSITIVE_INFINITY,
    time: startTime(Number.POSITIVE_INFINITY, undefined),
    check: override.check,
  });
  const transition = advance(graph, state, requireAnswer(performed, override.node));
  await openCase(journal, override);
  try {
    await recordStep(journal, { graph, walk: name, transition, performed, overriddenBy: override.by });
  } catch (error) {
    throw await lateAnswer(journal, override, error);
  }
  return transition;
}

function requireAnswer(performed: PerformedStep, node: string): StepReport {
  const report = 'report' in performed ? performed.report : { failure: { reason: performed.reason } };
  if (!report.failure) return report;
  throw new PenumbraError('invalid-frame', `this is no answer for ${cite(node)}: ${report.failure.reason}`, {
    hint: 'see `penumbra show` for what the agents answer there',
  });
}

/** If the case has just moved on, the error says who answered. */
async function lateAnswer(journal: Journal, override: Override, error: unknown): Promise<unknown> {
  if (!(error instanceof PenumbraError) || error.code !== 'store-busy') return error;
  const { ledger, run, case: caseId, entry } = journal;
  const now = await readProgress(ledger.store, progressLog(run, caseId));
  if (now.entry === entry || now.progress.walk === null) return error;
  return notThere({ ...journal, ...now }, currentPlace(now.progress.walk.state), override);
}

function notThere(
  { case: caseId, progress }: Journal,
  place: Pick<CurrentPlace, 'node' | 'status'>,
  { node }: Override,
): PenumbraError {
  const answered = progress.replies.findLast((reply) => lastName(reply.node) === node);
  const where = place.status === 'walking' ? `stands at ${cite(place.node)}` : 'has ended';
  const who = answered ? `: ${cite(answered.agent)} answered there in step ${answered.step}` : '';
  return new PenumbraError('usage', `${cite(caseId)} ${where} and takes no answer for ${cite(node)}${who}`, {
    data: { case: caseId, node, ...(answered && { by: answered.agent, step: answered.step }) },
    hint: 'go on from an earlier step instead: that makes a run of its own',
  });
}
