/**
 * What answers are computed from: a ledger, the tree as last scanned, and the recorded scans. It caches
 * reads, so each answer uses a new snapshot.
 */
import type { FrameId } from '../../kernel/index.ts';
import {
  everyHead,
  type FrameBasis,
  formatSubject,
  frameIdIn,
  type Ledger,
  type LogHead,
  type Precondition,
  readContents,
  readFrameBases,
  recordedMsOf,
  type StoreReader,
  type Subject,
  subjectHash,
} from '../../ledger/index.ts';
import type { Renames } from '../lineage/find-renames.ts';
import { PATH_LOGS, pathLog } from '../lineage/path-entry.ts';
import { type Lineage, readLineage, readPathEntries } from '../lineage/read-lineage.ts';
import { type RecordedScan, SCAN_LOG, scanLogValue } from '../lineage/scan-log.ts';
import type { OutsideProducer, Producer } from '../producers/producer.ts';
import type { Tree, TreeNode } from '../scan/tree.ts';
import type { CustomPolicies } from '../synthesis/custom-policies.ts';
import {
  excludeRetired,
  type FramePlace,
  type FrameStatus,
  framePlaces,
  newestPlaces,
  readFrameStatuses,
  STATUS_LOGS,
} from './frame-places.ts';

/** The parts of a snapshot. */
export type SnapshotSources = {
  readonly ledger: Ledger;
  readonly tree: Tree;
  readonly scans: readonly RecordedScan[];
  /** Renames since the last recorded scan, new path to former path. */
  readonly pending: Renames;
  readonly producers: ReadonlyMap<string, Producer>;
  readonly outside: ReadonlyMap<string, OutsideProducer>;
  readonly policies: CustomPolicies;
  /** Returns the current value of something outside, null if it has none, undefined if nobody observes it. */
  observe(name: string): Promise<string | null | undefined>;
};

/** A snapshot: its sources with cached reads. */
export type Snapshot = SnapshotSources & {
  /** Preconditions for writing based on this snapshot; they also date the write after its scan. */
  readonly conditions: readonly Precondition[];
  lineage(path: string): Promise<Lineage>;
  /** Returns the places of all frames of a node, oldest first. */
  places(path: string): Promise<readonly FramePlace[]>;
  /** Returns the places of a node's current frames. */
  current(path: string): Promise<readonly FramePlace[]>;
  /** Reads frames with their bases, each once. */
  frames(ids: readonly FrameId[]): Promise<readonly FrameBasis[]>;
  /** Reads the contents of frames; null if one was removed by collection. */
  contents(frames: readonly FrameBasis[]): Promise<readonly (Uint8Array | null)[]>;
  /** Returns the status of a subject's frames since they were written. */
  statuses(subject: Subject): Promise<ReadonlyMap<FrameId, FrameStatus>>;
  /** Returns the current path of what had the given path at a stamp. */
  presentPath(path: string, stamp: number): Promise<string>;
};

/** How many renames are followed forward. */
const MOST_NAMES = 1_000;

/** Makes a snapshot. */
export function createSnapshot(sources: SnapshotSources): Snapshot {
  const { ledger, scans, tree, pending } = sources;
  const { store, types } = ledger;
  const records = new Map<FrameId, FrameBasis>();
  const lineage = remember(async (path: string): Promise<Lineage> => {
    const from = pending.get(path);
    if (from === undefined) return readLineage(store, scans, { path, tree });
    const { entries, segments } = await readLineage(store, scans, { path: from, tree });
    const unrecorded = { path, fromStamp: Number.POSITIVE_INFINITY, toStamp: Number.POSITIVE_INFINITY };
    return { entries, segments: [unrecorded, ...segments] };
  });
  const changes = remember((path: string) => readPathEntries(store, scans, path));
  const places = remember(async (path: string) => framePlaces(store, (await lineage(path)).segments));
  const statuses = remember((subject: Subject) => readFrameStatuses(store, subject), formatSubject);

  const frames: Snapshot['frames'] = async (ids) => {
    const unread = [...new Set(ids.filter((id) => !records.has(id)))];
    if (unread.length > 0)
      for (const record of await readFrameBases(store, unread)) records.set(record.id, record);
    return ids.map((id) => records.get(id) as FrameBasis);
  };

  const last = scans.at(-1);
  const pendingTargets = new Map([...pending].map(([to, from]) => [from, to]));

  return {
    ...sources,
    conditions: [{ kind: 'head-is', log: SCAN_LOG, value: last ? scanLogValue(last.root) : null }],
    lineage,
    places,
    current: remember(async (path: string) =>
      excludeRetired({ ...sources, frames }, path, newestPlaces(await places(path), types)),
    ),
    frames,
    contents: (frames) => readContents(store, frames),
    statuses,
    async presentPath(path, stamp) {
      let [name, from] = [path, stamp];
      for (let count = 0; count < MOST_NAMES; count++) {
        // If something else was renamed to the path first, the original was deleted.
        const moved = (await changes(name)).find(
          ({ seenBy, renamedFrom, renamedTo }) => seenBy.stamp > from && (renamedFrom ?? renamedTo) !== null,
        );
        if (!moved?.renamedTo) break;
        [name, from] = [moved.renamedTo, moved.seenBy.stamp];
      }
      return pendingTargets.get(name) ?? name;
    },
  };
}

