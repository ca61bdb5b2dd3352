/** The type of a store contract check, and shared helpers. */
import assert from 'node:assert/strict';
import { type FaultCode, limits, PenumbraError, type Sha256 } from '../../kernel/index.ts';
import {
  type Batch,
  type BatchOutcome,
  everyEntry,
  everyHead,
  everyIndexEntry,
  everyObject,
  everyTombstone,
  type IndexEntry,
  type LogEntry,
  type LogHead,
  type Rewrite,
  type Store,
  type StoredObject,
  type StoreReader,
  type StoreStatistics,
  type Tombstone,
  toObject,
} from '../../ledger/index.ts';

/** Opens the store of a check; it is empty at the first call and the same at every later one. */
export type OpenStore = () => Promise<Store>;

/** A check of the port; rejects with an assertion error if the store violates it. */
export type StoreCheck = { readonly name: string; run(open: OpenStore): Promise<void> };

/** An arbitrary recorded time. */
export const AT_MS = Date.UTC(2026, 0, 1);

/** One more than the rows of a page. */
export const MORE_THAN_A_PAGE = limits.pageRows + 1;

/** Makes a check that works on one empty store and closes it. */
export function check(name: string, body: (store: Store) => Promise<void>): StoreCheck {
  return {
    name,
    async run(open) {
      const store = await open();
      try {
        await body(store);
      } finally {
        await store.close();
      }
    },
  };
}

/** Commits a batch and asserts that it was written. */
export async function commit(
  store: Store,
  batch: Omit<Batch, 'atMs'>,
  atMs: number = AT_MS,
): Promise<Extract<BatchOutcome, { readonly committed: true }>> {
  const outcome = await store.commit({ atMs, ...batch });
  assert.ok(outcome.committed, `expected the batch to be written: ${JSON.stringify(outcome)}`);
  return outcome;
}

/** Applies rewrites in one maintenance session and commits it. */
export async function rewrite(store: Store, ...rewrites: readonly Rewrite[]): Promise<void> {
  const session = await store.maintain();
  for (const step of rewrites) await session.apply(step);
  await session.commit();
}

/** Asserts that an action fails with an error code. */
export async function refuses(code: FaultCode, act: () => Promise<unknown>): Promise<void> {
  await assert.rejects(act, (error) => {
    assert.ok(error instanceof PenumbraError, `expected a fault, got ${String(error)}`);
    assert.equal(error.code, code);
    return true;
  });
}

/** Returns distinct small objects. */
export function someObjects(count: number): readonly StoredObject[] {
  return numbers(count).map((number) => toObject(`object ${number}`));
}

/** Returns the numbers from 1 to a count. */
export function numbers(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

/** Collects everything an async iterable yields. */
export async function collect<Row>(rows: AsyncIterable<Row>): Promise<readonly Row[]> {
  const collected: Row[] = [];
  for await (const row of rows) collected.push(row);
  return collected;
}

/** The contents of a store. */
export type StoreDescription = {
  readonly objects: readonly { readonly id: Sha256; readonly size: number; readonly hex: string }[];
  readonly tombstones: readonly Tombstone[];
  readonly logs: readonly (LogHead & { readonly entries: readonly LogEntry[] })[];
  readonly members: readonly IndexEntry[];
  readonly statistics: StoreStatistics;
};

/** Reads the contents of a store. */
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
