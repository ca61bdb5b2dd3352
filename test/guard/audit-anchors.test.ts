// Anchors beside the keys: they follow the head, never go back, survive several processes, and stay as proof.

import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readAnchorFile } from '../../src/engine/guard/audit/anchor-file.ts';
import { createAnchorKeeper } from '../../src/engine/guard/audit/anchored-trail.ts';
import { openAnchors } from '../../src/engine/guard/audit/anchors.ts';
import { type AuditHead, findAuditHead, openAuditTrail, verifyAudit } from '../../src/guard/index.ts';
import type { Signer } from '../../src/kernel/index.ts';
import { createMemoryStore, type Store } from '../../src/ledger/index.ts';
import { createFakeClock } from '../../src/testing/index.ts';
import {
  groupsOf,
  rewriteAudit,
  sampleEntry,
  sampleKeys,
  sampleRandomness,
  writeRecords,
} from './audit-samples.ts';

const { signer, verifier } = sampleKeys('secret');

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'penumbra-anchors-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A store with records, and the heads after each of them. */
async function storeWithHeads(count: number, seed = 0): Promise<{ store: Store; heads: AuditHead[] }> {
  const store = createMemoryStore();
  const heads: AuditHead[] = [];
  const trail = await openAuditTrail(
    { store, clock: createFakeClock() },
    { randomness: sampleRandomness(seed), onWritten: (head) => void heads.push(head) },
  );
  for (let number = 1; number <= count; number++) await trail.record(sampleEntry(number));
  return { store, heads };
}

const at = (heads: readonly AuditHead[], sequence: number) => heads[sequence - 1] as AuditHead;

describe('an anchor', () => {
  test('moves forward along its chain and never back', async () => {
    const anchors = openAnchors(temporaryFolder());
    const { store, heads } = await storeWithHeads(3);
    expect(await anchors.keep(store, at(heads, 2), signer)).toBe('moved');
    expect(await anchors.keep(store, at(heads, 1), signer)).toBe('as-new');
    expect((await anchors.read(store.location)).map(({ sequence }) => sequence)).toEqual([2]);
    expect(await anchors.keep(store, at(heads, 3), signer)).toBe('moved');
    expect(await verifyAudit(store, { anchors: await anchors.read(store.location), verifier })).toMatchObject(
      { ok: true, anchored: { to: 3 } },
    );
  });

  test('stays where the ledger was cut and has gone on, so that it is found out', async () => {
    const anchors = openAnchors(temporaryFolder());
    const { store, heads } = await storeWithHeads(4);
    await anchors.keep(store, at(heads, 4), signer);
    await rewriteAudit(store, (await groupsOf(store)).slice(0, 2));
    await writeRecords(store, 5);
    const head = (await findAuditHead(store)) as AuditHead;
    expect(head.sequence).toBe(7);
    expect(await anchors.keep(store, head, signer)).toBe('contradicted');
    expect(await verifyAudit(store, { anchors: await anchors.read(store.location), verifier })).toMatchObject(
      { ok: false, faults: [{ sequence: 4, fault: 'changed' }] },
    );
  });

  test('does not go back where an older head is kept at the same time, and more slowly', async () => {
    const folder = temporaryFolder();
    const { store, heads } = await storeWithHeads(3);
    const begun = Promise.withResolvers<void>();
    const newer = begun.promise.then(() => openAnchors(folder).keep(store, at(heads, 3), signer));
    const slow: Signer = {
      sign: async (...claim) => {
        begun.resolve();
        // Whoever is kept out by the lock cannot be waited for to the end.
        await Promise.race([newer, delay(200)]);
        return signer.sign(...claim);
      },
    };
    await Promise.all([openAnchors(folder).keep(store, at(heads, 1), slow), newer]);
    const kept = await openAnchors(folder).read(store.location);
    expect(kept.map(({ sequence }) => sequence)).toEqual([3]);
  });

  test('of a ledger that was replaced stays beside that of the new one', async () => {
    const anchors = openAnchors(temporaryFolder());
    const before = await storeWithHeads(2);
    await anchors.keep(before.store, at(before.heads, 2), signer);
    const after = await storeWithHeads(3, 40);
    expect(await anchors.keep(after.store, at(after.heads, 3), signer)).toBe('moved');
    expect(await verifyAudit(after.store, { anchors: await anchors.read('memory'), verifier })).toMatchObject(
      {
        ok: false,
        faults: [{ fault: 'replaced' }],
        anchored: { to: 3 },
      },
    );
  });

  test('lies in a folder of its own, readable by its owner', async () => {
    const folder = temporaryFolder();
    const anchors = openAnchors(folder);
    const { store, heads } = await storeWithHeads(1);
    await anchors.keep(store, at(heads, 1), signer);
    expect(readdirSync(join(folder, 'anchors'))).toHaveLength(1);
    expect(statSync(join(folder, 'anchors')).mode & 0o777).toBe(0o700);
    expect(JSON.parse(readFileSync(anchors.fileOf('memory'), 'utf8'))).toMatchObject({
      schema: 'penumbra.anchors/1',
      anchors: [{ schema: 'penumbra.anchor/1', ledger: 'memory', sequence: 1 }],
    });
  });

  test.each([
    ['is no JSON', 'nothing'],
    ['is no anchor', '{"schema":"other"}'],
    ['holds something else', '{"schema":"penumbra.anchors/1","anchors":[7]}'],
  ])('in a file that %s is refused plainly', async (_what, text) => {
    const file = join(temporaryFolder(), 'anchor.json');
    writeFileSync(file, text);
    await expect(readAnchorFile(file)).rejects.toMatchObject({ code: 'unreadable-input' });
  });

  test('is not looked for in a device without end', async () => {
    await expect(readAnchorFile('/dev/zero')).rejects.toMatchObject({ code: 'unreadable-input' });
  });

  test('is kept although a process was killed while it kept one', async () => {
    const anchors = openAnchors(temporaryFolder());
    const { store, heads } = await storeWithHeads(2);
    await anchors.keep(store, at(heads, 1), signer);
    const lock = `${anchors.fileOf(store.location)}.lock`;
    writeFileSync(lock, '');
    utimesSync(lock, 1_000, 1_000);
    expect(await anchors.keep(store, at(heads, 2), signer)).toBe('moved');
  });
});

