/**
 * Reads the heads of all logs that a survey of a whole tree asks for, once and in order, instead of asking for each
 * node: which frames stand, which paths ever changed, and of which subjects something was said afterwards.
 */
import type { FrameId } from '../../kernel/index.ts';
import {
  everyHead,
  frameIdIn,
  type LogHead,
  recordedMsOf,
  type StoreReader,
  subjectHash,
} from '../../ledger/index.ts';
import { PATH_LOGS, pathLog } from '../lineage/path-entry.ts';
import type { TreeNode } from '../scan/tree.ts';
import { excludeRetired, type FramePlace } from './frame-places.ts';
import { STATUS_LOGS } from './frame-status.ts';
import type { Snapshot } from './snapshot.ts';

/** Lays what was read at once over a snapshot; the same frames stand there, but their numbers are those in their logs. */
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

/** A node with the frames that stood at it when its group was read. */
type NodeAhead = { readonly node: TreeNode; readonly places: readonly FramePlace[] };

const GROUP_NODES = 256;

/** Yields nodes in their order; the frames of each were read by then. */
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
