// The archive of a ledger: its bytes, its root, and that it is whole while others write.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  anySteps,
  archiveOf,
  inChunks,
  knownTypes,
  node,
  put,
  sampleLedger,
  storeOf,
  take,
} from '../../../test/ledger/sample-ledger.ts';
import { PenumbraError, sha256 } from '../../kernel/index.ts';
import { collect } from '../collect.ts';
import { createMemoryStore } from '../store/memory-store.ts';
import type { Store } from '../store/store.ts';
import { validateLedger } from '../validate/validate.ts';
import { exportArchive, ledgerRoot } from './export.ts';
import { importArchive } from './import.ts';

/** A store that lets others in before each reading. */
function disturbed(store: Store, disturb: () => Promise<void>): Store {
  const before =
    <Ask extends readonly unknown[], Answer>(read: (...ask: Ask) => Promise<Answer>) =>
    async (...ask: Ask): Promise<Answer> => {
      await disturb();
      return read(...ask);
    };
  return {
    ...store,
    listHeads: before(store.listHeads),
    listTombstones: before(store.listTombstones),
    listObjects: before(store.listObjects),
    getMany: before(store.getMany),
    readLog: before(store.readLog),
    listIndexEntries: before(store.listIndexEntries),
  };
}

describe('an archive', () => {
  test('of an empty ledger is a header and an end', async () => {
    const text = Buffer.from(await archiveOf(createMemoryStore())).toString();
    const header = '{"format":"penumbra.archive/1","record":"archive"}\n';
    const counts = '{"entries":0,"logs":0,"members":0,"objects":0,"tombstones":0}';
    expect(text).toBe(`${header}{"counts":${counts},"record":"end","root":"${sha256(header)}"}\n`);
  });

  test('has as root the hash of every byte before its last line', async () => {
    const ledger = sampleLedger();
    await put(ledger);
    const text = Buffer.from(await archiveOf(ledger.store)).toString();
    const body = text.slice(0, text.lastIndexOf('{"counts"'));
    expect(await ledgerRoot(ledger.store)).toBe(sha256(body));
    expect(text).toContain(`"root":"${sha256(body)}"`);
  });

  test('is the same for the same ledger, and brings the same ledger about elsewhere', async () => {
    await fc.assert(
      fc.asyncProperty(anySteps, async (steps) => {
        const ledger = sampleLedger();
        await take(ledger, steps);
        const archive = await archiveOf(ledger.store);
        expect(await archiveOf(ledger.store)).toEqual(archive);
        const copy = await storeOf(archive);
        expect(await archiveOf(copy)).toEqual(archive);
        expect(await copy.statistics()).toEqual(await ledger.store.statistics());
      }),
      { numRuns: 60 },
    );
  });

  test('is not held as a whole: a large object passes in pieces of its own', async () => {
    const ledger = sampleLedger();
    for (const letter of ['a', 'b', 'c']) await put(ledger, { says: letter.repeat(300_000) });
    const sizes: number[] = [];
    for await (const chunk of exportArchive(ledger.store)) sizes.push(chunk.length);
    expect(Math.max(...sizes)).toBe(300_000);
    expect(sizes.length).toBeGreaterThan(6);
  });

  test('of a ledger with a corrupt object ends with the error that names it', async () => {
    const { store } = sampleLedger();
    await store.commit({ atMs: 0, puts: [{ id: sha256('x'), bytes: new TextEncoder().encode('x') }] });
    const error = new PenumbraError('hash-mismatch', `object ${sha256('x')} is corrupt`);
    const corrupt = { ...store, getMany: () => Promise.reject(error) };
    await expect(ledgerRoot(corrupt)).rejects.toThrow(error);
  });
});

