// Installs the peers that rows compare with, in this folder alone, unless they are there in the versions that are named.

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = import.meta.dirname;
const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const missing = Object.entries<string>(dependencies).filter(([name, version]) => installed(name) !== version);

if (missing.length > 0) {
  process.stderr.write(
    `penumbra: installing the peers of the benchmark (${Object.keys(dependencies).join(', ')})\n`,
  );
  const args = ['install', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) {
    process.stderr.write(
      'error: npm could not install the peers\nhint: see its message above, then try again\n',
    );
    process.exitCode = 3;
  }
}

function installed(name: string): string | null {
  const file = join(folder, 'node_modules', name, 'package.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : null;
}
