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
import type { FramePlace } from '../frames/gather-frames.ts';
import { withoutRetired } from '../frames/without-retired.ts';
import { STANDING_LOGS } from '../freshness/frame-status.ts';
import { PATH_LOGS, pathLog } from '../lineage/path-entry.ts';
import type { Standpoint } from './standpoint.ts';

/** Lays what was read at once over a standpoint; the same frames stand there, but their numbers are those in their logs. */
export async function preload(base: Standpoint): Promise<Standpoint> {
  const { store, types } = base.ledger;
  const heads = await headsBySubject(store, 'frame/');
  const moved = new Set<string>();
  for await (const { log } of everyHead(store, PATH_LOGS)) moved.add(log);
  const judged = await headsBySubject(store, STANDING_LOGS);
  return {
    ...base,
    async standing(path) {
      if (moved.has(pathLog(path)) || base.pending.has(path)) return base.standing(path);
      const own = heads.get(subjectHash({ kind: 'node', id: path })) ?? [];
      if (own.some(({ type }) => types.get(type)?.cardinality === 'many')) return base.standing(path);
      const places = own.map(({ type, head }) => placeOf(path, type, head));
      return withoutRetired(base, path, places);
    },
    standings: async (subject) =>
      judged.has(subjectHash(subject)) ? base.standings(subject) : new Map<FrameId, never>(),
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
