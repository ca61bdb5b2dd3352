/** Explains a path: what its bytes are, and what rests on them. Pure data; nothing is written. */
import { type ContentId, cite, type NodeId, PenumbraError } from '../../kernel/index.ts';
import type { Ledger } from '../../ledger/index.ts';
import type { NodeKind } from '../scan/node-kind.ts';
import type { Tree } from '../scan/tree.ts';
import { type Dependants, findDependants } from './find-dependants.ts';

/** What rests on a path. */
export type PathExplanation = Dependants & {
  readonly path: string;
  readonly kind: NodeKind;
  readonly contentId: ContentId;
  readonly nodeId: NodeId;
};

/** Explains a path of a tree: all that rests on its bytes, wherever they lie, or on the place together with them. */
export async function explainPath({ store }: Ledger, path: string, tree: Tree): Promise<PathExplanation> {
  const node = tree.at(path);
  if (!node)
    throw new PenumbraError('node-not-found', `there is nothing at ${cite(path)}`, {
      data: { path },
      hint: 'name a path below the root of the workspace, with `/` between names; ignored files are not in the tree',
    });
  const { kind, contentId, nodeId } = node;
  return { path, kind, contentId, nodeId, ...(await findDependants(store, [contentId, nodeId])) };
}
