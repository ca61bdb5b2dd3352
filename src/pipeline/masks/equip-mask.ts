/**
 * Equipping: layers of masks around a node, the first outermost. Each layer has its own copy of the context, may call
 * the next layer once, and sees the error of the next one if there is one (run-layers.ts).
 * INVARIANT (all or nothing): every mask is checked before the first is put on, and the node itself never changes.
 */
import type { Node, NodeProcess } from '../nodes/node.ts';
import type { Mask } from './mask.ts';
import { requireMask, requireValid } from './require-mask.ts';
import { runLayers } from './run-layers.ts';

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
