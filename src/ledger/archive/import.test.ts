// Joining archives: what comes of it, and the laws by which ledgers meet in any order.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  anySteps,
  archiveOf,
  inChunks,
  node,
  put,
  type SampleLedger,
  type Step,
  sampleLedger,
  storeOf,
  take,
} from '../../../test/ledger/sample-ledger.ts';
import { digestOf, type FrameId, PenumbraError, type Sha256 } from '../../kernel/index.ts';
import { collect } from '../collect.ts';
import { frameLog } from '../frames/frame.ts';
import { defineFrameTypes, noteType } from '../frames/frame-type.ts';
import { readFrames } from '../frames/read-frame.ts';
import type { LogEntry } from '../store/log.ts';
import { createMemoryStore } from '../store/memory-store.ts';
import type { Store } from '../store/store.ts';
import { toObject } from '../store/stored-object.ts';
import { validateLedger } from '../validate/validate.ts';
import { ledgerRoot } from './export.ts';
import { importArchive } from './import.ts';

const types = defineFrameTypes(noteType);

/** Makes the archives of ledgers that began as copies of one and went on apart, each with its own clock. */
async function shards(
  base: readonly Step[],
  ...branches: readonly (readonly Step[])[]
): Promise<Uint8Array[]> {
  const origin = sampleLedger();
  await take(origin, base);
  const ancestor = await archiveOf(origin.store);
  return Promise.all(
    branches.map(async (steps, branch) => {
      const ledger = sampleLedger(await storeOf(ancestor), origin.clock.now() + branch * 700);
      await take(ledger, steps);
      return archiveOf(ledger.store);
    }),
  );
}

/** Makes an archive of a frame that rests on another one, which the archive lacks. */
async function partialArchive(ledger: SampleLedger, below: FrameId): Promise<Uint8Array> {
  await put(ledger, { on: 'below.ts' });
  await put(ledger, { on: 'above.ts', says: 'above', from: [below] });
  const session = await ledger.store.maintain();
  await session.apply({
    removals: [digestOf(below)],
    logs: [{ log: frameLog(node('below.ts'), 'note'), entries: [] }],
  });
  await session.commit();
  return archiveOf(ledger.store);
}

describe('importing', () => {
  test('an archive into an empty ledger makes an equal ledger', async () => {
    const ledger = sampleLedger();
    const first = await put(ledger);
    await put(ledger, { on: 'src/b.ts', from: [first] });
    const archive = await archiveOf(ledger.store);
    const store = createMemoryStore();
    const summary = await importArchive(store, inChunks(archive));
    expect(summary).toEqual({
      root: await ledgerRoot(ledger.store),
      objects: { added: 5, known: 0, mended: 0, erased: 0 },
      tombstones: { added: 0, known: 0 },
      logs: { added: 2, known: 0, grown: 0, mended: 0 },
      entries: { added: 2, known: 0 },
      members: { added: 5, known: 0 },
    });
    expect(await archiveOf(store)).toEqual(archive);
  });

  test('the same archive twice changes nothing the second time', async () => {
    const ledger = sampleLedger();
    await put(ledger);
    const archive = await archiveOf(ledger.store);
    const { objects, logs, entries, members } = await importArchive(ledger.store, inChunks(archive));
    expect({ objects, logs, entries, members }).toEqual({
      objects: { added: 0, known: 3, mended: 0, erased: 0 },
      logs: { added: 0, known: 1, grown: 0, mended: 0 },
      entries: { added: 0, known: 1 },
      members: { added: 0, known: 2 },
    });
    expect(await archiveOf(ledger.store)).toEqual(archive);
  });

  test('an archive that was cut into single bytes reads the same', async () => {
    const ledger = sampleLedger();
    await put(ledger, { says: 'with\nnewlines\n' });
    const archive = await archiveOf(ledger.store);
    const store = createMemoryStore();
    await importArchive(store, inChunks(archive, 1));
    expect(await archiveOf(store)).toEqual(archive);
  });

  test('content that one side erased is erased in both, and the hash stays in the frame', async () => {
    const [one, two] = [sampleLedger(), sampleLedger()];
    const frame = await put(one, { says: 'secret' });
    await put(two, { says: 'secret' });
    await collect(one.store, { types, erase: node('src/a.ts') });
    const { objects } = await importArchive(two.store, inChunks(await archiveOf(one.store)));
    expect(objects).toEqual({ added: 0, known: 2, mended: 0, erased: 0 });
    const [record] = await readFrames(two.store, [frame]);
    expect(record).toMatchObject({ id: frame, content: null, frame: { agent: 'person' } });
  });

  test('content that one side dropped comes back from the other', async () => {
    const ledger = sampleLedger();
    await put(ledger, { says: 'old' });
    await put(ledger, { says: 'new' });
    const whole = await archiveOf(ledger.store);
    await collect(ledger.store, { types, historyBeforeMs: ledger.clock.now() });
    expect(await ledger.store.hasMany([toObject('old').id])).toEqual([false]);
    await importArchive(ledger.store, inChunks(whole));
    expect(await archiveOf(ledger.store)).toEqual(whole);
  });
});

