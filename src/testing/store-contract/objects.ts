/** Objects: addressed by their content, verified when written, returned as they were. */
import assert from 'node:assert/strict';
import type { Sha256 } from '../../kernel/index.ts';
import { toObject } from '../../ledger/index.ts';
import { describeStore } from './describe-store.ts';
import {
  AT_MS,
  check,
  commit,
  MORE_THAN_A_PAGE,
  refuses,
  type StoreCheck,
  someObjects,
} from './store-check.ts';

const absent = toObject('absent').id;

/** Checks what is promised of objects. */
export const objectChecks: readonly StoreCheck[] = [
  check('returns the bytes of an object as they were put', async (store) => {
    const everyByte = toObject(Uint8Array.from({ length: 256 }, (_, byte) => byte));
    const empty = toObject('');
    const large = toObject(new Uint8Array(1_000_000).fill(7));
    await commit(store, { puts: [everyByte, empty, large] });
    const found = await store.getMany([everyByte.id, empty.id, large.id]);
    assert.deepEqual(
      found.map((bytes) => bytes && Buffer.from(bytes)),
      [everyByte, empty, large].map(({ bytes }) => Buffer.from(bytes)),
    );
  }),

  check(
    'answers getMany and hasMany in the order asked, with null and false for what is not there',
    async (store) => {
      const [first, second] = someObjects(2) as [ReturnType<typeof toObject>, ReturnType<typeof toObject>];
      await commit(store, { puts: [first, second] });
      const asked = [second.id, absent, first.id, second.id];
      const found = await store.getMany(asked);
      assert.deepEqual(
        found.map((bytes) => bytes && Buffer.from(bytes).toString()),
        ['object 2', null, 'object 1', 'object 2'],
      );
      assert.deepEqual(await store.hasMany(asked), [true, false, true, true]);
      assert.deepEqual(await store.getMany([]), []);
      assert.deepEqual(await store.hasMany([]), []);
    },
  ),

  check('finds nothing under what is not an id', async (store) => {
    const object = toObject('a');
    await commit(store, { puts: [object] });
    const strange = [
      '',
      'zz',
      object.id.toUpperCase(),
      object.id.slice(0, 62),
      `${object.id}00`,
      '%',
      '\0',
    ] as Sha256[];
    assert.deepEqual(
      await store.hasMany(strange),
      strange.map(() => false),
    );
    assert.deepEqual(
      await store.getMany(strange),
      strange.map(() => null),
    );
    assert.equal(await store.tombstone('%' as Sha256), null);
  }),

  check('answers for more objects at once than a page has rows', async (store) => {
    const objects = someObjects(MORE_THAN_A_PAGE);
    await commit(store, { puts: objects });
    const ids = objects.map(({ id }) => id);
    const found = await store.getMany([...ids, absent]);
    assert.deepEqual(
      found.map((bytes) => bytes && toObject(bytes).id),
      [...ids, null],
    );
    assert.deepEqual(await store.hasMany([...ids, absent]), [...ids.map(() => true), false]);
  }),

  check(
    'refuses an object whose bytes do not hash to its id, and writes nothing of the batch',
    async (store) => {
      const before = await describeStore(store);
      const good = toObject('good');
      const forged = { id: toObject('other').id, bytes: toObject('forged').bytes };
      await refuses('hash-mismatch', () =>
        store.commit({
          atMs: AT_MS,
          puts: [good, forged],
          appends: [{ log: 'log', value: '1' }],
          adds: [{ index: 'index', key: 'key', member: 'member' }],
        }),
      );
      assert.deepEqual(await describeStore(store), before);
    },
  ),

  check('stores an object once, however often it is put', async (store) => {
    const object = toObject('once');
    await commit(store, { puts: [object, object] });
    await commit(store, { puts: [object] });
    assert.deepEqual(await store.listObjects({}), [{ id: object.id, size: object.bytes.length }]);
    assert.equal((await store.statistics()).objectBytes, object.bytes.length);
  }),

  check('keeps its bytes when the caller changes those it gave or got', async (store) => {
    const object = toObject('untouched');
    const given = { id: object.id, bytes: object.bytes.slice() };
    await commit(store, { puts: [given] });
    given.bytes.fill(0);
    const [got] = await store.getMany([object.id]);
    got?.fill(0);
    const [again] = await store.getMany([object.id]);
    assert.equal(Buffer.from(again ?? []).toString(), 'untouched');
  }),
];
