/**
 * Working at a node: who is chosen, what is worn, what is asked, within what time. Whatever goes wrong comes back as
 * a report; the walk decides what follows.
 */
import { type AgentIdentity, type ScheduleReason, scheduleAgent } from '../../agents/index.ts';
import type { CanonicalValue } from '../../kernel/index.ts';
import type { Graph, GraphNode } from '../definition/graph.ts';
import { routesOf } from '../definition/routes.ts';
import { equipMasks } from '../masks/equip-mask.ts';
import type { Mask } from '../masks/mask.ts';
import type { MaskRegistry } from '../masks/masks.ts';
import { type LeftOff, type Seats, wearMasks } from '../masks/wear-masks.ts';
import type { Artifact } from '../nodes/artifact.ts';
import type { NodeContext } from '../nodes/node-context.ts';
import { decodeDecimals, readArtifact, recordArtifact } from '../nodes/recorded-artifact.ts';
import { nestedGraph } from '../step/start-walk.ts';
import type { StepReport } from '../step/step-report.ts';
import type { WalkerState } from '../step/walker-state.ts';
import type { Ask } from './ask.ts';
import { isLedgerFault } from './ledger-fault.ts';
import { runBounded } from './run-bounded.ts';
import { WalkPause } from './walk-pause.ts';
import type { WalkTime } from './walk-time.ts';

/** Who works, with what, and for how long. */
export type StepMeans = {
  readonly ask: Ask;
  readonly team: readonly AgentIdentity[];
  readonly seats: Seats;
  readonly registry: MaskRegistry;
  readonly nodeTimeoutMs: number;
  readonly time: WalkTime;
  readonly check?: CheckArtifact | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Waits until the agent may be asked, and returns what lets the next one in; the time of a step begins after it. */
  readonly enter?: EnterStep | undefined;
};

/** Waits for an agent's turn. */
export type EnterStep = (agent: AgentIdentity | null) => Promise<() => void>;

/** Returns why an artifact does not fit the schema of its node, or null; it also sees what a mask answered. */
export type CheckArtifact = (artifact: Artifact, node: GraphNode) => string | null;

/** What came of a step: a report to advance with, or why the walk stops where it stands. */
export type PerformedStep = {
  /** Where: the node, and the nodes around it whose definitions it is in. */
  readonly node: string;
  readonly within: readonly string[];
  readonly agent: AgentIdentity | null;
  /** The rule that chose the agent: its seat, or how it was scheduled. */
  readonly choice: 'seat' | ScheduleReason | null;
  readonly leftOff: readonly LeftOff[];
  /** Whether a mask answered in place of the node. */
  readonly isAnsweredByMask: boolean;
} & ({ readonly report: StepReport } | { readonly stop: 'paused' | 'cancelled'; readonly reason: string });

/** Works at the node a walk stands at, in the innermost definition. */
export async function performStep(
  graph: Graph,
  state: WalkerState,
  means: StepMeans,
): Promise<PerformedStep> {
  const nested = nestedGraph(graph, state.node);
  if (nested !== null && state.inner !== null) {
    const inner = await performStep(nested, state.inner, means);
    return { ...inner, within: [state.node, ...inner.within] };
  }
  const node = routesOf(graph).nodes.get(state.node) as GraphNode;
  const { agent, choice } = chooseAgent(node, state, means);
  const { worn, leftOff } = wearMasks(node, means.registry, agent);
  const about = { node: node.name, within: [], agent, choice, leftOff, isAnsweredByMask: false };
  const isTimeUp = () => means.time.remainingMs() <= 0;
  const late = { ...about, report: timeIsUp({ elapsedMs: 1 }) };
  if (isTimeUp()) return late;
  // INVARIANT (what takes away is never left off): without a restricting mask nobody is asked.
  const bare = leftOff.find(({ restricts }) => restricts);
  if (bare)
    return { ...about, report: { failure: { reason: `\`${bare.mask}\` is not worn: ${bare.reason}` } } };
  const leave = await means.enter?.(agent);
  try {
    // The time of the walk goes on while it waits for its turn.
    if (isTimeUp()) return late;
    return await work(node, state, { ...means, agent, choice, worn, leftOff });
  } finally {
    leave?.();
  }
}

type Chosen = Pick<PerformedStep, 'agent' | 'choice'>;

type Working = StepMeans &
  Chosen & {
    readonly worn: readonly Mask[];
    readonly leftOff: readonly LeftOff[];
  };

