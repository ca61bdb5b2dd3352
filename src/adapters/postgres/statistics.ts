/** How much a store holds. */
import type { StoreStatistics } from '../../ledger/index.ts';
import type { Query } from './session.ts';

/** Counts what a store holds, in one snapshot. */
export async function readStatistics(query: Query): Promise<StoreStatistics> {
  const [row] = await query<Record<keyof StoreStatistics, string>>(
    `SELECT * FROM
       (SELECT count(*) AS objects, coalesce(sum(octet_length(bytes)), 0) AS "objectBytes" FROM penumbra.object) AS o,
       (SELECT count(*) AS logs, coalesce(sum(sequence), 0) AS entries FROM penumbra.log) AS l,
       (SELECT count(*) AS members FROM penumbra.member) AS m,
       (SELECT count(*) AS tombstones FROM penumbra.tombstone) AS t`,
  );
  const count = (name: keyof StoreStatistics) => Number(row?.[name] ?? 0);
  return {
    objects: count('objects'),
    objectBytes: count('objectBytes'),
    logs: count('logs'),
    entries: count('entries'),
    members: count('members'),
    tombstones: count('tombstones'),
  };
}
