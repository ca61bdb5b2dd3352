/** Which of a node's masks are worn in a step: those at hand that the agent may wear, and why the others are not. */
import { type AgentIdentity, mayWear } from '../../agents/index.ts';
import { PenumbraError } from '../../kernel/index.ts';
import type { Graph, GraphNode } from '../definition/graph.ts';
import type { Mask } from './mask.ts';
import { type MaskRegistry, shippedMasks } from './masks.ts';
import { requireValid } from './require-mask.ts';

/** The masks of a step. */
export type WornMasks = {
  readonly worn: readonly Mask[];
  readonly leftOff: readonly LeftOff[];
};

/** A mask that is not worn, and why. */
export type LeftOff = { readonly mask: string; readonly reason: string; readonly restricts: boolean };

/** Agents by the role they hold; nodes with that role are theirs. */
export type Seats = { readonly [role: string]: AgentIdentity };

/** Chooses the masks an agent wears at a node; without an agent whoever works there wears all that are at hand. */
export function wearMasks(node: GraphNode, registry: MaskRegistry, agent: AgentIdentity | null): WornMasks {
  const worn: Mask[] = [];
  const leftOff: LeftOff[] = [];
  for (const name of node.masks) {
    const mask = registry.get(name);
    const { restricts = false } = mask ?? shippedMasks.get(name) ?? {};
    if (mask === undefined) leftOff.push({ mask: name, restricts, reason: 'it is not at hand' });
    else if (agent !== null && !mayWear(agent, mask.wearers ?? {}))
      leftOff.push({ mask: name, restricts, reason: `\`${agent.name}\` may not wear it` });
    else worn.push(mask);
  }
  return { worn, leftOff };
}

/** Throws where a graph's masks cannot be worn as declared: at the wrong node, or by the seat that holds the node. */
export function requireWearable(graph: Graph, registry: MaskRegistry, seats: Seats): void {
  for (const node of graph.nodes) {
    for (const name of node.masks) {
      const mask = registry.get(name);
      if (mask !== undefined) requireValid(mask, node.name);
    }
    const seat = node.role === null ? undefined : seats[node.role];
    if (seat === undefined) continue;
    const [first] = wearMasks(node, registry, seat).leftOff;
    if (first) refuse(first, node.name, registry);
  }
  for (const nested of Object.values(graph.nested)) requireWearable(nested, registry, seats);
}

function refuse({ mask, reason }: LeftOff, node: string, registry: MaskRegistry): never {
  const { validNodes = [] } = registry.get(mask) ?? shippedMasks.get(mask) ?? {};
  throw new PenumbraError('mask-not-valid', `\`${mask}\` cannot be worn at \`${node}\`: ${reason}`, {
    data: { mask, node, validNodes: Object.freeze([...validNodes]) },
    hint: 'pass the mask, seat another agent, or take the mask off the node',
  });
}
