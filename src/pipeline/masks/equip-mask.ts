/**
 * Equipping: layers of masks around a node, the first outermost. Each layer has its own copy of the context, may call
 * the next layer once, and sees the error of the next one if there is one (run-layers.ts).
 * INVARIANT (all or nothing): every mask is checked before the first is put on, and the node itself never changes.
 */

import { PenumbraError } from '../../kernel/index.ts';
import type { Artifact } from '../nodes/artifact.ts';
import type { Node, NodeProcess } from '../nodes/node.ts';
import type { NodeContext } from '../nodes/node-context.ts';
import { isRecordedHere } from '../nodes/recorded-artifact.ts';
import type { Mask } from './mask.ts';
import { requireMask, requireValid } from './require-mask.ts';

/** A node with the masks it wears, outermost first. */
export type MaskedNode<Inner extends Node = Node> = Omit<Inner, 'process' | 'masks' | 'inner'> & {
  readonly inner: Inner;
  readonly masks: readonly Mask[];
  readonly process: NodeProcess;
};

const maskedNodes = new WeakSet<object>();

/** Puts one mask on a node; a masked node wears it innermost. */
export function equipMask<Inner extends Node>(
  node: Inner | MaskedNode<Inner>,
  mask: Mask,
): MaskedNode<Inner> {
  return equipMasks(node, mask) as MaskedNode<Inner>;
}

/** Puts masks on a node, outermost first; without masks it is the node itself. */
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

/** The way to the next layer: open once, and only while the layer works. */
type Gate = { readonly next: NodeProcess; readonly close: () => Promise<void> };

function openGate(mask: Mask, node: string, pass: (context?: NodeContext) => Promise<Artifact>): Gate {
  let refusal: string | null = null;
  let passing: Promise<unknown> = Promise.resolve();
  const enter = async (given?: NodeContext) => {
    if (refusal !== null) throw misuse(mask, node, refusal);
    refusal = 'called the next layer twice';
    if (given !== undefined && (typeof given !== 'object' || given === null || Array.isArray(given)))
      throw misuse(mask, node, 'handed on what is no context');
    return pass(given);
  };
  return {
    next: (given) => {
      const answer = enter(given);
      // A layer that does not wait for the next one does not leave its error to nobody.
      passing = Promise.allSettled([passing, answer]);
      return answer;
    },
    // INVARIANT (nothing outlives its layer): what a layer started has ended when the layer has, and starts no more.
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
 * Copies records and lists at any depth; everything else is shared, and so are artifacts that nobody can change.
 * What passes from layer to layer is copied, so that what one of them keeps or changes is nobody else's.
 */
export function copyData<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(copyData) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  if (Object.isFrozen(value) && isRecordedHere(value)) return value;
  const copy = { ...value };
  for (const key of Object.keys(copy) as (keyof typeof copy)[]) {
    const item = copy[key];
    if (typeof item === 'object' && item !== null) copy[key] = copyData(item);
  }
  return copy;
}
