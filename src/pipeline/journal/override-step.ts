/**
 * A person answers in place of an agent, at the node a case stands at. The answer wears the node's masks and is checked
 * like any other; it is a step like any other, so it can be given once.
 */
import { cite, PenumbraError } from '../../kernel/index.ts';
import type { Graph } from '../definition/graph.ts';
import type { Mask } from '../masks/mask.ts';
import { type MaskRegistry, toMaskRegistry } from '../masks/masks.ts';
import type { Artifact } from '../nodes/artifact.ts';
import { advance, requireDefinition } from '../step/advance.ts';
import type { Transition } from '../step/transition.ts';
import type { WalkerState } from '../step/walker-state.ts';
import { type CheckArtifact, performStep } from '../walk/perform-step.ts';
import { startTime } from '../walk/walk-time.ts';
import { progressLog, readProgress } from './case-progress.ts';
import type { Journal } from './journal.ts';
import { recordStep } from './record-step.ts';

/** What a person says, and where. */
export type Override = {
  /** The node the answer is for; a case that has left it takes no more answers there. */
  readonly node: string;
  readonly artifact: Artifact;
  /** Who says it. */
  readonly by: string;
  readonly check?: CheckArtifact;
  /** The masks at hand; the shipped ones unless given. */
  readonly masks?: Iterable<Mask> | MaskRegistry;
};

/** Takes a step of a case by what a person says. */
export async function overrideStep(journal: Journal, graph: Graph, override: Override): Promise<Transition> {
  const { walk } = journal.progress;
  const standing = walk === null ? null : innermost(walk.state);
  if (walk === null || standing?.status !== 'walking' || standing.node !== override.node)
    throw notThere(journal, override);
  requireDefinition(graph, walk.state);
  const performed = await performStep(graph, walk.state, {
    ask: () => override.artifact,
    team: [],
    seats: {},
    registry: toMaskRegistry(override.masks),
    nodeTimeoutMs: Number.POSITIVE_INFINITY,
    time: startTime(Number.POSITIVE_INFINITY, undefined),
    check: override.check,
  });
  const report = 'report' in performed ? performed.report : { failure: { reason: performed.reason } };
  if (report.failure)
    throw new PenumbraError(
      'invalid-frame',
      `this is no answer for ${cite(override.node)}: ${report.failure.reason}`,
      {
        hint: 'see `penumbra show` for what the agents answer there',
      },
    );
  const transition = advance(graph, walk.state, report);
  try {
    await recordStep(journal, { graph, walk, transition, performed, overriddenBy: override.by });
  } catch (error) {
    throw await lateAnswer(journal, override, error);
  }
  return transition;
}

/** Whoever answers when the case has just been taken on is told by whom. */
async function lateAnswer(journal: Journal, override: Override, error: unknown): Promise<unknown> {
  if (!(error instanceof PenumbraError) || error.code !== 'store-busy') return error;
  const { ledger, run, case: caseId, entry } = journal;
  const now = await readProgress(ledger.store, progressLog(run, caseId));
  return now.entry === entry ? error : notThere({ ...journal, ...now }, override);
}

function innermost(state: WalkerState): WalkerState {
  return state.inner === null ? state : innermost(state.inner);
}

function notThere({ case: caseId, progress }: Journal, { node }: Override): PenumbraError {
  const answered = progress.replies.findLast((reply) => reply.node.split('/').at(-1) === node);
  const state = progress.walk && innermost(progress.walk.state);
  const where =
    state === null
      ? 'has not begun'
      : state.status === 'walking'
        ? `stands at ${cite(state.node)}`
        : 'has ended';
  const who = answered ? `: ${cite(answered.agent)} answered there in step ${answered.step}` : '';
  return new PenumbraError('usage', `${cite(caseId)} ${where} and takes no answer for ${cite(node)}${who}`, {
    data: { case: caseId, node, ...(answered && { by: answered.agent, step: answered.step }) },
    hint: 'go on from an earlier step instead: that makes a run of its own',
  });
}
