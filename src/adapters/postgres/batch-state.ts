/** What a batch finds: everything its preconditions and appends depend on, read in one statement under its locks. */
import type { Sha256 } from '../../kernel/index.ts';
import {
  type Batch,
  type IndexEntry,
  type LogHead,
  logsTouched,
  type PreconditionView,
  type TombstoneReason,
} from '../../ledger/index.ts';
import { toHead } from './reader.ts';
import { idArray, type Query } from './session.ts';

/** What is in the store of all that a batch names. */
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

/** Shows what was read to whoever judges preconditions. */
export function viewOf(state: BatchState): PreconditionView {
  return {
    head: (log) => state.heads.get(log) ?? null,
    hasObject: (id) => state.objects.has(id),
    hasMember: (entry) => state.members.has(memberName(entry)),
  };
}

/** Returns an index entry as one text, which sorts like its parts: names hold no spaces, and space sorts first. */
export function memberName({ index, key, member }: IndexEntry): string {
  return `${index} ${key} ${member}`;
}

/** Returns index entries as the three columns statements take them in. */
export function memberColumns(entries: readonly IndexEntry[]): readonly (readonly string[])[] {
  return [
    entries.map(({ index }) => index),
    entries.map(({ key }) => key),
    entries.map(({ member }) => member),
  ];
}
