// Every fault a ledger can have, found with what it affects, and none found where none is.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  anySteps,
  knownTypes,
  pin,
  put,
  type SampleLedger,
  sampleLedger,
  take,
} from '../../../test/ledger/sample-ledger.ts';
import {
  canonicalText,
  digestOf,
  type FrameId,
  makeId,
  PenumbraError,
  type Sha256,
} from '../../kernel/index.ts';
import { ledgerRoot } from '../archive/export.ts';
import { frameLog } from '../frames/frame.ts';
import { defineFrameTypes, noteType } from '../frames/frame-type.ts';
import { readFrames } from '../frames/read-frame.ts';
import type { Rewrite } from '../store/batch.ts';
import type { Store } from '../store/store.ts';
import { toObject } from '../store/stored-object.ts';
import { AFFECTED_LIMIT } from './affected.ts';
import { validateLedger } from './validate.ts';

const log = (path: string, type = 'note') => frameLog({ kind: 'node', id: path }, type);

async function rewrite(store: Store, change: Rewrite): Promise<void> {
  const session = await store.maintain();
  await session.apply(change);
  await session.commit();
}

/** A store in which some objects cannot be read because their bytes have changed. */
function corrupting(store: Store, ...corrupt: readonly Sha256[]): Store {
  return {
    ...store,
    async getMany(ids) {
      const found = ids.find((id) => corrupt.includes(id));
      if (found) throw new PenumbraError('hash-mismatch', `object ${found} is corrupt`);
      return store.getMany(ids);
    },
  };
}

/** Three frames in a row: a.ts, b.ts made from it, c.ts made from that. */
async function chain(): Promise<{ ledger: SampleLedger; a: FrameId; b: FrameId; c: FrameId }> {
  const ledger = sampleLedger();
  const a = await put(ledger, { on: 'src/a.ts', says: 'a' });
  const b = await put(ledger, { on: 'src/b.ts', says: 'b', from: [a] });
  const c = await put(ledger, { on: 'src/c.ts', type: 'remark', says: 'c', from: [b] });
  return { ledger, a, b, c };
}

const name = { a: 'node:src/a.ts note', b: 'node:src/b.ts note', c: 'node:src/c.ts remark' };

