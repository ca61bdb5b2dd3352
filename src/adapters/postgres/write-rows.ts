/**
 * Writes the rows of a batch in one statement. INVARIANT (no deadlock): members and objects, which batches on
 * different logs may share, are inserted in sorted order by the same statement, so any two batches lock them
 * in the same order.
 */

import type { Sha256 } from '../../kernel/index.ts';
import {
  type AppendedEntry,
  type Batch,
  type IndexEntry,
  type LogHead,
  logsTouched,
  type PreconditionView,
  type StoredObject,
  type TombstoneReason,
} from '../../ledger/index.ts';
import { toHead } from './reader.ts';
import { byteaArray, idArray, idBytes, type Query } from './session.ts';

/** Rows to write. */
export type Rows = {
  readonly objects: readonly StoredObject[];
  readonly entries: readonly AppendedEntry[];
  readonly heads: readonly LogHead[];
  readonly members: readonly IndexEntry[];
  /** Members that must be new; each is written if it was absent. */
  readonly claims: readonly IndexEntry[];
};

/** The result of writing: the transaction's id, and how many claimed members were new. */
type Written = { readonly transaction: string; readonly claimed: number };

const WRITE_ROWS = `
  WITH new_member AS (
    INSERT INTO penumbra.member (index, key, member)
    SELECT * FROM unnest($1::text[], $2::text[], $3::text[])
    ON CONFLICT DO NOTHING
    RETURNING index, key, member
  ), new_object AS (
    INSERT INTO penumbra.object (id, bytes)
    SELECT * FROM unnest($4::bytea[], $5::bytea[])
    ON CONFLICT DO NOTHING
  ), returned AS (
    DELETE FROM penumbra.tombstone WHERE id = ANY($4::bytea[])
  ), new_entry AS (
    INSERT INTO penumbra.entry (log, sequence, stamp, value)
    SELECT * FROM unnest($6::text[], $7::bigint[], $8::bigint[], $9::text[])
  ), new_head AS (
    INSERT INTO penumbra.log (name, sequence, stamp, value, digest)
    SELECT * FROM unnest($10::text[], $11::bigint[], $12::bigint[], $13::text[], $14::bytea[])
    ON CONFLICT (name) DO UPDATE
    SET (sequence, stamp, value, digest) = (excluded.sequence, excluded.stamp, excluded.value, excluded.digest)
  )
  SELECT pg_current_xact_id()::text AS transaction, count(*)::integer AS claimed
    FROM new_member
    JOIN unnest($15::text[], $16::text[], $17::text[]) AS claim (index, key, member) USING (index, key, member)`;

/** Writes rows, skipping content that already exists. */
export async function writeRows(query: Query, rows: Rows): Promise<Written> {
  const { entries, heads } = rows;
  const claims = distinct(rows.claims, memberName);
  const members = distinct([...rows.members, ...claims], memberName);
  const objects = distinct(rows.objects, ({ id }) => id);
  const [written] = await query<Written>(WRITE_ROWS, [
    ...memberColumns(members),
    idArray(objects.map(({ id }) => id)),
    byteaArray(objects.map(({ bytes }) => bytes)),
    entries.map(({ log }) => log),
    ...placeColumns(entries),
    heads.map(({ log }) => log),
    ...placeColumns(heads),
    byteaArray(heads.map(({ digest }) => idBytes(digest))),
    ...memberColumns(claims),
  ]);
  return written as Written;
}

/** Removes index entries. */
export async function removeMembers(query: Query, entries: readonly IndexEntry[]): Promise<void> {
  await query(
    `DELETE FROM penumbra.member USING unnest($1::text[], $2::text[], $3::text[]) AS gone (index, key, member)
      WHERE (member.index, member.key, member.member) = (gone.index, gone.key, gone.member)`,
    memberColumns(entries),
  );
}

/** Returns each item once, the last one of equal names, sorted by name; names are ASCII. */
export function distinct<Item>(items: readonly Item[], nameOf: (item: Item) => string): readonly Item[] {
  const byName = new Map(items.map((item) => [nameOf(item), item]));
  return [...byName].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, item]) => item);
}

function placeColumns(
  entries: readonly Pick<AppendedEntry, 'sequence' | 'stamp' | 'value'>[],
): readonly unknown[] {
  return [
    entries.map(({ sequence }) => sequence),
    entries.map(({ stamp }) => stamp),
    entries.map(({ value }) => value),
  ];
}

/** The state of everything in the store that a batch names. */
export type BatchState = {
  readonly heads: ReadonlyMap<string, LogHead>;
  readonly objects: ReadonlySet<Sha256>;
  readonly tombstones: ReadonlyMap<Sha256, TombstoneReason>;
  readonly members: ReadonlySet<string>;
};

type StateRow = {
  readonly kind: 'head' | 'object' | 'tombstone' | 'member';
  readonly name: string;
  readonly sequence: string;
  readonly stamp: string;
  readonly value: string;
  readonly digest: Sha256;
};

const READ_STATE = `
  SELECT 'head' AS kind, name, sequence, stamp, value, encode(digest, 'hex') AS digest
    FROM penumbra.log WHERE name = ANY($1::text[])
  UNION ALL
  SELECT 'object', encode(id, 'hex'), NULL, NULL, NULL, NULL
    FROM penumbra.object WHERE id = ANY($2::bytea[])
  UNION ALL
  SELECT 'tombstone', encode(id, 'hex'), NULL, NULL, reason, NULL
    FROM penumbra.tombstone WHERE id = ANY($2::bytea[])
  UNION ALL
  SELECT 'member', concat_ws(' ', index, key, member), NULL, NULL, NULL, NULL
    FROM penumbra.member
    JOIN unnest($3::text[], $4::text[], $5::text[]) AS asked (index, key, member) USING (index, key, member)`;

/** Reads what a batch depends on. */
export async function readBatchState(query: Query, batch: Batch): Promise<BatchState> {
  const { requires = [], puts = [] } = batch;
  const required = requires.flatMap((condition) =>
    condition.kind === 'object-present' ? [condition.id] : [],
  );
  const ids = new Set([...required, ...puts.map(({ id }) => id)]);
  const rows = await query<StateRow>(READ_STATE, [
    logsTouched(batch),
    idArray([...ids]),
    ...memberColumns(requires.filter((condition) => 'member' in condition)),
  ]);
  const of = (kind: StateRow['kind']) => rows.filter((row) => row.kind === kind);
  return {
    heads: new Map(of('head').map((row) => [row.name, toHead({ ...row, log: row.name })])),
    objects: new Set(of('object').map((row) => row.name as Sha256)),
    tombstones: new Map(of('tombstone').map((row) => [row.name as Sha256, row.value as TombstoneReason])),
    members: new Set(of('member').map((row) => row.name)),
  };
}

/** Presents what was read as the view that preconditions are evaluated on. */
export function viewOf(state: BatchState): PreconditionView {
  return {
    head: (log) => state.heads.get(log) ?? null,
    hasObject: (id) => state.objects.has(id),
    hasMember: (entry) => state.members.has(memberName(entry)),
  };
}

/**
 * Returns an index entry as one text that sorts like its parts: names contain no spaces, and space sorts
 * first.
 */
export function memberName({ index, key, member }: IndexEntry): string {
  return `${index} ${key} ${member}`;
}

/** Returns index entries as the three columns that statements expect. */
function memberColumns(entries: readonly IndexEntry[]): readonly (readonly string[])[] {
  return [
    entries.map(({ index }) => index),
    entries.map(({ key }) => key),
    entries.map(({ member }) => member),
  ];
}
