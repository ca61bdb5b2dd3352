/** Who contests a conclusion: the reviewer whose element challenges that of the concluding agent. */
import { assertInvariant } from '../kernel/index.ts';
import { type AgentChoice, chooseAgent } from './agent-choice.ts';
import { challengedBy } from './element-cycles.ts';
import type { Element } from './element-traits.ts';
import type { AgentIdentity } from './identity.ts';
import { personaByName, personas } from './personas.ts';

const FALLBACK = 'Bulwark';

/** Why a challenger was chosen: its element challenges the conclusion's, or no reviewer's does. */
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
