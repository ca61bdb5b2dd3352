/**
 * The tree a scan found. Nodes are made when asked for: the tree itself is the scan's records, and a
 * node's id is hashed only when someone reads it.
 */
import { assertInvariant, type ContentId, makeId, type NodeId } from '../../kernel/index.ts';
import { type ByteText, joinBytes, nodeName, toByteText } from './byte-text.ts';
import {
  type DirectoryRecord,
  entryDigest,
  entryKind,
  entryNames,
  entryStamp,
  type Records,
  recordSummary,
} from './directory-record.ts';
import { type NodeKind, nodeIdOf, nodeKinds, ROOT_PATH } from './tree-ids.ts';

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
  /** Returns a path as the file system has it, whose names need not be in normal form C. */
  bytePath(path: string): ByteText | undefined;
  /**
   * Returns what stands in a directory, by the bytes of the names; nothing if there is no directory. A node of this
   * very tree is not searched for from the root.
   */
  children(directory: string | TreeNode): readonly TreeNode[] | undefined;
  /** Goes through all nodes: a directory, then what is in it, siblings by the bytes of their names. */
  walk(): Generator<TreeNode>;
};

type Located = { readonly record: DirectoryRecord; readonly entry: FoundEntry };
type Place = { readonly node: TreeNode; readonly record: DirectoryRecord | undefined };

/** Makes the tree of the records of all directories, by path. */
export function createTree(records: Pick<Records, 'get'>): Tree {
  const rootRecord = records.get(toByteText(''));
  assertInvariant(rootRecord, 'a tree has a root');
  const summary = recordSummary(rootRecord);
  const root = makeNode(ROOT_PATH, 'directory', summary.size, makeId('content', summary.digest));
  const recordsOf = new WeakMap<TreeNode, DirectoryRecord>([[root, rootRecord]]);

  function recordBelow(record: DirectoryRecord, { name, slot }: FoundEntry): DirectoryRecord | undefined {
    const isDirectory = nodeKinds[entryKind(record, slot)] === 'directory';
    return isDirectory ? records.get(joinBytes(record.path, name)) : undefined;
  }

  function placeAt(path: string, record: DirectoryRecord, entry: FoundEntry): Place | undefined {
    const kind = nodeKinds[entryKind(record, entry.slot)];
    if (!kind) return undefined;
    const { size } = entryStamp(record, entry.slot);
    const node = makeNode(path, kind, size, makeId('content', entryDigest(record, entry.slot)));
    const below = recordBelow(record, entry);
    if (below) recordsOf.set(node, below);
    return { node, record: below };
  }

  function* placesIn({ node, record }: Place): Generator<Place> {
    if (!record) return;
    const lead = node.path === ROOT_PATH ? '' : `${node.path}/`;
    for (const [slot, name] of entryNames(record).entries()) {
      const found = placeAt(`${lead}${nodeName(name)}`, record, { name, slot });
      if (found) yield found;
    }
  }

  /** Returns the directory of a path with its entry there; the root has none. */
  function locate(path: string): Located | undefined {
    const names = path.split('/');
    const last = names.pop() ?? '';
    let record: DirectoryRecord | undefined = rootRecord;
    for (const name of names) {
      const entry: FoundEntry | undefined = record && findEntry(record, name);
      record = entry && record && recordBelow(record, entry);
    }
    const entry = record && findEntry(record, last);
    return entry && record && { record, entry };
  }

  function find(path: string): Place | undefined {
    if (path === ROOT_PATH) return { node: root, record: rootRecord };
    const located = locate(path);
    return located && placeAt(path, located.record, located.entry);
  }

  /** A node of another tree is one of this tree by its path alone. */
  function placeOf(node: TreeNode): Place | undefined {
    const record = recordsOf.get(node);
    return record ? { node, record } : find(node.path);
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
    bytePath: (path: string) => {
      const located = path === ROOT_PATH ? undefined : locate(path);
      return located ? joinBytes(located.record.path, located.entry.name) : undefined;
    },
    children: (directory: string | TreeNode) => {
      const place = typeof directory === 'string' ? find(directory) : placeOf(directory);
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

/** The name of an entry as the directory has it, and its place. */
type FoundEntry = { readonly name: ByteText; readonly slot: number };

const entriesByName = new WeakMap<DirectoryRecord, ReadonlyMap<string, FoundEntry>>();

/** Returns the entry whose name in normal form C is the sought one, if there is one. */
function findEntry(record: DirectoryRecord, sought: string): FoundEntry | undefined {
  const entries = entriesByName.get(record) ?? readEntries(record);
  entriesByName.set(record, entries);
  return entries.get(sought);
}

function readEntries(record: DirectoryRecord): ReadonlyMap<string, FoundEntry> {
  return new Map(entryNames(record).map((name, slot) => [nodeName(name), { name, slot }]));
}
