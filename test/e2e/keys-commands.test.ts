// `penumbra keys` run as a program: what it makes and where, what it tells, and what it never tells.

import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openApprovalSigner, openKeys, openVerifier } from '../../src/adapters/keys/index.ts';
import { type Place, place } from './asked-scripts.ts';
import { ask, fault, type Json, penumbra, temporaryFolder } from './penumbra.ts';

type Keys = { readonly directory: string; readonly keys: readonly (Json & { readonly id: string })[] };

function passphraseFile({ cwd }: Place, text = 'open sesame\n'): string {
  const file = join(cwd, 'passphrase');
  writeFileSync(file, text, { mode: 0o600 });
  return file;
}

const keyOf = ({ keys }: Keys, kind: string) =>
  keys.find((key) => key.kind === kind && key.state === 'signs');

test('without keys the list is empty, makes none, and says how', () => {
  const at = place({ hasKeys: false });
  expect(ask(['keys'], at)).toEqual({ directory: at.keys, keys: [] });
  expect(penumbra(['keys'], at).stdout).toContain('penumbra keys create');
  expect(existsSync(at.keys)).toBe(false);
});

test('create makes what is missing, says where, and leaves what is there', () => {
  const at = place({ hasKeys: false });
  const made = ask<Keys & { created: string[] }>(['keys', 'create'], at);
  expect(made).toMatchObject({
    directory: at.keys,
    keys: [
      { kind: 'secret', algorithm: 'hmac-sha256', purposes: ['artifact', 'audit-anchor', 'contract'] },
      { kind: 'approval', algorithm: 'ed25519', purposes: ['approval'], file: join(at.keys, 'approval.key') },
      { kind: 'export', algorithm: 'ed25519', purposes: ['export'] },
    ],
  });
  expect(made.created).toEqual(made.keys.map(({ id }) => id));
  expect(ask(['keys', 'create'], at)).toEqual({ ...made, created: [] });
  expect(penumbra(['keys', 'create'], at).stdout).toContain(`nothing was missing in ${at.keys}`);
});

test('the list tells what each key is for, since when and where, and nothing secret', () => {
  const at = place();
  openKeys(at.keys).rotate('secret');
  openKeys(at.keys).rotate('approval', { passphrase: 'x' });
  const listed = ask<Keys>(['keys', 'list'], at);
  const nowMs = Date.now();
  for (const { createdMs, state } of listed.keys) {
    expect(Math.abs(nowMs - Number(createdMs))).toBeLessThan(60_000);
    expect(state).toMatch(/^(signs|verifies)$/);
  }
  const { stdout } = penumbra(['keys'], at);
  expect(stdout).toMatch(/^key +for +kind +state +created\n/);
  expect(stdout).toMatch(/approval +ed25519 +signs \(passphrase\) +\d{4}-/);
  expect(stdout).toMatch(/approval +ed25519 +only verifies +\d{4}-/);
  const secrets = readdirSync(at.keys)
    .filter((name) => name.endsWith('.key'))
    .map((name) => JSON.parse(readFileSync(join(at.keys, name), 'utf8')))
    .map(({ secret, private: text }) => String(secret ?? text.split('\n')[1]));
  expect(secrets).toHaveLength(4);
  const printed = [
    stdout,
    ...['list', 'public', 'create'].map((name) => penumbra(['keys', name, '--json'], at).stdout),
  ];
  for (const secret of secrets) for (const text of printed) expect(text).not.toContain(secret);
});

