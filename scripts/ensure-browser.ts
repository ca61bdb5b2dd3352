// Brings Debian's Chromium for the tests of pages where there is none, apt-get is at hand and root runs it. What it does
// it says; where it cannot, the tests go on, and those of pages say what they lack.

import { spawnSync } from 'node:child_process';
import { findBrowser, isBrowserRequired } from './find-browser.ts';

const minuteMs = 60_000;
const options = ['-y', '-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=30'];

if (findBrowser() === null && !installBrowser()) {
  const consequence = isBrowserRequired() ? 'fail, for CI is set' : 'are skipped';
  say(`no Chromium: the tests of pages ${consequence}`);
  say('hint: install chromium, or name one in PENUMBRA_CHROMIUM');
}

function installBrowser(): boolean {
  if (process.getuid?.() !== 0 || aptGet('--version') !== 0) return false;
  say('no Chromium for the tests of pages: installing it (apt-get install -y chromium)');
  const install = ['install', '--no-install-recommends', 'chromium'];
  // A machine that never listed its packages has to do so first.
  const isDone = aptGet(...install) === 0 || (aptGet('update') === 0 && aptGet(...install) === 0);
  return isDone && findBrowser() !== null;
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
