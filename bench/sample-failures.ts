// The demo's shop with reports of as many failures as a row asks for, each report another one, so that none is a run
// that was done before.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildRepository } from '../examples/investigate/build-repository.ts';
import { investigate } from '../src/investigation/index.ts';
import { cpuOf } from './cpu.ts';
import type { Contestant } from './row.ts';

/** Writes one failing test; `number` tells it from the others, `salt` one report from the next. */
export type WriteFailure = (number: number, salt: number) => string;

/** Investigates a report of so many failures, after a first run has scanned and indexed the workspace. */
export async function investigation(failures: number, writeFailure: WriteFailure): Promise<Contestant> {
  const folder = mkdtempSync(join(tmpdir(), 'penumbra-bench-'));
  const workspace = join(folder, 'shop');
  const report = join(folder, 'report.xml');
  buildRepository(workspace);
  let salt = 0;
  const once = async (count: number) => {
    salt += 1;
    const cases = Array.from({ length: count }, (_, number) => writeFailure(number, salt));
    writeFileSync(report, `<testsuite name="bench">${cases.join('')}</testsuite>`);
    await investigate({ workspace, reports: [report], memory: 'off' });
  };
  await once(1);
  return {
    run: (times) =>
      cpuOf(async () => {
        for (let turn = 0; turn < times; turn++) await once(failures);
      }),
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** A goal as the other side of a row: what the work would cost if it were met. */
export function goal(perSecond: number): (failures: number) => Contestant {
  return (failures) => ({ run: async (times) => (times * failures * 1_000_000) / perSecond });
}