describe('a passphrase', () => {
  test('closes the key for approvals', () => {
    const at = place({ hasKeys: false });
    const made = ask<Keys>(['keys', 'create', '--passphrase-file', passphraseFile(at)], at);
    expect(keyOf(made, 'approval')).toMatchObject({ hasPassphrase: true });
    expect(() => openApprovalSigner(at.keys)).toThrow('under a passphrase');
    expect(() => openApprovalSigner(at.keys, { passphrase: 'open sesame' })).not.toThrow();
    // The same command again finds all as it should be; another passphrase is not silently left aside.
    expect(ask(['keys', 'create', '--passphrase-file', passphraseFile(at)], at)).toMatchObject({
      created: [],
    });
    expect(fault(['keys', 'create', '--passphrase-file', passphraseFile(at, 'other')], at)).toMatchObject({
      exit: 2,
    });
  });

  test.each<[string, string, number]>([
    ['empty', '\n', 2],
    ['of several lines', 'one\ntwo\n', 2],
    ['too long', 'x'.repeat(5_000), 2],
  ])('that is %s is refused, and no key is made', (_what, text, exit) => {
    const at = place({ hasKeys: false });
    const found = fault(['keys', 'create', '--passphrase-file', passphraseFile(at, text)], at);
    expect(found).toMatchObject({ exit, hint: expect.stringMatching(/./) });
    expect(existsSync(at.keys)).toBe(false);
  });

  test('for a key that is there already without one is a fault with the remedy', () => {
    const at = place();
    expect(fault(['keys', 'create', '--passphrase-file', passphraseFile(at)], at)).toMatchObject({
      exit: 2,
      hint: expect.stringContaining('keys rotate approval --passphrase-file'),
    });
  });

  test('is not lost by a rotation that does not say so', () => {
    const at = place({ passphrase: 'x' });
    expect(fault(['keys', 'rotate', 'approval'], at)).toMatchObject({
      exit: 2,
      hint: expect.stringContaining('--no-passphrase'),
    });
    expect(ask(['keys', 'rotate', 'approval', '--no-passphrase'], at)).toMatchObject({
      key: { hasPassphrase: false },
    });
    expect(ask(['keys', 'rotate', 'approval', '--passphrase-file', passphraseFile(at)], at)).toMatchObject({
      key: { hasPassphrase: true },
    });
  });

  test('is for the key of a person alone', () => {
    const at = place();
    expect(fault(['keys', 'rotate', 'contract', '--passphrase-file', passphraseFile(at)], at)).toMatchObject({
      exit: 2,
    });
  });
});

test.each(['approval', 'contract', 'secret'])(
  'rotate %s puts a new key in its place, and the old one still verifies',
  (purpose) => {
    const at = place();
    const before = ask<Keys>(['keys'], at);
    const kind = purpose === 'approval' ? purpose : 'secret';
    const old = keyOf(before, kind)?.id;
    const { key, replaced } = ask<{ key: Json; replaced: string }>(['keys', 'rotate', purpose], at);
    expect([replaced, key.kind]).toEqual([old, kind]);
    const after = ask<Keys>(['keys'], at);
    expect(keyOf(after, kind)?.id).toBe(key.id);
    expect(after.keys.find(({ id }) => id === old)).toMatchObject({ state: 'verifies' });
  },
);

test('retire takes a key out of use by the beginning of its id, and forget removes it by the whole', () => {
  const at = place();
  const id = String(keyOf(ask<Keys>(['keys'], at), 'approval')?.id);
  expect(fault(['keys', 'forget', id], at)).toMatchObject({
    exit: 2,
    hint: expect.stringContaining('rotate approval'),
  });
  expect(ask(['keys', 'retire', id.slice(0, 8)], at)).toMatchObject({ key: { id, state: 'verifies' } });
  expect(fault(['keys', 'retire', id], at)).toMatchObject({
    exit: 2,
    hint: expect.stringContaining(`forget ${id}`),
  });
  expect(fault(['keys', 'forget', id.slice(0, 8)], at)).toMatchObject({ exit: 2 });
  expect(ask(['keys', 'forget', id], at)).toMatchObject({ key: { id } });
  expect(ask<Keys>(['keys'], at).keys.map(({ kind }) => kind)).toEqual(['secret', 'export']);
});

