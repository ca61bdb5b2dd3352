/**
 * Chooses the agent for a node, and the agent that contests a conclusion. The agent with the highest affinity
 * for a node wins. Ties are broken by the generative order of elements, then the node's element, then the
 * order of the team. Stickiness plays no part.
 */
import { assertInvariant, PenumbraError, toBasisPoints } from '../../kernel/index.ts';
import type { AgentIdentity } from './define-agent.ts';
import { challengedBy, type Element, nextGenerative } from './element.ts';
import { personaByName, personas } from './personas.ts';

/** The chosen agent and the rule that decided. */
export type AgentChoice<Reason extends string> = {
  /** The agent's name, as recorded. */
  readonly name: string;
  readonly agent: AgentIdentity;
  readonly reason: Reason;
};

/** The rule that chose an agent for a node; each rule only breaks the ties left by those before it. */
export type ScheduleReason = 'highest-affinity' | 'generative-successor' | 'node-element' | 'list-order';

/** The properties of a node that scheduling uses. */
export type ScheduledNode = { readonly name: string; readonly element?: Element | null };

/**
 * Chooses the agent of a team for a node, given the previous agent.
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

/** Returns an agent's affinity for a node, in basis points. */
function affinityFor({ stepAffinity }: AgentIdentity, node: string): number {
  return Object.hasOwn(stepAffinity, node) ? toBasisPoints(stepAffinity[node] ?? 0) : 0;
}

const FALLBACK = 'Bulwark';

/** Why a challenger was chosen: its element challenges the conclusion's, or no reviewer's element does. */
export type ChallengerReason = 'challenges-element' | 'fallback';

/**
 * Returns the shadow agent whose element challenges this one, or Bulwark with the reason `fallback`.
 *
 * @example challengerOf('water').agent.name // 'Challenger'
 * @example challengerOf('fire').reason // 'fallback': no shadow persona is of earth
 */
export function challengerOf(
  element: Element,
  { team = personas }: { readonly team?: readonly AgentIdentity[] } = {},
): AgentChoice<ChallengerReason> {
  const reviewers = team.filter((agent) => agent.alignment === 'shadow');
  const wanted = challengedBy(element);
  const challenger = reviewers.find((agent) => wanted !== null && agent.element === wanted);
  if (challenger) return chooseAgent(challenger, 'challenges-element');
  const fallback = reviewers.find(({ name }) => name === FALLBACK) ?? personaByName(FALLBACK);
  assertInvariant(fallback, `${FALLBACK} ships`);
  return chooseAgent(fallback, 'fallback');
}

function chooseAgent<Reason extends string>(agent: AgentIdentity, reason: Reason): AgentChoice<Reason> {
  return Object.freeze({ name: agent.name, agent, reason });
}