describe('what the ledger holds', () => {
  test('stays where the archive has dropped it', async () => {
    const ledger = sampleLedger();
    await put(ledger, { says: 'old' });
    await put(ledger, { says: 'new' });
    const whole = await archiveOf(ledger.store);
    const copy = await storeOf(whole);
    await collect(copy, { types, historyBeforeMs: ledger.clock.now() });
    const { tombstones } = await importArchive(ledger.store, inChunks(await archiveOf(copy)));
    expect(tombstones).toEqual({ added: 0, known: 1 });
    expect(await ledger.store.hasMany([toObject('old').id])).toEqual([true]);
    expect(await archiveOf(ledger.store)).toEqual(whole);
  });

  test('serves the references of an archive that lacks it', async () => {
    const [ledger, other] = [sampleLedger(), sampleLedger()];
    const below = await put(ledger, { on: 'below.ts' });
    const partial = await partialArchive(other, below);
    await importArchive(ledger.store, inChunks(partial));
    expect((await validateLedger(ledger.store)).faults).toEqual([]);
    await expect(storeOf(partial)).rejects.toThrow(`names ${below}, which neither`);
  });
});

/** A store whose sessions find some objects corrupt until those are put again. */
function corrupting(store: Store, ...ids: readonly Sha256[]): Store {
  const corrupt = new Set(ids);
  return {
    ...store,
    async maintain() {
      const session = await store.maintain();
      return {
        ...session,
        async getMany(asked) {
          const found = asked.find((id) => corrupt.has(id));
          if (found) throw new PenumbraError('hash-mismatch', `object ${found} is corrupt`);
          return session.getMany(asked);
        },
        async apply(rewrite) {
          for (const { id } of rewrite.puts ?? []) corrupt.delete(id);
          await session.apply(rewrite);
        },
      };
    },
  };
}

