/** What expressions find as `config` at a node, as far as a definition tells: its variables, and the node's element. */
import { elementTraits } from '../../agents/index.ts';
import type { ConfigValue } from '../definition/definition.ts';
import type { Graph, GraphNode } from '../definition/graph.ts';

/** The variables at a node; one that an element would set, and none does, is undefined. */
export type ConfigAt = { readonly [name: string]: ConfigValue | undefined };

/** Returns the variables at a node; null stands for every node, whose elements differ. */
export function configAt({ vars }: Pick<Graph, 'vars'>, node: GraphNode | null): ConfigAt {
  const traits = node?.element ? elementTraits(node.element) : null;
  return {
    max_loops: traits?.maxLoops,
    convergence_threshold: traits?.convergenceThreshold,
    evidence_depth: traits?.evidenceDepth,
    ...vars,
  };
}
