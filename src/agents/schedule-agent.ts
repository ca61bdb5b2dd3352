/**
 * Who works at a node: the agent that fits it best. Where several fit alike, the order of hand-offs decides, then the
 * node's element, then the order of the team. Stickiness has no say here; see remembers-reply.ts.
 */
import { PenumbraError, toBasisPoints } from '../kernel/index.ts';
import { type AgentChoice, chooseAgent } from './agent-choice.ts';
import { nextGenerative } from './element-cycles.ts';
import type { Element } from './element-traits.ts';
import type { AgentIdentity } from './identity.ts';

/** The rule that chose an agent for a node; each rule decides only where those before it left a tie. */
export type ScheduleReason = 'highest-affinity' | 'generative-successor' | 'node-element' | 'list-order';

/** What scheduling knows of a node. */
export type ScheduledNode = { readonly name: string; readonly element?: Element | null };

/**
 * Chooses the agent of a team for a node, given who worked before.
 *
 * @example scheduleAgent(personas, { name: 'recall' }).agent.name // 'Herald'
 */
export function scheduleAgent(
  team: readonly AgentIdentity[],
  node: ScheduledNode | string,
  previous: Pick<AgentIdentity, 'element'> | null = null,
): AgentChoice<ScheduleReason> {
  const { name, element = null } = typeof node === 'string' ? { name: node } : node;
  const highest = Math.max(...team.map((agent) => affinityFor(agent, name)));
  const successor = previous?.element ? nextGenerative(previous.element) : null;
  const rules: readonly [ScheduleReason, (agent: AgentIdentity) => boolean][] = [
    ['highest-affinity', (agent) => affinityFor(agent, name) === highest],
    ['generative-successor', (agent) => successor !== null && agent.element === successor],
    ['node-element', (agent) => element !== null && agent.element === element],
  ];
  let left = team;
  for (const [reason, fits] of rules) {
    const fitting = left.filter(fits);
    if (fitting.length > 0) left = fitting;
    const [agent, ...others] = left;
    if (agent && others.length === 0) return chooseAgent(agent, reason);
  }
  const [first] = left;
  if (first) return chooseAgent(first, 'list-order');
  throw new PenumbraError('usage', `no agent can work at \`${name}\`: the team is empty`, {
    hint: 'name at least one agent',
  });
}

/** Returns how well an agent fits a node, in basis points. */
function affinityFor({ stepAffinity }: AgentIdentity, node: string): number {
  return Object.hasOwn(stepAffinity, node) ? toBasisPoints(stepAffinity[node] ?? 0) : 0;
}
