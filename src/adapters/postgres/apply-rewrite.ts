/** What maintenance does to the rows, in the order of the reference implementation; the ledger's lock is held alone. */
import type { Sha256 } from '../../kernel/index.ts';
import { extendDigest, type LogHead, type Rewrite, type Tombstone, takeRewrite } from '../../ledger/index.ts';
import { byteaArray, idArray } from './bytea-array.ts';
import type { Query } from './session.ts';
import { distinct, removeMembers, writeRows } from './write-rows.ts';

type Logs = NonNullable<Rewrite['logs']>;

/** Applies a rewrite inside the transaction of a maintenance session. */
export async function applyRewrite(query: Query, given: Rewrite): Promise<void> {
  const rewrite = takeRewrite(given);
  if (rewrite.puts?.length) await putObjects(query, rewrite.puts);
  if (rewrite.tombstones?.length) await buryObjects(query, rewrite.tombstones);
  if (rewrite.removals?.length) await removeObjects(query, rewrite.removals);
  if (rewrite.logs?.length) await replaceLogs(query, rewrite.logs);
  if (rewrite.adds?.length) await writeRows(query, { ...nothing, members: rewrite.adds });
  if (rewrite.memberRemovals?.length) await removeMembers(query, rewrite.memberRemovals);
}

const nothing = { objects: [], entries: [], heads: [], members: [], claims: [] };

async function putObjects(query: Query, puts: NonNullable<Rewrite['puts']>): Promise<void> {
  const objects = distinct(puts, ({ id }) => id);
  const ids = idArray(objects.map(({ id }) => id));
  // Bytes that differ from what belongs there are corrupt, and this is how an import mends them.
  await query(
    `INSERT INTO penumbra.object (id, bytes)
     SELECT id, bytes FROM unnest($1::bytea[], $2::bytea[]) AS put (id, bytes)
      WHERE NOT EXISTS (SELECT FROM penumbra.tombstone WHERE tombstone.id = put.id AND reason = 'erased')
     ON CONFLICT (id) DO UPDATE SET bytes = excluded.bytes WHERE object.bytes <> excluded.bytes`,
    [ids, byteaArray(objects.map(({ bytes }) => bytes))],
  );
  await query(`DELETE FROM penumbra.tombstone WHERE id = ANY($1::bytea[]) AND reason = 'dropped'`, [ids]);
}

async function buryObjects(query: Query, tombstones: readonly Tombstone[]): Promise<void> {
  const last = new Map<Sha256, Tombstone>();
  for (const tombstone of tombstones) {
    if (last.get(tombstone.id)?.reason !== 'erased' || tombstone.reason === 'erased')
      last.set(tombstone.id, tombstone);
  }
  const stones = [...last.values()];
  await removeObjects(query, [...last.keys()]);
  await query(
    `INSERT INTO penumbra.tombstone (id, reason, agent)
     SELECT * FROM unnest($1::bytea[], $2::text[], $3::text[])
     ON CONFLICT (id) DO UPDATE SET (reason, agent) = (excluded.reason, excluded.agent)
      WHERE tombstone.reason <> 'erased' OR excluded.reason = 'erased'`,
    [idArray([...last.keys()]), stones.map(({ reason }) => reason), stones.map(({ agent }) => agent)],
  );
}

async function removeObjects(query: Query, ids: readonly Sha256[]): Promise<void> {
  await query('DELETE FROM penumbra.object WHERE id = ANY($1::bytea[])', [idArray(ids)]);
}

async function replaceLogs(query: Query, replaced: Logs): Promise<void> {
  const logs = distinct(replaced, ({ log }) => log);
  const names = logs.map(({ log }) => log);
  await query('DELETE FROM penumbra.entry WHERE log = ANY($1::text[])', [names]);
  await query('DELETE FROM penumbra.log WHERE name = ANY($1::text[])', [names]);
  const entries = logs.flatMap(({ log, entries }) => entries.map((entry) => ({ ...entry, log })));
  await writeRows(query, { ...nothing, entries, heads: logs.flatMap(headOf) });
}

function headOf({ log, entries }: Logs[number]): readonly LogHead[] {
  const last = entries.at(-1);
  const digest = entries.reduce<Sha256 | null>(extendDigest, null);
  return last && digest ? [{ ...last, log, digest }] : [];
}
