/** The gate before the agents: each is asked a bounded number of times at once, in the order of arrival. */
import { cite, PenumbraError } from '../../kernel/index.ts';
import type { EnterStep } from '../walk/perform-step.ts';

/** How many asks each agent takes at once, by its name; one that is not named takes any number. */
export type AgentLimits = { readonly [agent: string]: number };

type Queue = { free: number; readonly waiting: (() => void)[] };

/** Makes the gate that walks share. */
export function createAgentGate(limits: AgentLimits): EnterStep {
  const queues = new Map<string, Queue>(
    Object.entries(limits).map(([agent, free]) => [agent, { free: requireLimit(agent, free), waiting: [] }]),
  );
  return async (agent) => {
    const queue = agent === null ? undefined : queues.get(agent.name);
    if (queue === undefined) return () => {};
    if (queue.free > 0) queue.free--;
    else await new Promise<void>((resolve) => queue.waiting.push(resolve));
    return () => {
      const next = queue.waiting.shift();
      // The place is handed on, so that nobody who comes later slips in between.
      if (next) next();
      else queue.free++;
    };
  };
}

function requireLimit(agent: string, limit: number): number {
  if (limit >= 1) return limit;
  throw new PenumbraError('usage', `${cite(agent)} cannot be asked ${limit} times at once`, {
    hint: 'let it be asked once at a time, or leave it out',
  });
}
