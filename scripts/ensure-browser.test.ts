// Whether a browser is found, brought or done without, with a stub in the place of apt-get.

import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findBrowser, isBrowserRequired } from './find-browser.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'penumbra-browser-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function addProgram(name: string, script = ''): void {
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, name), 0o755);
}

/** Runs the script with nothing on the PATH but the folder, and tells what apt-get was asked. */
function ensureBrowser(environment: Readonly<Record<string, string>> = {}) {
  const { status, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'ensure-browser.ts')], {
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
    addProgram('chromium');
    addProgram('apt-get', apt(''));
    expect(ensureBrowser()).toEqual({ status: 0, stderr: '', commands: [] });
  });

  test.each([
    [{}, 'are skipped'],
    [{ CI: 'true' }, 'fail, for CI is set'],
  ])('that is missing where there is no apt-get is said to be missing: %j', (environment, consequence) => {
    const { status, stderr } = ensureBrowser(environment);
    expect(status).toBe(0);
    expect(stderr).toContain(`the tests of pages ${consequence}`);
  });
});

describe.runIf(process.getuid?.() === 0)('root', () => {
  const bring = `[ "$1" = install ] && { echo > "$PATH/chromium"; /bin/chmod +x "$PATH/chromium"; }; exit 0`;

  test('has it brought, and is told so', () => {
    addProgram('apt-get', apt(bring));
    const { status, stderr, commands } = ensureBrowser();
    expect({ status, commands }).toEqual({ status: 0, commands: ['install'] });
    expect(stderr).toBe(
      'penumbra: no Chromium for the tests of pages: installing it (apt-get install -y chromium)\n',
    );
  });

  test('has the packages listed first where they never were', () => {
    addProgram(
      'apt-get',
      apt(
        `[ "$1" = update ] && echo > "$PATH/listed"; [ "$1" = install ] && [ ! -e "$PATH/listed" ] && exit 100; ${bring}`,
      ),
    );
    expect(ensureBrowser()).toMatchObject({ status: 0, commands: ['install', 'update', 'install'] });
  });

  test('goes on without it where it cannot be brought', () => {
    addProgram('apt-get', apt('[ "$1" = --version ] && exit 0; echo "E: no network" >&2; exit 100'));
    const { status, stderr } = ensureBrowser();
    expect(status).toBe(0);
    expect(stderr).toContain('apt-get: E: no network');
    expect(stderr).toContain('are skipped');
  });
});
