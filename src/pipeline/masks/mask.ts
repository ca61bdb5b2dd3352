/** Masks: capabilities worn at a node for one step. A mask edits what the node is given or gives, and knows no domain. */
import type { MaskWearers } from '../../agents/index.ts';
import type { Artifact } from '../nodes/artifact.ts';
import type { NodeProcess } from '../nodes/node.ts';
import type { NodeContext } from '../nodes/node-context.ts';

/** A capability that wraps what happens at a node. */
export type Mask = {
  readonly name: string;
  readonly description: string;
  readonly validNodes: readonly string[];
  /** Who may wear it; without this every agent on either side may. */
  readonly wearers?: MaskWearers;
  /** Whether the mask takes something away: a step that should wear it never runs without it. */
  readonly restricts?: boolean;
  readonly wrap: (next: NodeProcess) => NodeProcess;
};

/** What a mask made of data does around a node. */
export type MaskEdits = Omit<Mask, 'wrap'> & {
  readonly before: (context: NodeContext) => NodeContext;
  readonly after?: (artifact: Artifact, context: NodeContext) => Artifact;
};

/** Makes a mask that edits the context before the node and the artifact after it. */
export function defineMask({ before, after = (artifact) => artifact, ...mask }: MaskEdits): Mask {
  return Object.freeze({
    ...mask,
    wrap:
      (next: NodeProcess): NodeProcess =>
      async (context) => {
        const edited = before(context);
        const artifact = await next(edited);
        // What is no artifact does not become one by being worn over.
        return isRecord(artifact?.data) ? after(artifact, edited) : artifact;
      },
  });
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