describe('a damaged ledger', () => {
  test('is mended by an archive that has what is corrupt: content, basis and frame', async () => {
    const ledger = sampleLedger();
    const frame = await put(ledger);
    const archive = await archiveOf(ledger.store);
    const [record] = await readFrames(ledger.store, [frame]);
    const { basis, content } = record?.frame ?? expect.unreachable('the frame is there');
    const damaged = corrupting(ledger.store, digestOf(frame), digestOf(basis), digestOf(content));
    const { objects } = await importArchive(damaged, inChunks(archive));
    expect(objects).toEqual({ added: 0, known: 0, mended: 3, erased: 0 });
    const again = await importArchive(damaged, inChunks(archive));
    expect(again.objects).toEqual({ added: 0, known: 3, mended: 0, erased: 0 });
  });

  test('takes an archive that leads to a corrupt frame and cannot mend it', async () => {
    const [ledger, other] = [sampleLedger(), sampleLedger()];
    const below = await put(ledger, { on: 'below.ts' });
    const archive = await partialArchive(other, below);
    const { objects } = await importArchive(corrupting(ledger.store, digestOf(below)), inChunks(archive));
    expect(objects.added).toBeGreaterThan(0);
  });

  const entry = { sequence: 2, stamp: 5, value: '"another"' };
  test.each<[string, (entries: readonly LogEntry[]) => readonly LogEntry[]]>([
    ['an altered entry', (entries) => entries.with(1, entry)],
    ['a lost entry', (entries) => entries.filter(({ sequence }) => sequence !== 2)],
  ])('gets a log with %s back from an older archive, and keeps what is younger', async (_, damage) => {
    const ledger = sampleLedger();
    for (const says of ['one', 'two', 'three']) await put(ledger, { says });
    const older = await archiveOf(ledger.store);
    await put(ledger, { says: 'four' });
    const whole = await archiveOf(ledger.store);
    const log = frameLog(node('src/a.ts'), 'note');
    const damaged: Store = {
      ...ledger.store,
      async maintain() {
        const session = await ledger.store.maintain();
        return { ...session, readLog: async (...ask) => damage(await session.readLog(...ask)) };
      },
    };
    const { logs } = await importArchive(damaged, inChunks(older));
    expect(logs).toEqual({ added: 0, known: 0, grown: 0, mended: 1 });
    expect(await archiveOf(ledger.store)).toEqual(whole);
    const elsewhere = sampleLedger();
    await put(elsewhere, { says: 'from elsewhere' });
    const strange = await archiveOf(elsewhere.store);
    await expect(importArchive(damaged, inChunks(strange))).rejects.toMatchObject({
      code: 'digest-mismatch',
      message: expect.stringContaining(log),
    });
  });
});

describe('joining ledgers', () => {
  test('keeps the same author of content that two agents wrote and both sides erased', async () => {
    const archives = await Promise.all(
      ['ada', 'bob'].map(async (agent) => {
        const ledger = sampleLedger();
        await put(ledger, { agent, says: 'secret' });
        await collect(ledger.store, { types, erase: node('src/a.ts') });
        return archiveOf(ledger.store);
      }),
    );
    expect(await archiveOf(await storeOf(...archives.reverse()))).toEqual(
      await archiveOf(await storeOf(...archives.reverse())),
    );
  });

  test('is commutative, associative and idempotent, and what comes of it is valid', async () => {
    await fc.assert(
      fc.asyncProperty(anySteps, anySteps, anySteps, anySteps, async (base, left, right, further) => {
        const [a, b, c] = (await shards(base, left, right, further)) as [Uint8Array, Uint8Array, Uint8Array];
        const all = await archiveOf(await storeOf(a, b, c));
        expect(await archiveOf(await storeOf(c, a, b))).toEqual(all);
        expect(await archiveOf(await storeOf(b, c, b, a, c))).toEqual(all);
        const inner = await archiveOf(await storeOf(c, b));
        expect(await archiveOf(await storeOf(a, inner))).toEqual(all);
        const { ok, faults } = await validateLedger(await storeOf(a, b, c), { types });
        expect({ ok, faults }).toEqual({ ok: true, faults: [] });
      }),
      { numRuns: 25 },
    );
  });

  test('into a ledger with entries of its own is the same as joining both elsewhere', async () => {
    await fc.assert(
      fc.asyncProperty(anySteps, anySteps, anySteps, async (base, local, remote) => {
        const [theirs] = (await shards(base, remote)) as [Uint8Array];
        const ledger = sampleLedger(createMemoryStore(), Date.UTC(2026, 5, 1));
        await take(ledger, local);
        const ours = await archiveOf(ledger.store);
        await importArchive(ledger.store, inChunks(theirs));
        expect(await archiveOf(ledger.store)).toEqual(await archiveOf(await storeOf(theirs, ours)));
      }),
      { numRuns: 25 },
    );
  });
});