test('public keys are printed as the files that another machine needs to check, and no more', async () => {
  const at = place();
  const payload = Buffer.from('payload');
  const signature = await openApprovalSigner(at.keys).sign('approval', payload);
  const { keys } = ask<{ keys: { id: string; kind: string; text: string }[] }>(['keys', 'public'], at);
  expect(keys.map(({ kind }) => kind)).toEqual(['approval', 'export']);
  const { stdout } = penumbra(['keys', 'public', String(keys[0]?.id).slice(0, 6)], at);
  expect(stdout).toBe(keys[0]?.text);
  const elsewhere = join(temporaryFolder(), 'keys');
  mkdirSync(elsewhere, { mode: 0o700 });
  writeFileSync(join(elsewhere, `approval-${keys[0]?.id}.pub`), stdout, { mode: 0o644 });
  expect(await openVerifier(elsewhere).verify('approval', payload, signature)).toBe('valid');
  expect(() => openApprovalSigner(elsewhere)).toThrow('nothing can be signed');
});

describe('a fault has its code and a remedy:', () => {
  test.each<[string, (at: Place) => readonly string[], number]>([
    ['a purpose that is none', () => ['rotate', 'aproval'], 2],
    ['a key that is not here', () => ['retire', 'ffff'], 2],
    ['no name at all', () => ['retire', ''], 2],
    ['a name of escape sequences', () => ['public', '\u001b[2J'], 2],
    ['a passphrase file that is not there', () => ['rotate', 'approval', '--passphrase-file', 'nowhere'], 2],
    [
      'a key file that others can read',
      ({ keys }) => {
        chmodSync(join(keys, 'secret.key'), 0o644);
        return ['list'];
      },
      3,
    ],
    [
      'a damaged key',
      ({ keys }) => {
        writeFileSync(join(keys, 'export.key'), '{}');
        return ['list'];
      },
      3,
    ],
  ])('%s', (_what, prepare, exit) => {
    const at = place();
    const found = fault(['keys', ...prepare(at)], at);
    expect(found).toMatchObject({ exit, hint: expect.stringMatching(/./) });
    expect(String(found.message)).not.toMatch(/\p{Cc}/u);
  });

  test('a command that is none, with the near one', () => {
    expect(fault(['keys', 'lst'], place())).toMatchObject({
      exit: 2,
      message: expect.stringContaining('did you mean `list`?'),
    });
    expect(fault(['keys', 'list', 'more'], place())).toMatchObject({ exit: 2 });
    expect(fault(['keys', 'rotate', 'other'], place()).hint).toContain('contract, export, secret');
  });

  test('a configuration that others can write to', () => {
    const at = place();
    chmodSync(join(at.keys, '..'), 0o775);
    for (const args of [['keys'], ['keys', 'create'], ['keys', 'rotate', 'export']])
      expect(fault(args, at)).toMatchObject({ exit: 3, hint: expect.stringContaining('chmod 700') });
  });

  test('keys that would lie in the workspace', () => {
    const at = place({ hasKeys: false });
    const inside = { ...at, env: { PENUMBRA_CONFIG_DIR: join(at.cwd, 'config') } };
    for (const args of [['create'], ['rotate', 'approval']])
      expect(fault(['keys', ...args], inside)).toMatchObject({
        exit: 3,
        hint: expect.stringContaining('PENUMBRA_CONFIG_DIR'),
      });
    expect(existsSync(join(at.cwd, 'config'))).toBe(false);
  });

  test('public keys where there are none', () => {
    expect(fault(['keys', 'public'], place({ hasKeys: false }))).toMatchObject({ exit: 3 });
  });
});

test('keys in a home that is no workspace are made from there, too', () => {
  const cwd = temporaryFolder();
  const at = { cwd, env: { PENUMBRA_CONFIG_DIR: join(cwd, '.config/penumbra') } };
  expect(ask<Keys>(['keys', 'create'], at).keys).toHaveLength(3);
});
