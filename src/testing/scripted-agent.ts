/** An agent for tests that answers from a script. */
import type { Artifact, Ask } from '../pipeline/index.ts';

/** The answers for each node: always the same one, or a list used in order, repeating its last item. */
export type AgentScript = { readonly [node: string]: Artifact['data'] | readonly Artifact['data'][] };

/**
 * Creates an `ask` for a walk; a node missing from the script gets an empty answer.
 *
 *     await walk(graph, { ask: createScriptedAgent({ review: [{ decision: 'reassess' }, { decision: 'approve'
 *     }] }) });
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
