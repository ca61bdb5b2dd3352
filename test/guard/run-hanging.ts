// Starts a run that does not end, and ends itself when it is told to; for the runner's tests.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openRunner } from '../../src/adapters/exec/index.ts';
import { openDisk } from '../../src/adapters/files/index.ts';

const [folder = '', end = '', seconds = '1000'] = process.argv.slice(2);
const disk = openDisk();
const root = disk.openRoot(join(folder, 'scratch'));
if (root === null) throw new Error('the folder is not there');
const runner = openRunner({ roots: [], hold: disk.hold, searchPath: ['/usr/bin', '/bin'] });
const program = runner.pin('sh');
if (program === null) throw new Error('no shell');
void runner.run({
  runnable: { program },
  args: ['-c', `sleep ${seconds} & echo $! > ${end === 'sandboxed' ? '' : `${folder}/`}pid; wait`],
  directory: { root, path: '' },
  isSandboxed: end === 'sandboxed',
  isReadOnly: false,
  hidden: [],
  sees: [],
  environment: [],
  loadsCode: false,
  timeoutMs: 600_000,
  outputBytes: 10_000,
});
setInterval(() => {
  if (end === 'exit' && existsSync(join(folder, 'go'))) process.exit(0);
}, 10);
