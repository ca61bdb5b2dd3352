// Runs the program as a person would: in a folder, with arguments or from a shell. From a shell it is the launcher in a
// process of its own; otherwise one process runs all command lines, which takes a quarter of the time.

import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { launcher, type ProgramEnd, runProgram } from '../support/run-program.ts';

export { launcher };

/** A document that the program printed. */
export type Json = { readonly [key: string]: unknown };

/** How and where to run the program. */
export type RunOptions = {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string | Uint8Array;
};

/** Runs the program to its end. */
export function penumbra(args: readonly string[], { cwd, env = {}, input = '' }: RunOptions): ProgramEnd {
  const environment = { ...process.env, NO_COLOR: '1', ...env };
  return runProgram({ args, cwd, env: environment, input: Buffer.from(input).toString('base64') });
}

/** Runs the program to its end in a process of its own, by its launcher. */
export function launch(args: readonly string[], { cwd, env = {}, input = '' }: RunOptions): ProgramEnd {
  const environment = { ...process.env, NO_COLOR: '1', ...env };
  return spawnSync(process.execPath, [launcher, ...args], { cwd, env: environment, input, encoding: 'utf8' });
}

/** Runs the program with --json and returns its answer. */
export function ask<Answer = Json>(args: readonly string[], options: RunOptions, exitCode = 0): Answer {
  const { stdout, stderr, status } = penumbra([...args, '--json'], options);
  expect({ status, stderr }).toEqual({ status: exitCode, stderr: '' });
  return JSON.parse(stdout);
}

/** Runs a command that fails and returns its fault. */
export function fault(args: readonly string[], options: RunOptions): Json & { readonly exit: number | null } {
  const { stdout, stderr, status } = penumbra([...args, '--json'], options);
  expect(stdout).toBe('');
  const { error } = JSON.parse(stderr);
  expect(String(error.message)).not.toBe('');
  return { exit: status, code: error.code, hint: error.hint, message: error.message };
}

/** Runs a shell script in which `penumbra` is the program. */
export function shell(script: string, { cwd }: RunOptions): SpawnSyncReturns<string> {
  const preamble = `penumbra() { '${process.execPath}' '${launcher}' "$@"; }`;
  const env = { ...process.env, NO_COLOR: '1' };
  return spawnSync('sh', ['-c', `${preamble}\n${script}`], { cwd, env, encoding: 'utf8', timeout: 120_000 });
}

/** Creates a folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'penumbra-e2e-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