describe('a validation', () => {
  test('finds nothing wrong with any ledger that came about by the rules, and tells its root', async () => {
    await fc.assert(
      fc.asyncProperty(anySteps, async (steps) => {
        const ledger = sampleLedger();
        await take(ledger, steps);
        const before = await ledger.store.statistics();
        const found = await validateLedger(ledger.store, { types: knownTypes });
        const { objects, logs, entries, members, tombstones } = before;
        expect(found).toEqual({
          ok: true,
          root: await ledgerRoot(ledger.store),
          checked: objects + entries + members + tombstones,
          counts: { objects, logs, entries, members, tombstones },
          faults: [],
        });
        expect(await ledger.store.statistics()).toEqual(before);
      }),
      { numRuns: 50 },
    );
  });

  test('names a corrupt content and every frame that rests on it, on any level', async () => {
    const { ledger, a, b, c } = await chain();
    const { id } = toObject('a');
    const { ok, root, faults, counts } = await validateLedger(corrupting(ledger.store, id));
    expect({ ok, root }).toEqual({ ok: false, root: null });
    expect(faults).toEqual([
      {
        object: makeId('content', id),
        fault: 'corrupt: its bytes do not hash to its id',
        affects: [`${name.a} ${a}`, `${name.b} ${b}`, `${name.c} ${c}`],
      },
    ]);
    expect(counts.objects).toBe(9);
  });

  test('goes on after one corrupt object and finds the others', async () => {
    const { ledger } = await chain();
    const corrupt = ['a', 'c'].map((text) => toObject(text).id);
    const { faults } = await validateLedger(corrupting(ledger.store, ...corrupt));
    expect(faults.map(({ object }) => object).sort()).toEqual(
      corrupt.map((id) => makeId('content', id)).sort(),
    );
  });

  test('names a corrupt frame by the subject its neighbours tell', async () => {
    const { ledger, a, b, c } = await chain();
    await put(ledger, { on: 'src/a.ts', type: 'remark', says: 'more' });
    const { faults } = await validateLedger(corrupting(ledger.store, digestOf(a)));
    expect(faults).toEqual([
      {
        object: a,
        fault: 'corrupt: its bytes do not hash to its id',
        affects: [`${name.a} ${a}`, `${name.b} ${b}`, `${name.c} ${c}`],
      },
    ]);
  });

  test('names a missing basis and what rests on it', async () => {
    const { ledger, b, c } = await chain();
    const [record] = await readFrames(ledger.store, [b]);
    const basis = record?.frame?.basis ?? expect.unreachable('the frame has a basis');
    await rewrite(ledger.store, { removals: [digestOf(basis)] });
    const { faults } = await validateLedger(ledger.store);
    expect(faults).toContainEqual({
      object: basis,
      fault: `missing: named by ${b}, but neither there nor dropped`,
      affects: [`${name.b} ${b}`, `${name.c} ${c}`],
    });
  });

  test('names a log that names something missing', async () => {
    const ledger = sampleLedger();
    const absent = makeId('pack', toObject('absent').id);
    await ledger.store.commit({
      atMs: 0,
      appends: [{ log: 'run/1', value: canonicalText({ pack: absent }) }],
    });
    const { faults } = await validateLedger(ledger.store);
    expect(faults).toEqual([
      {
        object: absent,
        fault: 'missing: named by run/1, but neither there nor dropped',
        affects: ['log run/1'],
      },
    ]);
  });

  test('reads an id in a key as a reference too', async () => {
    const ledger = sampleLedger();
    const absent = makeId('content', toObject('absent').id);
    await ledger.store.commit({
      atMs: 0,
      appends: [{ log: 'run/1', value: canonicalText({ [absent]: [1] }) }],
    });
    expect((await validateLedger(ledger.store)).faults).toHaveLength(1);
  });

  test('is content with a tombstone where something was', async () => {
    const { ledger } = await chain();
    await rewrite(ledger.store, {
      tombstones: [{ id: toObject('a').id, reason: 'erased', agent: 'person' }],
    });
    expect(await validateLedger(ledger.store)).toMatchObject({ ok: true, counts: { tombstones: 1 } });
  });

  const broken: readonly [string, (store: Store) => Partial<Store>, RegExp][] = [
    [
      'a gap',
      (store) => ({
        readLog: async (...ask) => (await store.readLog(...ask)).filter(({ sequence }) => sequence !== 1),
      }),
      /entry 1 is missing: entry 2 follows/,
    ],
    [
      'entries out of order',
      (store) => ({
        readLog: async (...ask) =>
          (await store.readLog(...ask)).map((entry) => ({ ...entry, stamp: 9 - entry.sequence })),
      }),
      /entry 2 is out of order/,
    ],
    [
      'an altered entry',
      (store) => ({
        readLog: async (...ask) =>
          (await store.readLog(...ask)).map((entry) => ({ ...entry, stamp: entry.stamp + 1 })),
      }),
      /its entries do not fit its digest/,
    ],
    [
      'a lost end',
      (store) => ({ readLog: async (...ask) => (await store.readLog(...ask)).slice(0, 1) }),
      /ends with entry 1, its head is 2/,
    ],
    [
      'a head that is another',
      (store) => ({
        listHeads: async (ask) =>
          (await store.listHeads(ask)).map((head) => ({ ...head, stamp: head.stamp + 1 })),
      }),
      /its head is not its last entry/,
    ],
  ];
  test.each(broken)('names a log with %s', async (_, change, message) => {
    const ledger = sampleLedger();
    await put(ledger, { says: 'one' });
    await put(ledger, { says: 'two' });
    const { faults } = await validateLedger({ ...ledger.store, ...change(ledger.store) });
    expect(faults).toContainEqual({
      object: `log ${log('src/a.ts')}`,
      fault: expect.stringMatching(message),
      affects: [name.a],
    });
  });

  test('passes on what the store says of its own structure', async () => {
    const { store } = sampleLedger();
    const { ok, faults } = await validateLedger({ ...store, checkStructure: async () => ['page 7 is lost'] });
    expect({ ok, faults }).toEqual({
      ok: false,
      faults: [{ object: 'store', fault: 'page 7 is lost', affects: [] }],
    });
  });

  test('names a frame that stands in the log of another subject', async () => {
    const { ledger, a } = await chain();
    const wrong = log('src/z.ts');
    await ledger.store.commit({ atMs: 0, appends: [{ log: wrong, value: canonicalText({ frame: a }) }] });
    const { faults } = await validateLedger(ledger.store);
    expect(faults).toContainEqual(
      expect.objectContaining({ object: a, fault: expect.stringContaining(wrong) }),
    );
  });

  test('names a frame that a basis rests on and that stands in no log', async () => {
    const { ledger, a } = await chain();
    await rewrite(ledger.store, { logs: [{ log: log('src/a.ts'), entries: [] }] });
    const { faults } = await validateLedger(ledger.store);
    expect(faults).toContainEqual(
      expect.objectContaining({ object: a, fault: `does not stand in log ${log('src/a.ts')}` }),
    );
  });

  test('names a frame that stands in a wrong log only, though its basis was met before', async () => {
    const { ledger, a } = await chain();
    for (let index = 0; index < 100; index++) await put(ledger, { on: `between/${index}.ts` });
    const [own, wrong] = [log('src/a.ts'), `frame/${'f'.repeat(64)}/note`];
    const value = canonicalText({ frame: a });
    await rewrite(ledger.store, {
      logs: [
        { log: own, entries: [] },
        { log: wrong, entries: [{ sequence: 1, stamp: 1, value }] },
      ],
    });
    const { faults } = await validateLedger(ledger.store);
    expect(faults).toContainEqual(
      expect.objectContaining({ object: a, fault: `stands in log ${wrong} instead of ${own}` }),
    );
  });

  test('names index entries of a frame that stands in no log', async () => {
    const { ledger, b, c } = await chain();
    await rewrite(ledger.store, { logs: [{ log: log('src/c.ts', 'remark'), entries: [] }] });
    const { faults } = await validateLedger(ledger.store);
    expect(faults).toContainEqual(
      expect.objectContaining({
        object: `index input ${b} ${c}`,
        fault: 'names a frame that stands in no log',
      }),
    );
  });

  test('names an object that is there although it was erased', async () => {
    const { ledger } = await chain();
    const tombstone = { id: toObject('a').id, reason: 'erased', agent: 'person' } as const;
    const both = {
      ...ledger.store,
      listTombstones: async () => [tombstone],
      tombstone: async () => tombstone,
    };
    const { faults } = await validateLedger(both);
    expect(faults).toMatchObject([{ object: tombstone.id, fault: 'there although it was erased' }]);
  });

  test('names an object that is no frame where one is named', async () => {
    const ledger = sampleLedger();
    const text = toObject('no frame');
    const frame = makeId('frame', text.id);
    await ledger.store.commit({
      atMs: 0,
      puts: [text],
      appends: [{ log: 'pins', value: canonicalText([frame]) }],
    });
    const { faults } = await validateLedger(ledger.store);
    expect(faults).toEqual([
      { object: frame, fault: expect.stringMatching(/^not a frame: /), affects: ['log pins'] },
    ]);
  });

  test('names an index entry that is missing, and the frame it belongs to', async () => {
    const { ledger, a, b } = await chain();
    const entry = { index: 'input', key: a, member: b };
    await rewrite(ledger.store, { memberRemovals: [entry] });
    const { faults } = await validateLedger(ledger.store);
    expect(faults).toEqual([
      {
        object: `index input ${a} ${b}`,
        fault: 'the entry is missing from its index',
        affects: expect.arrayContaining([`${name.b} ${b}`]),
      },
    ]);
  });

  test.each([
    [
      'is not there',
      (_: FrameId) => makeId('frame', toObject('nothing').id),
      'names a frame that is not there',
    ],
    ['does not rest on its key', (frame: FrameId) => frame, 'names a frame that does not rest on its key'],
  ])('names an index entry whose frame %s', async (_, memberOf, fault) => {
    const { ledger, c } = await chain();
    const entry = { index: 'input', key: makeId('content', toObject('x').id), member: memberOf(c) };
    await rewrite(ledger.store, { adds: [entry] });
    const { faults } = await validateLedger(ledger.store);
    expect(faults).toMatchObject([{ object: `index input ${entry.key} ${entry.member}`, fault }]);
  });

  test('names content that breaks the rules of its type, where the types are known', async () => {
    const ledger = sampleLedger();
    const frame = await put(ledger, { says: 'too long' });
    const types = defineFrameTypes({
      ...noteType,
      check: (text) => (String(text).length > 3 ? 'over 3 letters' : null),
    });
    expect((await validateLedger(ledger.store)).ok).toBe(true);
    expect((await validateLedger(ledger.store, { types })).faults).toEqual([
      {
        object: frame,
        fault: 'content does not fit type `note`: over 3 letters',
        affects: [`${name.a} ${frame}`],
      },
    ]);
  });

  test('names at most so many affected things and says that there are more', async () => {
    const ledger = sampleLedger();
    const root = await put(ledger, { says: 'root' });
    for (let index = 0; index < AFFECTED_LIMIT + 5; index++)
      await put(ledger, { on: `src/${index}.ts`, from: [root] });
    const { faults } = await validateLedger(corrupting(ledger.store, toObject('root').id));
    expect(faults[0]?.affects).toHaveLength(AFFECTED_LIMIT + 1);
    expect(faults[0]?.affects.at(-1)).toBe('and more');
  });

  test('finds nothing wrong while others append', async () => {
    const { ledger } = await chain();
    let count = 0;
    const writing: Store = {
      ...ledger.store,
      async readLog(...ask) {
        if (count < 40) {
          const frame = await put(ledger, { on: `src/${count % 5}.ts`, says: `new ${count++}` });
          await put(ledger, { on: `a${count}.ts`, type: 'remark', says: `new ${count}`, from: [frame] });
          await pin(ledger, frame);
        }
        return ledger.store.readLog(...ask);
      },
    };
    const { faults } = await validateLedger(writing);
    expect(faults).toEqual([]);
    expect(count).toBeGreaterThan(5);
  });

  test('tells how far it is', async () => {
    const { ledger } = await chain();
    const heard: number[] = [];
    const { checked } = await validateLedger(ledger.store, { onProgress: (done) => heard.push(done) });
    expect(heard).toEqual([...heard].sort((a, b) => a - b));
    expect(heard.at(-1)).toBe(checked);
  });
});
