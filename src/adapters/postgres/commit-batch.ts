/**
 * Writes a batch in four round trips: begin and lock, read, write, commit.
 *
 * Under the locks everything a batch has read stays true: heads are locked, objects and members only come (they go
 * under the ledger's lock alone), and what must be absent is claimed by inserting it, which waits for anyone who is
 * inserting the same and shows afterwards who was first.
 */
import {
  type Batch,
  type BatchOutcome,
  erasedError,
  holds,
  type IndexEntry,
  placeAppends,
} from '../../ledger/index.ts';
import { type BatchState, memberName, readBatchState, viewOf } from './batch-state.ts';
import { commitTransaction } from './commit-transaction.ts';
import type { Connections } from './connections.ts';
import { beginBatch } from './locks.ts';
import { beginTransaction } from './schema-version.ts';
import type { Query } from './session.ts';
import { distinct, type Rows, removeMembers, writeRows } from './write-rows.ts';

/** Writes a batch whole or not at all. */
export async function commitBatch(connections: Connections, batch: Batch): Promise<BatchOutcome> {
  for (;;) {
    const outcome = await connections.write((query) => tryBatch(connections, query, batch));
    // Where another batch won a claim, the next reading finds its member.
    if (outcome !== 'claim-lost') return outcome;
  }
}

type Attempt = BatchOutcome | 'claim-lost';

async function tryBatch(connections: Connections, query: Query, batch: Batch): Promise<Attempt> {
  await beginTransaction(query, beginBatch(batch));
  const state = await readBatchState(query, batch);
  const view = viewOf(state);
  const unmet = batch.requires?.find((condition) => !holds(condition, view));
  if (unmet) return rollBack(query, { committed: false, unmet });
  requireNoneErased(batch, state);
  const { entries, heads } = placeAppends(batch.appends ?? [], state.heads, batch.atMs);
  const rows: Rows = {
    objects: (batch.puts ?? []).filter(({ id }) => !state.objects.has(id)),
    entries,
    heads: [...heads.values()],
    members: batch.adds ?? [],
    claims: absentMembers(batch),
  };
  const { transaction, claimed } = await writeRows(query, rows);
  if (claimed < rows.claims.length) return rollBack(query, 'claim-lost');
  await removeMereClaims(query, rows);
  await commitTransaction(connections, query, transaction);
  return { committed: true, entries };
}

async function rollBack(query: Query, attempt: Attempt): Promise<Attempt> {
  await query('ROLLBACK');
  return attempt;
}

function absentMembers(batch: Batch): readonly IndexEntry[] {
  const claims = (batch.requires ?? []).flatMap((condition) =>
    condition.kind === 'member-absent' ? [condition] : [],
  );
  return distinct(claims, memberName);
}

/** Takes back what was inserted only to be sure that it was absent. */
async function removeMereClaims(query: Query, { members, claims }: Rows): Promise<void> {
  const added = new Set(members.map(memberName));
  const mere = claims.filter((claim) => !added.has(memberName(claim)));
  if (mere.length > 0) await removeMembers(query, mere);
}

function requireNoneErased(batch: Batch, state: BatchState): void {
  const erased = batch.puts?.find(({ id }) => state.tombstones.get(id) === 'erased');
  if (erased) throw erasedError(erased.id);
}
