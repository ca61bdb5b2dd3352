/** Who works at a node: the seat of its role, or whoever of the team is scheduled. */
import { type AgentIdentity, type ScheduleReason, scheduleAgent } from '../../agents/index.ts';
import type { GraphNode } from '../definition/graph.ts';
import type { Seats } from '../masks/wear-masks.ts';
import type { WalkerState } from '../step/walker-state.ts';

/** An agent, and the rule that chose it; none where a walk has neither seats nor team. */
export type ChosenAgent = {
  readonly agent: AgentIdentity | null;
  /** The rule that chose the agent: its seat, or how it was scheduled. */
  readonly choice: 'seat' | ScheduleReason | null;
};

/** Chooses the agent of a step. */
export function chooseAgent(
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
