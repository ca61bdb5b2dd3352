// The demo's shop as a place to run the program in, and how it is cloned and fed.

import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll } from 'vitest';
import type { ReportDocument } from '../../src/record/index.ts';
import { layShop } from '../support/lay-shop.ts';
import { ask, type RunOptions, temporaryFolder } from './penumbra.ts';

/** Builds a shop that is gone after the test. */
export function shop(): RunOptions {
  const cwd = temporaryFolder();
  layShop(cwd);
  return { cwd };
}

/** Builds a shop that all tests of a file share; they leave it as it is. */
export function sharedShop(): RunOptions {
  const cwd = mkdtempSync(join(tmpdir(), 'penumbra-e2e-'));
  afterAll(() => rmSync(cwd, { recursive: true, force: true }));
  layShop(cwd);
  return { cwd };
}

/** Copies a shop, with all that is on record there, to a folder of its name that is gone after the test. */
export function copyShop({ cwd: from }: RunOptions): RunOptions {
  const cwd = join(temporaryFolder(), basename(from));
  cpSync(from, cwd, { recursive: true });
  return { cwd };
}

/** Clones a shop to a folder of its name that is gone after the test, with its reports; flags are git's. */
export function cloneShop({ cwd: from }: RunOptions, ...flags: readonly string[]): RunOptions {
  const cwd = join(temporaryFolder(), basename(from));
  const env = { ...process.env, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: devNull };
  execFileSync('git', ['clone', '--quiet', ...flags, `file://${from}`, cwd], { env });
  cpSync(join(from, 'reports'), join(cwd, 'reports'), { recursive: true });
  return { cwd };
}

/** Investigates and returns the document. */
export function investigate(at: RunOptions, ...args: readonly string[]): ReportDocument {
  return ask<ReportDocument>(['investigate', ...args], at);
}

/** Writes a report of one failing test. */
export function writeReport(
  { cwd }: RunOptions,
  {
    file = 'one.xml',
    className,
    name,
    trace,
  }: Readonly<Record<'className' | 'name' | 'trace', string>> & { readonly file?: string },
): string {
  const message = trace.split('\n', 1)[0];
  writeFileSync(
    join(cwd, file),
    `<testsuite name="${className}"><testcase classname="${className}" name="${name}"><failure message="${message}">${trace}</failure></testcase></testsuite>`,
  );
  return file;
}
