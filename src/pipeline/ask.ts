/**
 * The port through which a walk asks for an artifact. Behind it the engine opens sources, composes, compiles the pack,
 * asks the agent and checks the reply; the walker knows none of that.
 */
import type { Artifact } from './artifact.ts';
import type { NodeContext } from './node-context.ts';

/** The node a walk asks at. */
export type AskedNode = { readonly name: string; readonly artifact: string | null; readonly role: string | null };

/** Answers for one node. It rejects where no agent can; the walk records that and goes on by its rules. */
export interface Ask {
  (node: AskedNode, context: NodeContext, signal: AbortSignal): Promise<Artifact>;
}
