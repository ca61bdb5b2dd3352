// Lists the descriptors of a child that is started plainly, and of one that the runner starts; for the runner's tests.

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { openRunner } from '../../src/adapters/exec/index.ts';
import { openDisk } from '../../src/adapters/files/index.ts';
import type { PinnedProgram } from '../../src/tools/index.ts';

const [folder = ''] = process.argv.slice(2);
const disk = openDisk();
const root = disk.openRoot(join(folder, 'scratch'));
if (root === null) throw new Error('the folder is not there');
const runner = openRunner({ roots: [], hold: disk.hold, searchPath: ['/usr/bin', '/bin'] });
const ended = await runner.run({
  runnable: { program: runner.pin('ls') as PinnedProgram },
  args: ['-l', '/proc/self/fd'],
  directory: { root, path: '' },
  isSandboxed: process.argv.includes('sandboxed'),
  isReadOnly: false,
  hidden: [],
  sees: [],
  environment: [],
  loadsCode: false,
  timeoutMs: 60_000,
  outputBytes: 10_000,
});
const kept = typeof ended === 'string' ? ended : Buffer.from(ended.stdout).toString();
const bare = execFileSync('ls', ['-l', '/proc/self/fd'], { encoding: 'utf8' });
process.stdout.write(JSON.stringify({ bare, kept }));
