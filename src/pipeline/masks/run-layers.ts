/**
 * A step through layers of masks, from the outside in and back. What passes from layer to layer is copied, so that what
 * one of them keeps or changes is nobody else's.
 */
import { PenumbraError } from '../../kernel/index.ts';
import type { Artifact } from '../nodes/artifact.ts';
import { copyData } from '../nodes/copy-data.ts';
import type { Node, NodeProcess } from '../nodes/node.ts';
import type { NodeContext } from '../nodes/node-context.ts';
import type { Mask } from './mask.ts';

/** Runs a node inside masks, outermost first. */
export async function runLayers(node: Node, masks: readonly Mask[], context: NodeContext): Promise<Artifact> {
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
