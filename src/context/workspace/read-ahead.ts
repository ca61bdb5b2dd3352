/** Reads the standing frames of many nodes in groups ahead of who goes through them, instead of one call for each. */
import type { FramePlace } from '../frames/gather-frames.ts';
import type { TreeNode } from '../scan/tree.ts';
import type { Standpoint } from './standpoint.ts';

/** A node with the frames that stood at it when its group was read. */
export type NodeAhead = { readonly node: TreeNode; readonly places: readonly FramePlace[] };

const GROUP_NODES = 256;

/** Yields nodes in their order; the frames of each were read by then. */
export async function* readAhead(
  standpoint: Standpoint,
  nodes: Iterable<TreeNode>,
): AsyncGenerator<NodeAhead> {
  let group: NodeAhead[] = [];
  for (const node of nodes) {
    group.push({ node, places: await standpoint.standing(node.path) });
    if (group.length < GROUP_NODES) continue;
    await read(standpoint, group);
    yield* group;
    group = [];
  }
  await read(standpoint, group);
  yield* group;
}

async function read(standpoint: Standpoint, group: readonly NodeAhead[]): Promise<void> {
  await standpoint.frames(group.flatMap(({ places }) => places.map(({ frameId }) => frameId)));
}