describe('a keeper', () => {
  test('anchors the newest head, and of those that come together only that one', async () => {
    const anchors = openAnchors(temporaryFolder());
    const { store, heads } = await storeWithHeads(20);
    const outcomes: unknown[] = [];
    const keeper = createAnchorKeeper({
      store,
      anchors,
      signer,
      onOutcome: (outcome) => void outcomes.push(outcome),
    });
    for (const head of heads) keeper.onWritten(head);
    await keeper.settled();
    expect(outcomes).toEqual(['moved', 'moved']);
    expect((await anchors.read(store.location)).map(({ sequence }) => sequence)).toEqual([20]);
  });

  test('tells of an anchor that could not be kept', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'anchors'), 'a file where the folder belongs');
    const { store, heads } = await storeWithHeads(1);
    const outcomes: unknown[] = [];
    const keeper = createAnchorKeeper({
      store,
      anchors: openAnchors(folder),
      signer,
      onOutcome: (outcome) => void outcomes.push(outcome),
    });
    keeper.onWritten(at(heads, 1));
    await keeper.settled();
    expect(outcomes).toEqual([
      {
        fault: expect.objectContaining({
          code: 'unwritable-output',
          message: expect.stringContaining('cannot keep the anchor'),
          hint: expect.stringContaining('what was anchored before stays'),
        }),
      },
    ]);
  });
});

test('processes that anchor at once leave the newest head, whole', async () => {
  const folder = temporaryFolder();
  const ledger = join(folder, 'ledger.db');
  const worker = join(import.meta.dirname, 'audit-anchor-worker.ts');
  const ends = await Promise.all(
    [1, 2, 3].map(
      (number) =>
        new Promise((resolve) => {
          const child = spawn(process.execPath, [worker, ledger, folder, String(number)], {
            stdio: ['ignore', 'inherit', 'inherit'],
          });
          child.on('exit', resolve);
        }),
    ),
  );
  expect(ends).toEqual([0, 0, 0]);
  const { openSqliteStore } = await import('../../src/adapters/sqlite/index.ts');
  const store = await openSqliteStore({ file: ledger });
  onTestFinished(() => store.close());
  const anchors = await openAnchors(folder).read(ledger);
  expect(await verifyAudit(store, { anchors, verifier })).toMatchObject({
    ok: true,
    records: 30,
    anchored: { from: 1, to: 30 },
    unanchored: 0,
  });
});
