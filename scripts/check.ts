// Runs every check of the repository, says one line about each, and shows the words of those that fail.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { closingLine } from './closing-line.ts';

const root = join(import.meta.dirname, '..');

/** What is checked -> the script that checks it; a script fails by its exit code. */
const checks: Readonly<Record<string, readonly string[]>> = {
  build: ['scripts/build.ts'],
  types: ['node_modules/typescript/bin/tsc', '--noEmit'],
  style: ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'],
  layers: ['scripts/check-layers.ts'],
  'unused code': ['node_modules/knip/bin/knip.js'],
  package: ['node_modules/publint/src/cli.js', '--strict'],
  'document examples': ['scripts/check-docs.ts'],
  'generated reference': ['scripts/generate-reference.ts', '--check'],
};

let failed = 0;
for (const [name, args] of Object.entries(checks)) {
  const start = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  process.stdout.write(`${status === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)\n`);
  if (status !== 0) {
    failed += 1;
    process.stdout.write(`${stdout}${stderr}`.replace(/^(?=.)/gm, '     '));
  }
}
process.stdout.write(`${closingLine({ passed: Object.keys(checks).length - failed, failed, skipped: 0 })}\n`);
process.exitCode = failed > 0 ? 1 : 0;
