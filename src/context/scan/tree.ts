/**
 * The tree a scan found. Nodes are made when asked for: the tree itself is the scan's records, and a node's id is
 * hashed only when someone reads it.
 */
import { assertInvariant, type ContentId, makeId, type NodeId } from '../../kernel/index.ts';
import { type ByteText, joinBytes, nodeName, toByteText } from './byte-text.ts';
import {
  type DirectoryRecord,
  entryDigest,
  entryKind,
  entryNames,
  entryStamp,
  recordSummary,
} from './directory-record.ts';
import { type NodeKind, nodeKinds } from './node-kind.ts';
import { nodeIdOf } from './tree-ids.ts';

/** A file, directory or link. */
export type TreeNode = {
  /** Relative to the root, with `/` between names in normal form C; the root's is `.`. */
  readonly path: string;
  readonly kind: NodeKind;
  /** In bytes; a directory's is that of all below it, a link's that of its target text. */
  readonly size: number;
  readonly contentId: ContentId;
  readonly nodeId: NodeId;
};

/** A scanned tree. */
export type Tree = {
  readonly root: TreeNode;
  /** Returns the node at a path, if there is one. */
  at(path: string): TreeNode | undefined;
  /** Returns what stands in a directory, by the bytes of the names; nothing if there is no directory at the path. */
  children(path: string): readonly TreeNode[] | undefined;
  /** Goes through all nodes: a directory, then what is in it, siblings by the bytes of their names. */
  walk(): Generator<TreeNode>;
};

/** The path of the root. */
export const ROOT_PATH = '.';

type Place = { readonly node: TreeNode; readonly record: DirectoryRecord | undefined };

/** Makes the tree of the records of all directories, by path. */
export function createTree(records: ReadonlyMap<ByteText, DirectoryRecord>): Tree {
  const rootRecord = records.get(toByteText(''));
  assertInvariant(rootRecord, 'a tree has a root');
  const summary = recordSummary(rootRecord);
  const root = makeNode(ROOT_PATH, 'directory', summary.size, makeId('content', summary.digest));

  function placeAt({ node, record }: Place, name: ByteText | undefined, index: number): Place | undefined {
    const kind = record && nodeKinds[entryKind(record, index)];
    if (!kind || name === undefined) return undefined;
    const path = node === root ? nodeName(name) : `${node.path}/${nodeName(name)}`;
    const contentId = makeId('content', entryDigest(record, index));
    const { size } = entryStamp(record, index);
    const below = kind === 'directory' ? records.get(joinBytes(record.path, name)) : undefined;
    return { node: makeNode(path, kind, size, contentId), record: below };
  }

  function* placesIn(place: Place): Generator<Place> {
    if (!place.record) return;
    for (const [index, name] of entryNames(place.record).entries()) {
      const found = placeAt(place, name, index);
      if (found) yield found;
    }
  }

  function find(path: string): Place | undefined {
    let place: Place | undefined = { node: root, record: rootRecord };
    if (path === ROOT_PATH) return place;
    for (const sought of path.split('/')) {
      const names: readonly ByteText[] = place?.record ? entryNames(place.record) : [];
      const index = names.findIndex((name) => nodeName(name) === sought);
      place = place && placeAt(place, names[index], index);
    }
    return place;
  }

  function* walk(): Generator<TreeNode> {
    const open: Generator<Place>[] = [];
    yield root;
    open.push(placesIn({ node: root, record: rootRecord }));
    for (let current = open.at(-1); current; current = open.at(-1)) {
      const { value, done } = current.next();
      if (done) {
        open.pop();
        continue;
      }
      yield value.node;
      if (value.record) open.push(placesIn(value));
    }
  }

  return Object.freeze({
    root,
    at: (path: string) => find(path)?.node,
    children: (path: string) => {
      const place = find(path);
      if (!place?.record) return undefined;
      return Object.freeze(Array.from(placesIn(place), ({ node }) => node));
    },
    walk,
  });
}

function makeNode(path: string, kind: NodeKind, size: bigint, contentId: ContentId): TreeNode {
  return Object.freeze({
    path,
    kind,
    size: Number(size),
    contentId,
    get nodeId() {
      return nodeIdOf({ path, kind, contentId });
    },
  });
}
