// Brings the programs that tests need and that are missing, as packages of Debian, where apt-get is at hand and root runs
// it. What it does it says; where it cannot, the tests go on, and those that lack a program say so.

import { spawnSync } from 'node:child_process';
import { findBrowser, isBrowserRequired } from './find-browser.ts';
import { findProgram } from './find-program.ts';

interface Wanted {
  /** As people call it. */
  readonly name: string;
  /** The package of Debian. */
  readonly package: string;
  readonly tests: string;
  readonly hint: string;
  isThere(): boolean;
}

const minuteMs = 60_000;
const options = ['-y', '-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=30'];

const wanted: readonly Wanted[] = [
  {
    name: 'Chromium',
    package: 'chromium',
    tests: 'the tests of pages',
    hint: 'install chromium, or name one in PENUMBRA_CHROMIUM',
    isThere: () => findBrowser() !== null,
  },
  {
    name: 'bubblewrap',
    package: 'bubblewrap',
    tests: 'the tests of the sandbox',
    hint: 'install bubblewrap',
    isThere: () => findProgram('bwrap') !== null,
  },
  {
    name: 'strace',
    package: 'strace',
    tests: 'the tests that watch system calls',
    hint: 'install strace',
    isThere: () => findProgram('strace') !== null,
  },
];

const missing = wanted.filter((program) => !program.isThere());
if (missing.length > 0) install(missing);
for (const { name, tests, hint } of missing.filter((program) => !program.isThere())) {
  const consequence = isBrowserRequired() ? 'fail, for CI is set' : 'are skipped';
  say(`no ${name}: ${tests} ${consequence}`);
  say(`hint: ${hint}`);
}

function install(programs: readonly Wanted[]): void {
  if (process.getuid?.() !== 0 || aptGet('--version') !== 0) return;
  const packages = programs.map((program) => program.package);
  const lacking = programs.map(({ name, tests }) => `no ${name} for ${tests}`).join(', ');
  say(
    `${lacking}: installing ${packages.length === 1 ? 'it' : 'them'} (apt-get install -y ${packages.join(' ')})`,
  );
  const command = ['install', '--no-install-recommends', ...packages];
  // A machine that never listed its packages has to do so first.
  if (aptGet(...command) !== 0 && aptGet('update') === 0) aptGet(...command);
}

function aptGet(...args: readonly string[]): number | null {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status, stderr } = spawnSync('apt-get', [...options, ...args], {
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: 10 * minuteMs,
  });
  if (status !== null && status !== 0) say(`apt-get: ${stderr.trim().split('\n').at(-1) ?? ''}`);
  return status;
}

function say(line: string): void {
  process.stderr.write(`penumbra: ${line}\n`);
}
