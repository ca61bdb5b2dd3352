/**
 * The port through which a walk asks for an artifact, and a single ask: the context as data, the masks around
 * it, and a time limit.
 */
import { type CanonicalValue, type FaultCode, PenumbraError } from '../../kernel/index.ts';
import type { AgentIdentity, Element } from '../agents/index.ts';
import type { GraphNode } from '../definition/graph.ts';
import { equipMasks } from '../masks/equip-mask.ts';
import type { Mask } from '../masks/mask.ts';
import { type Artifact, readArtifact, type TakenArtifact, takeArtifact } from '../nodes/artifact.ts';
import { decodeDecimals } from '../nodes/decimal-form.ts';
import type { NodeContext } from '../nodes/node.ts';
import type { StepReport } from '../step/transition.ts';
import { reasonText, type WalkerState } from '../step/walker-state.ts';
import { type BoundedRun, runBounded, type WalkTime } from './run-bounded.ts';

/**
 * The node being asked and its agent. Behind the port, the engine opens sources, composes, compiles the pack,
 * asks the agent and checks the reply; the walk is unaware of all that.
 */
export type AskedNode = {
  readonly name: string;
  readonly element: Element | null;
  readonly family: string | null;
  readonly artifact: string | null;
  readonly role: string | null;
  /** Null if the walk has neither team nor seats. */
  readonly agent: AgentIdentity | null;
};

/**
 * Answers for one node. Rejects if no agent can; the walk records that and continues by its rules. A ledger
 * fault is not an answer: it stops the walk at this point.
 */
export type Ask = (
  node: AskedNode,
  context: NodeContext,
  signal: AbortSignal,
) => Artifact | Promise<Artifact>;

/** Whom to ask, with which masks and time limit. */
export type Asking = {
  readonly ask: Ask;
  readonly agent: AgentIdentity | null;
  readonly worn: readonly Mask[];
  readonly nodeTimeoutMs: number;
  readonly time: WalkTime;
  readonly signal?: AbortSignal | undefined;
};

/** The result of an ask, and how it was worked. */
export type Asked = {
  readonly run: BoundedRun<Artifact>;
  readonly how: Omit<StepReport, 'output' | 'recorded' | 'failure'> & { readonly elapsedMs: number };
  /** The node's own answer before masks changed it; null if it was not asked or gave no artifact. */
  readonly answer: TakenArtifact | null;
  /** Whether a mask answered instead of the node. */
  readonly isAnsweredByMask: boolean;
};

/** Asks at a node. */
export async function askNode(node: GraphNode, state: WalkerState, asking: Asking): Promise<Asked> {
  const { ask, agent, worn, nodeTimeoutMs, time, signal } = asking;
  const { name, element, family, artifact, role } = node;
  let wasAsked = false;
  let answer: TakenArtifact | null = null;
  const startedAt = time.now();
  const run = await runBounded<Artifact>(
    (stepSignal) => {
      const process = async (given: NodeContext) => {
        // A mask that calls too late must not ask any more.
        stepSignal.throwIfAborted();
        wasAsked = true;
        const asked = { name, element, family, artifact, role, agent };
        // Recorded before any mask adds to it, so that an invalid value is not turned into an artifact.
        answer = withoutBinding(takeArtifact(await ask(asked, given, stepSignal)));
        return answer.output;
      };
      return equipMasks({ name, element, process }, ...worn).process(contextOf(state, worn));
    },
    { timeoutMs: nodeTimeoutMs, deadline: time.deadline, signal },
  );
  const how = {
    worn: worn.map((mask) => mask.name),
    element: agent?.element ?? element,
    elapsedMs: Math.max(0, time.now() - startedAt),
    agent: agent && { name: agent.name, element: agent.element },
  };
  return { run, how, answer, isAnsweredByMask: run.outcome === 'finished' && !wasAsked };
}

