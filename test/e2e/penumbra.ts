// Runs the program as a person would: the launcher, in a folder, with arguments.

import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

const launcher = join(import.meta.dirname, '../../bin/penumbra.js');

/** How and where to run the program. */
export type RunOptions = {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string | Uint8Array;
};

/** Runs the program to its end. */
export function penumbra(
  args: readonly string[],
  { cwd, env = {}, input = '' }: RunOptions,
): SpawnSyncReturns<string> {
  const environment = { ...process.env, NO_COLOR: '1', ...env };
  return spawnSync(process.execPath, [launcher, ...args], { cwd, env: environment, input, encoding: 'utf8' });
}

/** Creates a folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'penumbra-e2e-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
