/** A choice of an agent together with why it fell on that one; the record keeps the name and the reason. */
import type { AgentIdentity } from './identity.ts';

/** A chosen agent and the rule that decided. */
export type AgentChoice<Reason extends string> = {
  /** The agent's name, as the record keeps it. */
  readonly name: string;
  readonly agent: AgentIdentity;
  readonly reason: Reason;
};

/** Makes a choice. */
export function chooseAgent<Reason extends string>(
  agent: AgentIdentity,
  reason: Reason,
): AgentChoice<Reason> {
  return Object.freeze({ name: agent.name, agent, reason });
}