function contextOf(state: WalkerState, worn: readonly Mask[]): NodeContext {
  const { counters } = state;
  const [loops, visits] = [{ ...counters.loops }, { ...counters.visits }];
  return {
    node: state.node,
    // A copy, so that the agent cannot change the engine's counters.
    state: { ...counters, loops, visits, worn: worn.map(({ name }) => name) },
    prior: state.prior && readArtifact(state.prior),
    meta: decodeDecimals(state.context) as { readonly [key: string]: CanonicalValue },
    openSources: [],
    mode: null,
  };
}

/** Removes a node's claim to be binding: only a mask can make a decision binding. */
function withoutBinding(taken: TakenArtifact): TakenArtifact {
  const { output } = taken;
  if (!Object.hasOwn(output.data, 'binding')) return taken;
  return takeArtifact({ ...output, data: { ...output.data, binding: false } });
}

/** Returns why an artifact does not fit its node's schema, or null; also applied to answers by masks. */
export type CheckArtifact = (artifact: Artifact, node: GraphNode) => string | null;

/** A report or a stop. */
export type StepOutcome =
  | { readonly report: StepReport }
  | { readonly stop: 'paused' | 'cancelled'; readonly reason: string };

/** Converts the result of an ask to an outcome. */
export function reportOf(
  { run, how, answer }: Asked,
  node: GraphNode,
  { check, nodeTimeoutMs }: { readonly check?: CheckArtifact | undefined; readonly nodeTimeoutMs: number },
): StepOutcome {
  const { elapsedMs } = how;
  switch (run.outcome) {
    case 'finished':
      return {
        report: { ...how, ...resultOf(run.value, answer, (output) => check?.(output, node) ?? null) },
      };
    case 'cancelled':
      return { stop: 'cancelled', reason: reasonText(run.reason) };
    case 'threw':
      return afterError(run.error, how);
    case 'time-up':
      return { report: timeIsUp({ ...how, elapsedMs: elapsedMs + 1 }) };
    case 'timed-out': {
      const reason = `no answer within ${nodeTimeoutMs} milliseconds`;
      // A timeout means the limit was exceeded, even if a coarse clock disagrees.
      return { report: { ...how, elapsedMs: Math.max(elapsedMs, nodeTimeoutMs + 1), failure: { reason } } };
    }
  }
}

/** Returns the report of a step for which the walk has no time left. */
export function timeIsUp(how: StepReport): StepReport {
  return { ...how, failure: { reason: 'the time of the walk is up', isTimeUp: true } };
}

function afterError(error: unknown, how: Asked['how']): StepOutcome {
  if (error instanceof WalkPause) return { stop: 'paused', reason: reasonText(error) };
  // INVARIANT (a fault of the rim is no answer): the step has not been taken and can be taken again.
  if (isRimFault(error)) throw error;
  return { report: { ...how, failure: { reason: reasonText(error) } } };
}

/** An answer changed by a mask must also be a valid artifact; an unchanged one is recorded already. */
function resultOf(
  value: unknown,
  answer: Asked['answer'],
  misfitOf: (output: Artifact) => string | null,
): Pick<StepReport, 'output' | 'recorded' | 'failure'> {
  try {
    const taken = answer !== null && value === answer.output ? answer : takeArtifact(value);
    const misfit = misfitOf(taken.output);
    return misfit === null ? taken : { failure: { reason: reasonText(misfit) } };
  } catch (error) {
    return { failure: { reason: reasonText(error) } };
  }
}

const rimFaults: readonly FaultCode[] = [
  'store-unavailable',
  'store-read-only',
  'store-full',
  'store-busy',
  'store-version',
  'store-damaged',
  'outcome-unknown',
  'hash-mismatch',
  'log-corrupt',
  'digest-mismatch',
  'internal',
  'stopped',
  'model-unavailable',
];

/** Checks for a fault of the ledger or of access to a model, which is not an answer. */
function isRimFault(error: unknown): boolean {
  return error instanceof PenumbraError && rimFaults.includes(error.code);
}

/** Thrown by an ask to pause the walk at its node. */
export class WalkPause extends Error {
  override readonly name = 'WalkPause';
}
