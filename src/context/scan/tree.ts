/**
 * The tree found by a scan. Nodes are created lazily from the scan's records, and a node's id is only hashed
 * when it is read.
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
  /** Relative to the root, with `/` between names in normal form C; `.` for the root. */
  readonly path: string;
  readonly kind: NodeKind;
  /** In bytes: the total of everything below a directory, the target text's length for a link. */
  readonly size: number;
  readonly contentId: ContentId;
  readonly nodeId: NodeId;
};

/** A scanned tree. */
export type Tree = {
  readonly root: TreeNode;
  /** Returns the node at a path, if any. */
  at(path: string): TreeNode | undefined;
  /** Returns a path as spelled by the file system, whose names may not be in normal form C. */
  bytePath(path: string): ByteText | undefined;
  /**
   * Returns a directory's children sorted by the bytes of their names, or undefined if it is not a directory.
   * Passing a node of this tree avoids the lookup from the root.
   */
  children(directory: string | TreeNode): readonly TreeNode[] | undefined;
  /**
   * Iterates over all nodes: each directory before its contents, siblings sorted by the bytes of their names.
   */
  walk(): Generator<TreeNode>;
};

type Located = { readonly record: DirectoryRecord; readonly entry: FoundEntry };
type Place = { readonly node: TreeNode; readonly record: DirectoryRecord | undefined };

/** Makes a tree from directory records by path. */
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

  /** Returns a path's directory and its entry there; the root has none. */
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

  /** A node of another tree is looked up by path. */
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

/** An entry's name as spelled in the directory, and its slot. */
type FoundEntry = { readonly name: ByteText; readonly slot: number };

const entriesByName = new WeakMap<DirectoryRecord, ReadonlyMap<string, FoundEntry>>();

/** Finds the entry whose name in normal form C equals the given one. */
function findEntry(record: DirectoryRecord, sought: string): FoundEntry | undefined {
  const entries = entriesByName.get(record) ?? readEntries(record);
  entriesByName.set(record, entries);
  return entries.get(sought);
}

function readEntries(record: DirectoryRecord): ReadonlyMap<string, FoundEntry> {
  return new Map(entryNames(record).map((name, slot) => [nodeName(name), { name, slot }]));
}
