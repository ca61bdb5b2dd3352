// Rows that cannot be what they should be: each is a fault with a name, and none ends the validation.

import { describe, expect, test } from 'vitest';
import { put, sampleLedger } from '../../../test/ledger/sample-ledger.ts';
import { digestOf, PenumbraError, type Sha256 } from '../../kernel/index.ts';
import { frameLog } from '../frames/frame.ts';
import type { Rewrite } from '../store/batch.ts';
import type { Store } from '../store/store.ts';
import { toObject } from '../store/stored-object.ts';
import { validateLedger } from './validate.ts';

const log = (path: string) => frameLog({ kind: 'node', id: path }, 'note');

async function rewrite(store: Store, change: Rewrite): Promise<void> {
  const session = await store.maintain();
  await session.apply(change);
  await session.commit();
}

/** Two notes, each about a file of its own. */
async function notes() {
  const ledger = sampleLedger();
  const a = await put(ledger, { on: 'src/a.ts', says: 'a' });
  await put(ledger, { on: 'src/b.ts', says: 'b' });
  return { ledger, a };
}

describe('a validation', () => {
  test.each<[string, string, unknown, RegExp]>([
    ['is not canonical', 'run/1', '{ "a":1}', /^entry 1: no canonical form/],
    ['names no frame', log('src/a.ts'), '{"a":1}', /^entry 1: log .* holds `{"a":1}`, which names no frame/],
    ['is no text', 'run/1', ['1'], /^cannot be read: /],
  ])('names a log with a value that %s', async (_, log, value, message) => {
    const { ledger } = await notes();
    await ledger.store.commit({ atMs: 0, appends: [{ log: 'run/1', value: '1' }] });
    const readLog: Store['readLog'] = async (asked, page) =>
      (await ledger.store.readLog(asked, page)).map((entry) =>
        asked === log ? { ...entry, value: value as string } : entry,
      );
    const { faults } = await validateLedger({ ...ledger.store, readLog });
    expect(faults).toContainEqual(
      expect.objectContaining({ object: `log ${log}`, fault: expect.stringMatching(message) }),
    );
  });

  test('names a log whose entries the store cannot read, and goes on with the others', async () => {
    const { ledger } = await notes();
    await put(ledger, { on: 'src/b.ts', says: 'more' });
    const readLog: Store['readLog'] = async (asked, page) => {
      if (asked === log('src/a.ts')) throw new PenumbraError('store-damaged', 'row 7 is malformed');
      return ledger.store.readLog(asked, page);
    };
    const { faults, counts } = await validateLedger({ ...ledger.store, readLog });
    expect(faults).toContainEqual(
      expect.objectContaining({ object: `log ${log('src/a.ts')}`, fault: 'row 7 is malformed' }),
    );
    expect(counts).toMatchObject({ logs: 2, objects: 7 });
  });

  test.each<[string, (store: Store) => Partial<Store>, string]>([
    [
      'tombstones',
      () => ({ listTombstones: () => Promise.reject(new RangeError('out of range')) }),
      'cannot be read: out of range',
    ],
    [
      'objects',
      () => ({ listObjects: () => Promise.reject(new TypeError('no text')) }),
      'cannot be read: no text',
    ],
    [
      'indexes',
      () => ({ listIndexEntries: () => Promise.reject(new PenumbraError('store-damaged', 'page 3')) }),
      'page 3',
    ],
  ])('tells where the %s cannot be listed, and checks the rest', async (_, change, fault) => {
    const { ledger } = await notes();
    const { faults, counts } = await validateLedger({ ...ledger.store, ...change(ledger.store) });
    expect(faults).toContainEqual({ object: 'store', fault, affects: [] });
    expect(counts.entries).toBe(2);
  });

  test('ends where the store is out of reach, which is no fault of the ledger', async () => {
    const { ledger } = await notes();
    const error = new PenumbraError('store-unavailable', 'the connection broke');
    await expect(
      validateLedger({ ...ledger.store, listObjects: () => Promise.reject(error) }),
    ).rejects.toThrow(error);
  });

  test('names an entry with a stamp that no clock tells', async () => {
    const { ledger } = await notes();
    const stamp = Number.MAX_SAFE_INTEGER;
    const readLog: Store['readLog'] = async (...ask) =>
      (await ledger.store.readLog(...ask)).map((entry) => ({ ...entry, stamp }));
    const { faults } = await validateLedger({ ...ledger.store, readLog });
    expect(faults).toContainEqual(
      expect.objectContaining({ fault: `entry 1 has a stamp that no clock tells: ${stamp}` }),
    );
  });

  const { id } = toObject('a');
  test.each<[string, object, string, string]>([
    ['an unknown reason', { reason: 'lost' }, `tombstone ${id}`, '`lost` is not a reason'],
    ['an agent without a name', { agent: 'bad agent!' }, `tombstone ${id}`, 'is not an agent'],
    ['an id that is none', { id: '01' }, 'tombstone 01', '`01` is not an object id'],
    ['an agent that wrote nothing like it', { agent: 'mallory' }, id, 'content of no frame of `mallory`'],
    [
      'the id of what is no content',
      { id: toObject('never').id },
      toObject('never').id,
      'content of no frame of `person`',
    ],
  ])('names a tombstone with %s', async (_, change, object, fault) => {
    const { ledger } = await notes();
    await rewrite(ledger.store, { tombstones: [{ id, reason: 'erased', agent: 'person' }] });
    const listTombstones: Store['listTombstones'] = async (page) =>
      (await ledger.store.listTombstones(page)).map((tombstone) => ({ ...tombstone, ...change }));
    const { faults } = await validateLedger({ ...ledger.store, listTombstones });
    expect(faults).toMatchObject([{ object, fault: expect.stringContaining(fault) }]);
  });

  test('is not content with a tombstone where a frame or basis was', async () => {
    const { ledger, a } = await notes();
    await rewrite(ledger.store, { tombstones: [{ id: digestOf(a), reason: 'erased', agent: 'person' }] });
    const { faults } = await validateLedger(ledger.store);
    expect(faults).toContainEqual(
      expect.objectContaining({ object: a, fault: expect.stringMatching(/^missing: /) }),
    );
  });

  test('names an object that is stored under what is not an id', async () => {
    const { ledger } = await notes();
    const listObjects: Store['listObjects'] = async () => [{ id: '00' as Sha256, size: 1 }];
    const { faults } = await validateLedger({ ...ledger.store, listObjects });
    expect(faults).toMatchObject([{ object: 'object 00', fault: 'is stored under what is not an id' }]);
  });
});
