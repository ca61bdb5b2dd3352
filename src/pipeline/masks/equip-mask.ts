/**
 * Equipping: layers of masks around a node, the first outermost. Each layer has its own copy of the context, may call
 * the next layer once, and sees the error of the next one if there is one.
 * INVARIANT (all or nothing): every mask is checked before the first is put on, and the node itself never changes.
 */
import { PenumbraError } from '../../kernel/index.ts';
import { copyData } from '../nodes/copy-data.ts';
import type { Node, NodeProcess } from '../nodes/node.ts';
import type { NodeContext } from '../nodes/node-context.ts';
import type { Mask } from './mask.ts';

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
  for (const mask of masks) requireValid(mask, node.name);
  if (masks.length === 0) return node;
  const inner = isMasked(node) ? node.inner : node;
  const worn = Object.freeze([...(isMasked(node) ? node.masks : []), ...masks]);
  const process: NodeProcess = async (context) => runLayers(inner, worn, context);
  const masked = Object.freeze({ ...inner, inner, masks: worn, process });
  maskedNodes.add(masked);
  return masked;
}

/** Throws where a mask is not valid at a node. */
export function requireValid({ name, validNodes }: Mask, node: string): void {
  if (validNodes.includes(node)) return;
  throw new PenumbraError('mask-not-valid', `\`${name}\` cannot be worn at \`${node}\``, {
    data: { mask: name, node, validNodes: Object.freeze([...validNodes]) },
    hint: `it can be worn at ${validNodes.join(', ') || 'no node'}`,
  });
}

async function runLayers(node: Node, masks: readonly Mask[], context: NodeContext) {
  const own = copyData(context);
  const [mask, ...inner] = masks;
  if (mask === undefined) return node.process(own);
  let wasCalled = false;
  const next: NodeProcess = async (given = own) => {
    if (wasCalled)
      throw new PenumbraError('mask-not-valid', `\`${mask.name}\` called the next layer twice`, {
        data: { mask: mask.name, node: node.name, validNodes: mask.validNodes },
        hint: 'a mask may work with the node once per step',
      });
    wasCalled = true;
    return runLayers(node, inner, given);
  };
  try {
    return await mask.wrap(next)(own);
  } finally {
    // A layer that has answered cannot start the node behind everybody's back.
    wasCalled = true;
  }
}

function isMasked<Inner extends Node>(node: Inner | MaskedNode<Inner>): node is MaskedNode<Inner> {
  return maskedNodes.has(node);
}
