/** An agent that answers a walk by script instead of by thought. */
import type { Artifact, Ask } from '../pipeline/index.ts';

/** What is answered at each node: always the same, or a list taken item by item, its last one again and again. */
export type AgentScript = { readonly [node: string]: Artifact['data'] | readonly Artifact['data'][] };

/**
 * Creates an agent for the `ask` of a walk; a node that is not in the script is answered with nothing.
 *
 *     await walk(graph, { ask: createScriptedAgent({ review: [{ decision: 'reassess' }, { decision: 'approve' }] }) });
 */
export function createScriptedAgent(script: AgentScript): Ask {
  const turns = new Map<string, number>();
  return ({ name, artifact }) => {
    const turn = turns.get(name) ?? 0;
    turns.set(name, turn + 1);
    const answers = [script[name] ?? {}].flat();
    return { type: artifact ?? name, data: answers[Math.min(turn, answers.length - 1)] ?? {} };
  };
}
