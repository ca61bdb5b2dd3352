// Whether the programs that tests need are found, brought or done without, with a stub in the place of apt-get.

import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findBrowser, isBrowserRequired } from './find-browser.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'penumbra-programs-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function addProgram(name: string, script = ''): void {
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, name), 0o755);
}

/** Lays the programs besides the browser that tests need. */
function addOthers(): void {
  for (const name of ['bwrap', 'strace']) addProgram(name);
}

/** Runs the script with nothing on the PATH but the folder, and tells what apt-get was asked. */
function ensurePrograms(environment: Readonly<Record<string, string>> = {}) {
  const { status, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'ensure-programs.ts')], {
    env: { PATH: folder, ...environment },
    encoding: 'utf8',
  });
  const log = join(folder, 'log');
  const commands = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [];
  return { status, stderr, commands: commands.filter((command) => command !== '--version') };
}

/** Writes down its command, which follows the options, and does what the script says; the PATH is the folder. */
const apt = (script: string): string => `shift 5; echo "$1" >> "$PATH/log"; ${script}`;

describe('a browser', () => {
  test('is the one that is named, else the first on the PATH that can be started', () => {
    expect(findBrowser({ PENUMBRA_CHROMIUM: '/own/chromium', PATH: folder })).toBe('/own/chromium');
    expect(findBrowser({ PATH: folder })).toBe(null);
    writeFileSync(join(folder, 'chromium'), '');
    addProgram('google-chrome');
    expect(findBrowser({ PATH: ['', '/nowhere', folder].join(delimiter) })).toBe(
      join(folder, 'google-chrome'),
    );
  });

  test.each([
    ['true', true],
    ['1', true],
    ['false', false],
    ['0', false],
    ['', false],
  ])('is required where CI is `%s`: %s', (CI, isRequired) => {
    expect(isBrowserRequired({ CI })).toBe(isRequired);
  });

  test('that is there needs nothing', () => {
    addOthers();
    addProgram('chromium');
    addProgram('apt-get', apt(''));
    expect(ensurePrograms()).toEqual({ status: 0, stderr: '', commands: [] });
  });

  test.each([
    [{}, 'are skipped'],
    [{ CI: 'true' }, 'fail, for CI is set'],
  ])('that is missing where there is no apt-get is said to be missing: %j', (environment, consequence) => {
    const { status, stderr } = ensurePrograms(environment);
    expect(status).toBe(0);
    expect(stderr).toContain(`the tests of pages ${consequence}`);
    expect(stderr).toContain(`the tests of the sandbox ${consequence}`);
    expect(stderr).toContain(`the tests that watch system calls ${consequence}`);
  });
});

describe.runIf(process.getuid?.() === 0)('root', () => {
  const bring = `[ "$1" = install ] && { echo > "$PATH/chromium"; /bin/chmod +x "$PATH/chromium"; }; exit 0`;

  test('has it brought, and is told so', () => {
    addOthers();
    addProgram('apt-get', apt(bring));
    const { status, stderr, commands } = ensurePrograms();
    expect({ status, commands }).toEqual({ status: 0, commands: ['install'] });
    expect(stderr).toBe(
      'penumbra: no Chromium for the tests of pages: installing it (apt-get install -y chromium)\n',
    );
  });

  test('has all that is missing brought at once', () => {
    const log = 'echo "$*" >> "$PATH/packages";';
    const lay = 'for f in chromium bwrap strace; do echo > "$PATH/$f"; /bin/chmod +x "$PATH/$f"; done;';
    addProgram('apt-get', apt(`[ "$1" = install ] && { ${log} ${lay} }; exit 0`));
    const { stderr, commands } = ensurePrograms();
    expect(commands).toEqual(['install']);
    expect(readFileSync(join(folder, 'packages'), 'utf8')).toBe(
      'install --no-install-recommends chromium bubblewrap strace\n',
    );
    expect(stderr).toContain('installing them (apt-get install -y chromium bubblewrap strace)');
  });

  test('has the packages listed first where they never were', () => {
    addOthers();
    addProgram(
      'apt-get',
      apt(
        `[ "$1" = update ] && echo > "$PATH/listed"; [ "$1" = install ] && [ ! -e "$PATH/listed" ] && exit 100; ${bring}`,
      ),
    );
    expect(ensurePrograms()).toMatchObject({ status: 0, commands: ['install', 'update', 'install'] });
  });

  test('goes on without it where it cannot be brought', () => {
    addProgram('apt-get', apt('[ "$1" = --version ] && exit 0; echo "E: no network" >&2; exit 100'));
    const { status, stderr } = ensurePrograms();
    expect(status).toBe(0);
    expect(stderr).toContain('apt-get: E: no network');
    expect(stderr).toContain('are skipped');
  });
});