async function work(node: GraphNode, state: WalkerState, working: Working): Promise<PerformedStep> {
  const { agent, choice, worn, leftOff, nodeTimeoutMs, signal, time } = working;
  const { name, element, family, artifact, role } = node;
  let wasAsked = false;
  const startedAt = time.now();
  const context = contextOf(state, worn);
  const run = await runBounded<Artifact>(
    (stepSignal) => {
      const process = async (given: NodeContext) => {
        // A mask that comes back too late asks nobody any more.
        stepSignal.throwIfAborted();
        wasAsked = true;
        const asked = { name, element, family, artifact, role, agent };
        // Checked before any mask adds to it: what is no artifact does not become one by being worn over.
        return withoutBinding(readArtifact(recordArtifact(await working.ask(asked, given, stepSignal))));
      };
      return equipMasks({ name, element, process }, ...worn).process(context);
    },
    { timeoutMs: nodeTimeoutMs, deadline: time.deadline, signal },
  );
  const isAnsweredByMask = run.outcome === 'finished' && !wasAsked;
  const about = { node: name, within: [], agent, choice, leftOff, isAnsweredByMask };
  if (run.outcome === 'cancelled') return { ...about, stop: 'cancelled', reason: messageOf(run.reason) };
  if (run.outcome === 'threw' && run.error instanceof WalkPause)
    return { ...about, stop: 'paused', reason: run.error.message };
  const measuredMs = Math.max(0, time.now() - startedAt);
  const how = {
    worn: worn.map((mask) => mask.name),
    element: agent?.element ?? element,
    elapsedMs: measuredMs,
    agent: agent && { name: agent.name, element: agent.element },
  };
  if (run.outcome === 'finished') {
    return { ...about, report: { ...how, ...resultOf(run.value, node, working.check) } };
  }
  if (run.outcome === 'time-up') return { ...about, report: timeIsUp({ ...how, elapsedMs: measuredMs + 1 }) };
  if (run.outcome === 'threw') {
    // INVARIANT (a fault of the ledger is no answer): the step has not been taken and can be taken again.
    if (isLedgerFault(run.error)) throw run.error;
    return { ...about, report: { ...how, failure: { reason: messageOf(run.error) } } };
  }
  // Time that ran out was exceeded, whatever a coarse clock says.
  const elapsedMs = Math.max(measuredMs, nodeTimeoutMs + 1);
  const reason = `no answer within ${nodeTimeoutMs} milliseconds`;
  return { ...about, report: { ...how, elapsedMs, failure: { reason } } };
}

/** What a mask made of an answer has to be an artifact, too, and to fit. */
function resultOf(
  value: unknown,
  node: GraphNode,
  check: CheckArtifact | undefined,
): Pick<StepReport, 'output' | 'failure'> {
  try {
    const output = readArtifact(recordArtifact(value));
    const misfit = check?.(output, node) ?? null;
    return misfit === null ? { output } : { failure: { reason: misfit } };
  } catch (error) {
    return { failure: { reason: messageOf(error) } };
  }
}

function timeIsUp(how: StepReport): StepReport {
  return { ...how, failure: { reason: 'the time of the walk is up', isTimeUp: true } };
}

function chooseAgent(node: GraphNode, { lastAgent }: WalkerState, { seats, team }: StepMeans): Chosen {
  const seat = node.role === null ? undefined : seats[node.role];
  if (seat !== undefined) return { agent: seat, choice: 'seat' };
  if (team.length === 0) return { agent: null, choice: null };
  const { agent, reason } = scheduleAgent(team, node, lastAgent);
  return { agent, choice: reason };
}

function contextOf(state: WalkerState, worn: readonly Mask[]): NodeContext {
  return {
    node: state.node,
    state: { ...state.counters, worn: worn.map(({ name }) => name) },
    prior: state.prior && readArtifact(state.prior),
    meta: decodeDecimals(state.context) as { readonly [key: string]: CanonicalValue },
    openSources: [],
    mode: null,
  };
}

/** Takes back what a node says of its own authority: only a mask makes a decision binding. */
function withoutBinding(artifact: Artifact): Artifact {
  if (!Object.hasOwn(artifact.data, 'binding')) return artifact;
  return { ...artifact, data: { ...artifact.data, binding: false } };
}

function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error ?? 'no reason given');
  return text.slice(0, 1_000) || 'no reason given';
}
