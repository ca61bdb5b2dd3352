/**
 * Works at a node: chooses the agent, puts on masks, and asks within the time limit. Any failure is returned
 * as a report; the walk decides what follows.
 */
import { type AgentIdentity, type ScheduleReason, scheduleAgent } from '../agents/index.ts';
import { type Graph, type GraphNode, routesOf } from '../definition/graph.ts';
import { type LeftOff, type Seats, wearMasks } from '../masks/equip-mask.ts';
import type { MaskRegistry } from '../masks/masks.ts';
import { nestedGraph } from '../step/start-walk.ts';
import type { StepReport } from '../step/transition.ts';
import type { WalkerState } from '../step/walker-state.ts';
import { type Ask, askNode, type CheckArtifact, reportOf, type StepOutcome, timeIsUp } from './ask-node.ts';
import type { WalkTime } from './run-bounded.ts';

/** The agents, services and limits of a step. */
export type StepServices = {
  readonly ask: Ask;
  readonly team: readonly AgentIdentity[];
  readonly seats: Seats;
  readonly registry: MaskRegistry;
  readonly nodeTimeoutMs: number;
  readonly time: WalkTime;
  readonly check?: CheckArtifact | undefined;
  readonly signal?: AbortSignal | undefined;
  /**
   * Waits for admission to ask the agent, and returns a function that releases the slot; the step's time
   * starts after it.
   */
  readonly enter?: EnterStep | undefined;
};

/** Waits for an agent's slot. */
export type EnterStep = (agent: AgentIdentity | null) => Promise<() => void>;

/** The result of a step: a report to advance with, or why the walk stops. */
export type PerformedStep = {
  /** The node, and the enclosing nodes. */
  readonly node: string;
  readonly within: readonly string[];
  readonly leftOff: readonly LeftOff[];
  /** Whether a mask answered instead of the node. */
  readonly isAnsweredByMask: boolean;
} & ChosenAgent &
  StepOutcome;

/** Works at the current node of a walk, in its innermost definition. */
export async function performStep(
  graph: Graph,
  state: WalkerState,
  services: StepServices,
): Promise<PerformedStep> {
  const nested = nestedGraph(graph, state.node);
  if (nested !== null && state.inner !== null) {
    const inner = await performStep(nested, state.inner, services);
    return { ...inner, within: [state.node, ...inner.within] };
  }
  const node = routesOf(graph).nodes.get(state.node) as GraphNode;
  const chosen = chooseAgent(node, state, services);
  const { worn, leftOff } = wearMasks(node, services.registry, chosen.agent);
  const about = { node: node.name, within: [], ...chosen, leftOff, isAnsweredByMask: false };
  const failure = whyNot(services, leftOff);
  if (failure !== null) return { ...about, report: failure };
  const leave = await services.enter?.(chosen.agent);
  try {
    // The walk's time continues while it waits for a slot.
    const late = whyNot(services, leftOff);
    if (late !== null) return { ...about, report: late };
    const asked = await askNode(node, state, { ...services, agent: chosen.agent, worn });
    const { isAnsweredByMask } = asked;
    return { ...about, isAnsweredByMask, ...reportOf(asked, node, services) };
  } finally {
    leave?.();
  }
}

/** Returns why nobody may be asked. */
function whyNot({ time }: StepServices, leftOff: readonly LeftOff[]): StepReport | null {
  if (time.remainingMs() <= 0) return timeIsUp({ elapsedMs: 1 });
  // INVARIANT (what takes away is never left off): nobody is asked without a restricting mask.
  const bare = leftOff.find(({ restricts }) => restricts);
  return bare ? { failure: { reason: `\`${bare.mask}\` is not worn: ${bare.reason}` } } : null;
}

/** An agent and the rule that chose it; none if a walk has neither seats nor team. */
type ChosenAgent = {
  readonly agent: AgentIdentity | null;
  /** The rule: its seat, or a scheduling rule. */
  readonly choice: 'seat' | ScheduleReason | null;
};

/** Chooses the agent of a step. */
function chooseAgent(
  node: GraphNode,
  { lastAgent }: WalkerState,
  { seats, team }: { readonly seats: Seats; readonly team: readonly AgentIdentity[] },
): ChosenAgent {
  const seat = node.role === null ? undefined : seats[node.role];
  if (seat !== undefined) return { agent: seat, choice: 'seat' };
  if (team.length === 0) return { agent: null, choice: null };
  const { agent, reason } = scheduleAgent(team, node, lastAgent);
  return { agent, choice: reason };
}
