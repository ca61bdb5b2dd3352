/** A node that can be worked at: a name and what happens there. */
import type { Element } from '../../agents/index.ts';
import type { Artifact } from './artifact.ts';
import type { NodeContext } from './node-context.ts';

/** What happens at a node. */
export type NodeProcess = (context: NodeContext) => Promise<Artifact>;

/** A node with what happens there. */
export type Node = {
  readonly name: string;
  readonly element?: Element | null;
  readonly process: (context: NodeContext) => Artifact | Promise<Artifact>;
};
