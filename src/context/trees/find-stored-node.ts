/** Finds what stands at a path of a stored tree, one directory after the other. */
import type { ContentId } from '../../kernel/index.ts';
import type { StoreReader } from '../../ledger/index.ts';
import type { NodeKind } from '../scan/node-kind.ts';
import { ROOT_PATH } from '../scan/tree.ts';
import { type NodeState, readDirectories } from './diff-trees.ts';

/** Returns what stands at a path below a stored root, or null where nothing does. */
export async function findStoredNode(
  store: StoreReader,
  root: ContentId,
  path: string,
): Promise<NodeState | null> {
  let found: NodeState = { kind: 'directory', contentId: root };
  for (const name of path === ROOT_PATH ? [] : path.split('/')) {
    if (found.kind !== 'directory') return null;
    const [lines = []] = await readDirectories(store, [found.contentId]);
    const line = lines.find(([own]) => own === name);
    if (!line) return null;
    found = { kind: line[1] as NodeKind, contentId: line[2] };
  }
  return found;
}
