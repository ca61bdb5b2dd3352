/** Checks of ranges: sorted by bytes, paged, and never more than a page at a time. */
import assert from 'node:assert/strict';
import { limits, type Sha256 } from '../../kernel/index.ts';
import {
  everyEntry,
  everyHead,
  everyIndexEntry,
  everyMember,
  everyObject,
  everyTombstone,
  type Tombstone,
  toObject,
} from '../../ledger/index.ts';
import {
  check,
  collect,
  commit,
  MORE_THAN_A_PAGE,
  numbers,
  rewrite,
  type StoreCheck,
  someObjects,
} from './store-check.ts';

/** Names that locales, patterns or quoting would sort differently; sorted by their bytes. */
const hostileNames = [
  '!',
  '"',
  '%',
  "'; --",
  '10',
  '9',
  'A',
  'B',
  '\\',
  '_',
  'a',
  'a%',
  'a-b',
  'a_b',
  'ab',
  'axb',
  'b',
  '~',
  '~~',
]
  .map((name) => name.replaceAll(' ', ''))
  .sort((left, right) => Buffer.compare(Buffer.from(left), Buffer.from(right)));

const appendsTo = (logs: readonly string[]) => logs.map((log) => ({ log, value: '1' }));

/** Checks of ranges and indexes. */
export const rangeChecks: readonly StoreCheck[] = [
  check('lists objects by id with their sizes, from a cursor, within a limit', async (store) => {
    const objects = someObjects(50);
    await commit(store, { puts: objects });
    const sorted = objects
      .map(({ id, bytes }) => ({ id, size: bytes.length }))
      .sort((a, b) => (a.id < b.id ? -1 : 1));
    assert.deepEqual(await store.listObjects({}), sorted);
    assert.deepEqual(await store.listObjects({ limit: 3 }), sorted.slice(0, 3));
    assert.deepEqual(
      await store.listObjects({ after: sorted[2]?.id as Sha256, limit: 4 }),
      sorted.slice(3, 7),
    );
    assert.deepEqual(await store.listObjects({ after: sorted.at(-1)?.id as Sha256 }), []);
  }),

  check('lists objects by any beginning of their id, of even or odd length', async (store) => {
    const objects = someObjects(300);
    await commit(store, { puts: objects });
    const ids = objects.map(({ id }) => id).sort();
    for (const prefix of ['0', 'f', 'a1', '7c', ids[9]?.slice(0, 7) ?? '', ids[20] ?? '']) {
      const listed = await store.listObjects({ prefix });
      assert.deepEqual(
        listed.map(({ id }) => id),
        ids.filter((id) => id.startsWith(prefix)),
        `prefix ${prefix}`,
      );
    }
    const middle = ids.filter((id) => id.startsWith('7'))[1] as Sha256;
    const rest = await store.listObjects({ prefix: '7', after: middle });
    assert.deepEqual(
      rest.map(({ id }) => id),
      ids.filter((id) => id.startsWith('7') && id > middle),
    );
    for (const prefix of ['g', 'A1', '%', `${ids[0]}0`])
      assert.deepEqual(await store.listObjects({ prefix }), []);
  }),

  check('lists heads by the bytes of their names, by prefix and from a cursor', async (store) => {
    await commit(store, { appends: appendsTo([...hostileNames].reverse()) });
    const names = async (page: Parameters<typeof store.listHeads>[0]) =>
      (await store.listHeads(page)).map(({ log }) => log);
    assert.deepEqual(await names({}), hostileNames);
    for (const prefix of ['a', 'a_', 'a%', '%', '\\', '~', 'zzz', '\u00e9', ' ']) {
      assert.deepEqual(
        await names({ prefix }),
        hostileNames.filter((name) => name.startsWith(prefix)),
        `prefix ${prefix}`,
      );
    }
    assert.deepEqual(await names({ prefix: 'a', after: 'a-b', limit: 2 }), ['a_b', 'ab']);
  }),

  check('lists members by their bytes, of one set only', async (store) => {
    const members = hostileNames.map((member) => ({ index: 'index', key: 'key', member }));
    const others = [
      { index: 'index', key: 'key2', member: 'other' },
      { index: 'index2', key: 'key', member: 'other' },
    ];
    await commit(store, { adds: [...members, ...others].reverse() });
    assert.deepEqual(await store.listMembers('index', 'key', {}), hostileNames);
    assert.deepEqual(await store.listMembers('index', 'key', { after: 'a', limit: 2 }), ['a%', 'a-b']);
    assert.deepEqual(await store.listMembers('index', 'none', {}), []);
  }),

  check('lists index entries by index, then key, then member', async (store) => {
    const parts = ['A', 'a', 'a!', 'b'];
    const entries = parts.flatMap((index) =>
      parts.flatMap((key) => parts.map((member) => ({ index, key, member }))),
    );
    await commit(store, { adds: [...entries].reverse() });
    assert.deepEqual(await store.listIndexEntries({}), entries);
    assert.deepEqual(
      await store.listIndexEntries({ after: entries[17] as (typeof entries)[0], limit: 9 }),
      entries.slice(18, 27),
    );
  }),

  check('adds a member once, however often it is added', async (store) => {
    const entry = { index: 'index', key: 'key', member: 'member' };
    await commit(store, { adds: [entry, entry] });
    await commit(store, { adds: [entry] });
    assert.deepEqual(await store.listIndexEntries({}), [entry]);
    assert.equal((await store.statistics()).members, 1);
  }),

  check('pages through more of everything than one page holds', async (store) => {
    const names = numbers(MORE_THAN_A_PAGE).map((number) => `name-${String(number).padStart(5, '0')}`);
    const ids = someObjects(MORE_THAN_A_PAGE)
      .map(({ id }) => id)
      .sort();
    const gone = numbers(MORE_THAN_A_PAGE)
      .map((number) => toObject(`gone ${number}`).id)
      .sort();
    await commit(store, { puts: someObjects(MORE_THAN_A_PAGE), appends: appendsTo(names) });
    await commit(store, { appends: names.map(() => ({ log: 'long', value: '1' })) });
    await commit(store, { adds: names.map((member) => ({ index: 'index', key: 'key', member })) });
    await rewrite(store, {
      tombstones: gone.map((id): Tombstone => ({ id, reason: 'dropped', agent: 'agent' })),
    });

    for (const limit of [undefined, MORE_THAN_A_PAGE]) {
      const page = limit === undefined ? {} : { limit };
      assert.equal((await store.listObjects(page)).length, limits.pageRows);
      assert.equal((await store.listTombstones(page)).length, limits.pageRows);
      assert.equal((await store.listHeads(page)).length, limits.pageRows);
      assert.equal((await store.readLog('long', page)).length, limits.pageRows);
      assert.equal((await store.listMembers('index', 'key', page)).length, limits.pageRows);
      assert.equal((await store.listIndexEntries(page)).length, limits.pageRows);
    }
    assert.deepEqual(
      (await collect(everyObject(store))).map(({ id }) => id),
      ids,
    );
    assert.deepEqual(
      (await collect(everyTombstone(store))).map(({ id }) => id),
      gone,
    );
    assert.deepEqual(
      (await collect(everyHead(store, 'name-'))).map(({ log }) => log),
      names,
    );
    assert.deepEqual(
      (await collect(everyEntry(store, 'long'))).map(({ sequence }) => sequence),
      numbers(MORE_THAN_A_PAGE),
    );
    assert.deepEqual(await collect(everyMember(store, 'index', 'key')), names);
    assert.deepEqual(
      (await collect(everyIndexEntry(store))).map(({ member }) => member),
      names,
    );
  }),
];
