// The demo's shop, built once by each process that tests run in, and copied from then on.

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildRepository } from '../../examples/investigate/build-repository.ts';

let built: string | null = null;

/** Lays the shop's history and its recorded reports into a folder, as `buildRepository` does. */
export function layShop(folder: string): void {
  built ??= build();
  mkdirSync(folder, { recursive: true });
  execFileSync('cp', ['-a', `${built}/.`, folder]);
}

function build(): string {
  const folder = mkdtempSync(join(tmpdir(), 'penumbra-shop-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  buildRepository(folder);
  return folder;
}
