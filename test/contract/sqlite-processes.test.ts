// The embedded store between processes: many at once, killed at any instant, or without permission to write.

import { chmodSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { openSqliteStore } from '../../src/adapters/sqlite/index.ts';
import { toObject } from '../../src/ledger/index.ts';
import {
  expectFault,
  expectLaidLedger,
  freshDirectory,
  layLedger,
  outputOf,
  startChild,
} from './sqlite-fixture.ts';

/** As root, permissions bind nobody; children then run as this user. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

async function probe(file: string): Promise<{ value?: string; outcome: { code?: string; hint?: string } }> {
  return JSON.parse(await outputOf(startChild(['probe', file], nobody)));
}

describe('several processes', () => {
  test('create one ledger together and lose no increment of its counter', async () => {
    const file = join(freshDirectory(), '.penumbra', 'ledger.db');
    const children = Array.from({ length: 6 }, () => startChild(['increment', file, '40']));
    expect(await Promise.all(children.map(outputOf))).toEqual(children.map(() => ''));
    const store = await openSqliteStore({ file });
    expect((await store.readLog('counter', {})).map(({ value }) => Number(value))).toEqual(
      Array.from({ length: 240 }, (_, index) => index + 1),
    );
    await store.close();
    expect(readdirSync(dirname(file)).sort()).toEqual(['.gitignore', 'ledger.db']);
    expect(readFileSync(join(dirname(file), '.gitignore'), 'utf8')).toBe('*\n');
  });

  test('are not starved by one that writes without end', async () => {
    const file = await layLedger();
    const greedy = startChild(['endless', file]);
    await new Promise((resolve) => greedy.stdout?.once('data', resolve));
    const store = await openSqliteStore({ file });
    for (let number = 0; number < 20; number++) {
      expect(
        (await store.commit({ atMs: number, appends: [{ log: 'modest', value: `${number}` }] })).committed,
      ).toBe(true);
    }
    expect(greedy.exitCode).toBe(null);
    greedy.kill('SIGKILL');
    await store.close();
  });

  test('do not touch the .gitignore of a directory that was there before', async () => {
    const file = await layLedger();
    expect(readdirSync(dirname(file))).toEqual(['ledger.db']);
  });
});

test('a lock that is never released ends in a fault, while reads go on and the event loop stays free', async () => {
  const file = await layLedger();
  const holder = new DatabaseSync(file);
  holder.exec('BEGIN IMMEDIATE');
  const store = await openSqliteStore({ file, maxWaitMs: 60 });
  // Turns of the loop, not milliseconds: a busy machine leaves few of those.
  let turns = 0;
  let turning = setImmediate(function turn() {
    turns++;
    turning = setImmediate(turn);
  });
  await expectFault('store-busy', () => store.commit({ atMs: 1, appends: [{ log: 'log', value: '3' }] }));
  await expectFault('store-busy', () => store.maintain());
  clearImmediate(turning);
  expect(turns).toBeGreaterThan(5);
  expect((await store.head('log'))?.value).toBe('2');
  holder.exec('ROLLBACK');
  holder.close();
  expect((await store.commit({ atMs: 1, appends: [{ log: 'log', value: '3' }] })).committed).toBe(true);
  await store.close();
});

describe('a process that is killed', () => {
  test('in the middle of a transaction leaves a store that opens with all that was committed', async () => {
    const file = await layLedger();
    const child = startChild(['hold', file]);
    await new Promise((resolve) => child.stdout?.once('data', resolve));
    const ended = outputOf(child);
    child.kill('SIGKILL');
    await ended;
    const store = await openSqliteStore({ file });
    await expectLaidLedger(store);
    expect((await store.commit({ atMs: 1, appends: [{ log: 'log', value: '3' }] })).committed).toBe(true);
    expect((await store.head('log'))?.sequence).toBe(3);
    await store.close();
  });

  test('at any instant under load, again and again, loses nothing that it was told is committed', async () => {
    const file = join(freshDirectory(), 'ledger.db');
    for (const acknowledged of [1, 17, 40, 80, 3]) {
      const child = startChild(['endless', file]);
      let lines = 0;
      child.stdout?.on('data', (chunk: Buffer) => {
        lines += chunk.toString().split('\n').length - 1;
        if (lines >= acknowledged) child.kill('SIGKILL');
      });
      const last = Number((await outputOf(child)).trimEnd().split('\n').at(-1));
      const store = await openSqliteStore({ file });
      expect((await store.head('log'))?.sequence).toBeGreaterThanOrEqual(last);
      const ids = Array.from({ length: last }, (_, index) => toObject(String(index + 1)).id);
      expect(await store.getMany(ids)).not.toContain(null);
      expect(await store.checkStructure()).toEqual([]);
      await store.close();
    }
  });
});

describe('without permission to write', () => {
  test('a store in a read-only directory is read, and says that it cannot be written', async () => {
    const file = await layLedger();
    chmodSync(file, 0o444);
    chmodSync(dirname(file), 0o555);
    const { value, outcome } = await probe(file);
    expect(value).toBe('2');
    expect(outcome.code).toBe('store-read-only');
    expect(outcome.hint).toMatch(/\w/);
    chmodSync(dirname(file), 0o777);
    const store = await openSqliteStore({ file });
    await expectLaidLedger(store);
    await store.close();
  });

  test('a read-only file in a directory that can be written is read, and says that it cannot be written', async () => {
    const file = await layLedger();
    chmodSync(file, 0o444);
    const { value, outcome } = await probe(file);
    expect(value).toBe('2');
    expect(outcome.code).toBe('store-read-only');
  });

  test('a store in a read-only directory is read while its owner has it open', async () => {
    const file = await layLedger();
    const store = await openSqliteStore({ file });
    await store.commit({ atMs: 2, appends: [{ log: 'log', value: '3' }] });
    chmodSync(file, 0o444);
    chmodSync(dirname(file), 0o555);
    const { value, outcome } = await probe(file);
    expect(value).toBe('3');
    expect(outcome.code).toBe('store-read-only');
    chmodSync(dirname(file), 0o777);
    await store.close();
  });

  test('a store cannot be created, and says so', async () => {
    const directory = join(freshDirectory(), 'locked');
    mkdirSync(directory);
    chmodSync(directory, 0o555);
    const { outcome } = await probe(join(directory, 'ledger.db'));
    expect(outcome.code).toBe('store-read-only');
    expect(outcome.hint).toMatch(/\w/);
  });

  test('a store in a directory that may not be entered is unavailable, not absent', async () => {
    const file = await layLedger();
    chmodSync(dirname(file), 0o000);
    const { outcome } = await probe(file);
    expect(outcome.code).toBe('store-unavailable');
    expect(outcome.hint).toContain('permission');
    chmodSync(dirname(file), 0o777);
  });

  test('a store that may not even be read is unavailable', async () => {
    const file = await layLedger();
    chmodSync(file, 0o000);
    const { outcome } = await probe(file);
    expect(outcome.code).toBe('store-unavailable');
    expect(outcome.hint).toMatch(/\w/);
  });
});
