/** The whole state of a store as plain data, so that two states or two stores can be compared. */
import type { Sha256 } from '../../kernel/index.ts';
import {
  everyEntry,
  everyHead,
  everyIndexEntry,
  everyObject,
  everyTombstone,
  type IndexEntry,
  type LogEntry,
  type LogHead,
  type StoreReader,
  type StoreStatistics,
  type Tombstone,
} from '../../ledger/index.ts';
import { collect } from './store-check.ts';

/** Everything a store holds. */
export type StoreDescription = {
  readonly objects: readonly { readonly id: Sha256; readonly size: number; readonly hex: string }[];
  readonly tombstones: readonly Tombstone[];
  readonly logs: readonly (LogHead & { readonly entries: readonly LogEntry[] })[];
  readonly members: readonly IndexEntry[];
  readonly statistics: StoreStatistics;
};

/** Reads everything a store holds. */
export async function describeStore(store: StoreReader): Promise<StoreDescription> {
  const infos = await collect(everyObject(store));
  const contents = await store.getMany(infos.map((info) => info.id));
  const heads = await collect(everyHead(store));
  return {
    objects: infos.map((info, position) => ({ ...info, hex: toHex(contents[position]) })),
    tombstones: await collect(everyTombstone(store)),
    logs: await Promise.all(
      heads.map(async (head) => ({ ...head, entries: await collect(everyEntry(store, head.log)) })),
    ),
    members: await collect(everyIndexEntry(store)),
    statistics: await store.statistics(),
  };
}

function toHex(bytes: Uint8Array | null | undefined): string {
  return bytes ? Buffer.from(bytes).toString('hex') : 'missing';
}
