// What the tests of the embedded store share: places to lay ledgers in, and a second process.

import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { openSqliteStore } from '../../src/adapters/sqlite/index.ts';
import { type FaultCode, PenumbraError } from '../../src/kernel/index.ts';
import { type Store, toObject } from '../../src/ledger/index.ts';

const directories: string[] = [];
afterAll(() => {
  for (const directory of directories) rmSync(directory, { recursive: true, force: true });
});

/** Creates an empty directory that other users may enter, and removes it after the tests. */
export function freshDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'penumbra-sqlite-'));
  directories.push(directory);
  chmodSync(directory, 0o777);
  return directory;
}

/** Returns the path of a ledger that holds two entries in `log` and the objects `kept 1` to `kept 20`. */
export async function layLedger(file = join(freshDirectory(), 'ledger.db')): Promise<string> {
  const store = await openSqliteStore({ file });
  await store.commit({
    atMs: 1,
    puts: keptObjects(),
    appends: ['1', '2'].map((value) => ({ log: 'log', value })),
  });
  await store.close();
  return file;
}

/** Returns the objects of a laid ledger. */
export function keptObjects() {
  return Array.from({ length: 20 }, (_, index) => toObject(`kept ${index + 1}`));
}

/** Asserts that a store holds all that was laid. */
export async function expectLaidLedger(store: Store): Promise<void> {
  expect((await store.readLog('log', {})).map(({ value }) => value).slice(0, 2)).toEqual(['1', '2']);
  expect(await store.hasMany(keptObjects().map(({ id }) => id))).not.toContain(false);
  expect(await store.checkStructure()).toEqual([]);
}

/** Asserts that an act fails with a fault of a code that says what to do, and returns the fault. */
export async function expectFault(code: FaultCode, act: () => Promise<unknown>): Promise<PenumbraError> {
  const error = await act().then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(PenumbraError);
  const fault = error as PenumbraError;
  expect(fault.code).toBe(code);
  expect(fault.hint).toMatch(/\w/);
  return fault;
}

/** Starts `sqlite-child.ts`. */
export function startChild(args: readonly string[], options: SpawnOptions = {}): ChildProcess {
  const script = join(import.meta.dirname, 'sqlite-child.ts');
  return spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'], ...options });
}

/** Resolves to what a process printed once it has ended. */
export async function outputOf(child: ChildProcess): Promise<string> {
  let output = '';
  child.stdout?.on('data', (chunk) => {
    output += chunk;
  });
  await new Promise((resolve) => child.once('close', resolve));
  return output;
}