/** Memoises a function by key. */
function remember<Key, Value>(
  compute: (key: Key) => Promise<Value>,
  nameOf: (key: Key) => string = String,
): (key: Key) => Promise<Value> {
  const known = new Map<string, Promise<Value>>();
  return (key) => {
    const name = nameOf(key);
    const found = known.get(name) ?? compute(key);
    known.set(name, found);
    return found;
  };
}

/**
 * Overlays a snapshot with everything read in bulk. Frames are the same, but positions are those in their
 * logs.
 */
export async function preload(base: Snapshot): Promise<Snapshot> {
  const { store, types } = base.ledger;
  const heads = await headsBySubject(store, 'frame/');
  const moved = new Set<string>();
  for await (const { log } of everyHead(store, PATH_LOGS)) moved.add(log);
  const judged = await headsBySubject(store, STATUS_LOGS);
  return {
    ...base,
    async current(path) {
      if (moved.has(pathLog(path)) || base.pending.has(path)) return base.current(path);
      const own = heads.get(subjectHash({ kind: 'node', id: path })) ?? [];
      if (own.some(({ type }) => types.get(type)?.cardinality === 'many')) return base.current(path);
      const places = own.map(({ type, head }) => placeOf(path, type, head));
      return excludeRetired(base, path, places);
    },
    statuses: async (subject) =>
      judged.has(subjectHash(subject)) ? base.statuses(subject) : new Map<FrameId, never>(),
  };
}

type NamedHead = { readonly type: string; readonly head: LogHead };

async function headsBySubject(
  store: StoreReader,
  prefix: string,
): Promise<ReadonlyMap<string, readonly NamedHead[]>> {
  const found = new Map<string, NamedHead[]>();
  for await (const head of everyHead(store, prefix)) {
    const [subject = '', type = ''] = head.log.slice(prefix.length).split('/', 2);
    const own = found.get(subject);
    if (own) own.push({ type, head });
    else found.set(subject, [{ type, head }]);
  }
  return found;
}

function placeOf(path: string, type: string, { log, stamp, value, sequence }: LogHead): FramePlace {
  const recordedMs = recordedMsOf(stamp);
  return { frameId: frameIdIn(log, value), type, recordedAs: path, stamp, recordedMs, sequence };
}

/** A node and its frames when its group was read. */
type NodeAhead = { readonly node: TreeNode; readonly places: readonly FramePlace[] };

const GROUP_NODES = 256;

/** Yields nodes in order, having read the frames of each in groups. */
export async function* readAhead(snapshot: Snapshot, nodes: Iterable<TreeNode>): AsyncGenerator<NodeAhead> {
  let group: NodeAhead[] = [];
  for (const node of nodes) {
    group.push({ node, places: await snapshot.current(node.path) });
    if (group.length < GROUP_NODES) continue;
    await read(snapshot, group);
    yield* group;
    group = [];
  }
  await read(snapshot, group);
  yield* group;
}

async function read(snapshot: Snapshot, group: readonly NodeAhead[]): Promise<void> {
  await snapshot.frames(group.flatMap(({ places }) => places.map(({ frameId }) => frameId)));
}
