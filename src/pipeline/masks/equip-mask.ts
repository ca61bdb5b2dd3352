/**
 * Which of a node's masks are worn in a step, and how they apply: as layers around the node, the first
 * outermost. Each layer has its own copy of the context, may call the next layer once, and receives its
 * error, if any. INVARIANT (all or nothing): every mask is checked before any is put on, and the node itself
 * never changes.
 */

import { isRecord, PenumbraError } from '../../kernel/index.ts';
import { type AgentIdentity, mayWear } from '../agents/index.ts';
import type { Graph, GraphNode } from '../definition/graph.ts';
import type { Artifact } from '../nodes/artifact.ts';
import type { Node, NodeContext, NodeProcess } from '../nodes/node.ts';
import { type Mask, requireMask, requireValid } from './mask.ts';
import { type MaskRegistry, shippedMasks } from './masks.ts';

/** A node and its masks, outermost first. */
export type MaskedNode<Inner extends Node = Node> = Omit<Inner, 'process' | 'masks' | 'inner'> & {
  readonly inner: Inner;
  readonly masks: readonly Mask[];
  readonly process: NodeProcess;
};

const maskedNodes = new WeakSet<object>();

/** Adds a mask to a node, inside any existing ones. */
export function equipMask<Inner extends Node>(
  node: Inner | MaskedNode<Inner>,
  mask: Mask,
): MaskedNode<Inner> {
  return equipMasks(node, mask) as MaskedNode<Inner>;
}

/** Adds masks to a node, outermost first; without masks, returns the node itself. */
export function equipMasks<Inner extends Node>(
  node: Inner | MaskedNode<Inner>,
  ...masks: readonly Mask[]
): Inner | MaskedNode<Inner> {
  for (const mask of masks) requireValid(requireMask(mask), node.name);
  if (masks.length === 0) return node;
  const inner = isMasked(node) ? node.inner : node;
  const worn = Object.freeze([...(isMasked(node) ? node.masks : []), ...masks]);
  const process: NodeProcess = async (context) => runLayers(inner, worn, context);
  const masked = Object.freeze({ ...inner, inner, masks: worn, process });
  maskedNodes.add(masked);
  return masked;
}

function isMasked<Inner extends Node>(node: Inner | MaskedNode<Inner>): node is MaskedNode<Inner> {
  return maskedNodes.has(node);
}

/** Runs a node inside masks, outermost first. */
async function runLayers(node: Node, masks: readonly Mask[], context: NodeContext): Promise<Artifact> {
  const own = copyData(context);
  const [mask, ...inner] = masks;
  if (mask === undefined) return copyData(await node.process(own));
  const gate = openGate(mask, node.name, (given = own) => runLayers(node, inner, given));
  try {
    return copyData(await layerOf(mask, node.name, gate.next)(own));
  } finally {
    await gate.close();
  }
}

/** The call to the next layer: allowed once, and only while the layer runs. */
type Gate = { readonly next: NodeProcess; readonly close: () => Promise<void> };

function openGate(mask: Mask, node: string, pass: (context?: NodeContext) => Promise<Artifact>): Gate {
  let refusal: string | null = null;
  let passing: Promise<unknown> = Promise.resolve();
  const enter = async (given?: NodeContext) => {
    if (refusal !== null) throw misuse(mask, node, refusal);
    refusal = 'called the next layer twice';
    if (given !== undefined && !isRecord(given)) throw misuse(mask, node, 'handed on what is no context');
    return pass(given);
  };
  return {
    next: (given) => {
      const answer = enter(given);
      // Prevents an unhandled rejection if a layer does not await the next one.
      passing = Promise.allSettled([passing, answer]);
      return answer;
    },
    // INVARIANT (nothing outlives its layer): everything a layer started has ended when the layer ends, and
    // it can start nothing more.
    close: async () => {
      refusal = 'called the next layer after it had answered';
      await passing;
    },
  };
}

function layerOf(mask: Mask, node: string, next: NodeProcess): NodeProcess {
  const layer: unknown = mask.wrap(next);
  if (typeof layer !== 'function') throw misuse(mask, node, 'wraps the node in what is no function');
  return layer as NodeProcess;
}

function misuse({ name, validNodes }: Mask, node: string, what: string): PenumbraError {
  return new PenumbraError('mask-not-valid', `\`${name}\` ${what}`, {
    data: { mask: name, node, validNodes: Object.freeze([...validNodes]) },
    hint: 'a mask calls `next` with a context once, waits for it, and returns an artifact',
  });
}

/**
 * Copies records and lists at any depth; everything else, and anything deeply frozen, is shared. Data passed
 * between layers is copied, so that a layer cannot change another's data.
 */
export function copyData<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map(copyData);
    return Object.isFrozen(value) && items.every((item, index) => item === value[index])
      ? value
      : (items as Value);
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  const copy = { ...value };
  let isShared = Object.isFrozen(value);
  for (const key of Object.keys(copy) as (keyof typeof copy)[]) {
    const item = copy[key];
    if (typeof item !== 'object' || item === null) continue;
    copy[key] = copyData(item);
    isShared &&= copy[key] === item;
  }
  return isShared ? value : copy;
}

/** The masks of a step. */
type WornMasks = {
  readonly worn: readonly Mask[];
  readonly leftOff: readonly LeftOff[];
};

/** A mask that is not worn, and why. */
export type LeftOff = { readonly mask: string; readonly reason: string; readonly restricts: boolean };

/** Agents by role; they work at nodes with that role. */
export type Seats = { readonly [role: string]: AgentIdentity };

/** Chooses the masks an agent wears at a node; without an agent, all available ones. */
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

/**
 * Throws if a graph's masks cannot be worn as declared: invalid at their node, or not allowed for the node's
 * seat.
 */
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
