/** The port through which composing sees the tree and what stands in it; whoever implements it decides what is visible. */
import type { NodeFrame } from '../frames/node-frame.ts';
import type { TreeNode } from '../scan/tree.ts';

/** Reads nodes and their standing frames. */
export interface ContextReader {
  /** Returns the node at a path, if there is one. */
  at(path: string): TreeNode | undefined;
  /** Returns what stands in a directory; nothing if there is no directory at the path. */
  children(path: string): readonly TreeNode[] | undefined;
  /** Returns the newest frame of each `single` type of a node and all of each `many` type, in any order. */
  standingFrames(path: string): Promise<readonly NodeFrame[]>;
}
