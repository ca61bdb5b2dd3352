/**
 * The port through which a walk asks for an artifact. Behind it the engine opens sources, composes, compiles the pack,
 * asks the agent and checks the reply; the walker knows none of that.
 */
import type { AgentIdentity, Element } from '../../agents/index.ts';
import type { Artifact } from '../nodes/artifact.ts';
import type { NodeContext } from '../nodes/node-context.ts';

/** The node a walk asks at, and the agent that was chosen for it. */
export type AskedNode = {
  readonly name: string;
  readonly element: Element | null;
  readonly family: string | null;
  readonly artifact: string | null;
  readonly role: string | null;
  /** Null where the walk has neither team nor seats. */
  readonly agent: AgentIdentity | null;
};

/**
 * Answers for one node. It rejects where no agent can; the walk records that and goes on by its rules. A fault of the
 * ledger is no answer: it ends the walk where it stands.
 */
export type Ask = (
  node: AskedNode,
  context: NodeContext,
  signal: AbortSignal,
) => Artifact | Promise<Artifact>;
