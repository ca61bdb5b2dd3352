// What the program prints and writes of an investigation that met secrets, command by command.

import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { planted, plantSecrets } from '../leaks/planted-secrets.ts';
import { ask, penumbra, temporaryFolder } from './penumbra.ts';

const PIECE = 12;

/** The secrets of which some piece stands in a text. */
function told(text: string): readonly string[] {
  const whole = text.toLowerCase();
  return Object.entries(planted).flatMap(([name, secret]) => {
    const end = secret.toLowerCase().slice(-PIECE);
    return whole.includes(end) ? [name] : [];
  });
}

test('no command tells a secret but the one that asks for the key', () => {
  const folder = temporaryFolder();
  const cwd = join(folder, 'shop');
  mkdirSync(cwd);
  const report = plantSecrets(cwd);
  const env = { PENUMBRA_CONFIG_DIR: join(folder, 'config') };
  expect(penumbra(['keys', 'create'], { cwd, env }).status).toBe(0);
  const said = (...args: readonly string[]) => {
    const { status, stdout, stderr } = penumbra(args, { cwd, env });
    expect([args, status, told(stdout + stderr)]).toEqual([args, status, []]);
    return stdout;
  };
  const document = JSON.parse(said('investigate', report, '--json'));
  const [cause] = document.causes;
  expect(cause.message).toContain('‹secret ');
  for (const args of [
    ['show', 'latest'],
    ['show', 'latest', '--json'],
    ['runs'],
    ['memory'],
    ['memory', '--json'],
    ['pack', cause.id],
    ['pack', cause.id, '--consumer', 'investigate'],
    ['pack', cause.id, '--consumer', 'investigate', '--json'],
    ['pack', cause.id, '--consumer', 'investigate', '--explain'],
    ['pack', 'verify'],
    ['audit', 'show'],
    ['audit', 'verify'],
    ['validate'],
    ['investigate', join(cwd, 'src/login.ts')],
    // Recalls the cause of the first run.
    ['investigate', report],
    ['export', join(folder, 'ledger.penumbra')],
  ])
    said(...args);
  // Where a record comes from ends at files of the workspace, by what they are called.
  for (const { handle } of cause.evidence as readonly { readonly handle: string }[]) {
    const { stdout, stderr } = penumbra(['explain', handle], { cwd, env });
    expect(told(stdout + stderr).filter((name) => name !== 'fileName')).toEqual([]);
  }
  for (const form of ['html', 'markdown', 'comment', 'sarif', 'ctrf', 'junit', 'annotations']) {
    const file = join(folder, `causes.${form}`);
    said('show', 'latest', `--${form}`, file);
    expect([form, told(readFileSync(file, 'utf8'))]).toEqual([form, []]);
  }
  // The archive, and the ledger itself, hold the tree of the workspace, and with it what its files are called.
  expect(told(readFileSync(join(folder, 'ledger.penumbra'), 'latin1'))).toEqual(['fileName']);
  for (const file of readdirSync(join(cwd, '.penumbra')))
    expect(
      told(readFileSync(join(cwd, '.penumbra', file), 'latin1')).filter((name) => name !== 'fileName'),
    ).toEqual([]);

  const { secrets } = ask<{ secrets: { value: string }[] }>(['audit', 'secrets', document.run], { cwd, env });
  const values = secrets.map(({ value }) => value);
  const { cut: _cut, fileName: _fileName, ...found } = planted;
  expect(Object.values(found).filter((secret) => !values.includes(secret))).toEqual([]);
  expect(penumbra(['audit', 'secrets'], { cwd, env }).stdout).toContain(planted.message);
  const elsewhere = { PENUMBRA_CONFIG_DIR: join(folder, 'elsewhere') };
  const closed = penumbra(['audit', 'secrets'], { cwd, env: elsewhere });
  expect(told(closed.stdout + closed.stderr)).toEqual([]);
  expect(closed.stdout).toContain('no key here opens it');
}, 120_000);
