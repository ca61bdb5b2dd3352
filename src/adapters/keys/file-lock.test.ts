/** Locks: only one process holds a lock, and a killed process does not keep others out. */
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { markProcess, takeFileLock } from './file-lock.ts';

const HOUR_S = 3_600;
const goneProcess = String(spawnSync(process.execPath, ['--version']).pid);
const markOf = (processId: string): string => markProcess().replace(/^\d+/, processId);
const fromElsewhere = (mark: string): string => mark.replace(/-[0-9a-f]{16}-/, `-${'0'.repeat(16)}-`);

/** Leaves a lock with a given mark and age, and returns whether another one can be taken. */
function check(mark: string, ageS: number, isTaken: boolean): void {
  const folder = mkdtempSync(join(tmpdir(), 'penumbra-lock-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const lock = join(folder, 'a.lock');
  writeFileSync(lock, mark);
  const atS = Date.now() / 1_000 - ageS;
  utimesSync(lock, atS, atS);
  const taken = takeFileLock(lock);
  expect(taken !== null).toBe(isTaken);
  if (!isTaken) expect(readFileSync(lock, 'utf8')).toBe(mark);
  taken?.release();
  expect(readdirSync(folder)).toEqual(isTaken ? [] : ['a.lock']);
}

test.each<[string, string, number, boolean]>([
  ['of a process that is gone', markOf(goneProcess), 0, true],
  ['of a process that lives', markOf(String(process.pid)), 0, false],
  ['of a process that lives, and an hour old', markOf(String(process.pid)), HOUR_S, true],
  ['of a process that lives, from the future', markOf(String(process.pid)), -HOUR_S, true],
  ['of another host', fromElsewhere(markOf(goneProcess)), 0, false],
  ['of another host, an hour old', fromElsewhere(markOf(goneProcess)), HOUR_S, true],
  ['without a mark', '', 0, false],
  ['without a mark, an hour old', '', HOUR_S, true],
  ['with something else for a mark', '0-../..-', 0, false],
])('a lock %s', (_what, mark, ageS, isTaken) => check(mark, ageS, isTaken));

test('a lock that another process took for left is not released by who had it first', () => {
  const folder = mkdtempSync(join(tmpdir(), 'penumbra-lock-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const lock = join(folder, 'a.lock');
  const first = takeFileLock(lock);
  utimesSync(lock, 1_000, 1_000);
  const second = takeFileLock(lock);
  first?.release();
  expect(existsSync(lock)).toBe(true);
  second?.release();
  expect(existsSync(lock)).toBe(false);
});