describe('an export while others work', () => {
  test('is whole and valid whatever is appended between its readings', async () => {
    await fc.assert(
      fc.asyncProperty(anySteps, anySteps, fc.nat({ max: 4 }), async (steps, meanwhile, quiet) => {
        const ledger = sampleLedger();
        await take(ledger, steps);
        const appends = meanwhile.filter(({ act }) => act !== 'history' && act !== 'erase');
        let turn = 0;
        const archive = await archiveOf(
          disturbed(ledger.store, async () => {
            if (turn++ >= quiet) await take(ledger, appends.splice(0, 1));
          }),
        );
        const copy = await storeOf(archive);
        const { faults } = await validateLedger(copy);
        expect(faults).toEqual([]);
        expect(await archiveOf(copy)).toEqual(archive);
      }),
      { numRuns: 100 },
    );
  });

  test('is whole and valid, or says that it must be done again, where others merge and collect', async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(
        anySteps,
        anySteps,
        anySteps,
        fc.nat({ max: 8 }),
        async (steps, others, more, quiet) => {
          const [ledger, other] = [
            sampleLedger(),
            sampleLedger(createMemoryStore(), Date.UTC(2026, 0, 1) + 500),
          ];
          await take(ledger, steps);
          await take(other, others);
          const archive = await archiveOf(other.store);
          let turn = 0;
          const acts = [
            () => take(ledger, more),
            () => importArchive(ledger.store, inChunks(archive)),
            () => collect(ledger.store, { types: knownTypes, historyBeforeMs: ledger.clock.now() }),
            () => collect(ledger.store, { types: knownTypes, erase: node('src/1.ts') }),
          ];
          const exported = await archiveOf(
            disturbed(ledger.store, async () => {
              const step = turn++ - quiet;
              if (step >= 0) await acts[step]?.();
            }),
          ).catch((error: unknown) => error);
          if (exported instanceof Uint8Array) {
            const { faults } = await validateLedger(await storeOf(exported));
            expect(faults).toEqual([]);
            seen.add('whole');
          } else {
            expect(exported).toMatchObject({ code: 'store-busy' });
            seen.add('again');
          }
        },
      ),
      { numRuns: 150 },
    );
    expect([...seen].sort()).toEqual(['again', 'whole']);
  });

  test.each(['listTombstones', 'listHeads', 'listObjects', 'getMany'] as const)(
    'is that of one instant where dropped content comes back before %s',
    async (reading) => {
      const ledger = sampleLedger();
      await put(ledger, { says: 'old' });
      await put(ledger, { says: 'new' });
      await collect(ledger.store, { types: knownTypes, historyBeforeMs: ledger.clock.now() });
      for (let turn = 0; turn < 3; turn++) {
        const store = await storeOf(await archiveOf(ledger.store));
        const copy = sampleLedger(store, ledger.clock.now());
        let turns = 0;
        const comeBack = async (): Promise<void> => {
          if (turns++ === turn) await put(copy, { on: 'src/b.ts', says: 'old' });
        };
        const { [reading]: before } = disturbed(store, comeBack);
        const archive = await archiveOf({ ...store, [reading]: before });
        expect(await archiveOf(await storeOf(archive))).toEqual(archive);
      }
    },
  );

  test('leaves out dropped content that comes back after its place was passed', async () => {
    const ledger = sampleLedger();
    await put(ledger, { says: 'old' });
    await put(ledger, { says: 'new' });
    await collect(ledger.store, { types: knownTypes, historyBeforeMs: ledger.clock.now() });
    const { listIndexEntries } = ledger.store;
    const archive = await archiveOf({
      ...ledger.store,
      async listIndexEntries(page) {
        await put(ledger, { says: 'old' });
        return listIndexEntries(page);
      },
    });
    const { faults } = await validateLedger(await storeOf(archive));
    expect(faults).toEqual([]);
  });

  test('keeps writers out for a moment where they never pause', async () => {
    const ledger = sampleLedger();
    await put(ledger);
    let sessions = 0;
    let count = 0;
    const busy: Store = {
      ...ledger.store,
      async listHeads(page) {
        await put(ledger, { says: `${count++}` });
        return ledger.store.listHeads(page);
      },
      async maintain() {
        sessions++;
        return ledger.store.maintain();
      },
    };
    await storeOf(await archiveOf(busy));
    expect(sessions).toBe(1);
  });
});
