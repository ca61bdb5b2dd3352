// Keys on a real disk: who can sign and who can check, what a change of keys leaves valid, and files that are not fit.

import { execFile, spawnSync } from 'node:child_process';
import { createPrivateKey } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { markProcess } from '../../src/adapters/keys/file-lock.ts';
import {
  type KeyKind,
  liesWithin,
  openApprovalSigner,
  openKeys,
  openVerifier,
  type ProgramPurpose,
} from '../../src/adapters/keys/index.ts';
import type { Signature, Signer, SigningPurpose } from '../../src/kernel/index.ts';
import { makeFolder } from '../context/workspace.ts';

const program: readonly ProgramPurpose[] = ['artifact', 'audit-anchor', 'contract', 'export'];
const purposes: readonly SigningPurpose[] = ['approval', ...program];
const payload = Buffer.from('payload');

/** Opens keys in a folder that is gone after the test. */
function makeKeys() {
  const folder = makeFolder();
  const directory = join(folder.path, 'keys');
  const keys = openKeys(directory);
  keys.create();
  const signerFor = (purpose: SigningPurpose): Signer =>
    purpose === 'approval' ? openApprovalSigner(directory) : keys.signer([purpose]);
  const sign = (purpose: SigningPurpose) => signerFor(purpose).sign(purpose, payload);
  const check = (purpose: SigningPurpose, signature: Signature, signed: Uint8Array = payload) =>
    keys.verifier().verify(purpose, signed, signature);
  return { folder: folder.path, directory, keys, sign, check, [Symbol.dispose]: folder[Symbol.dispose] };
}

const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8);
const activeId = (keys: ReturnType<typeof openKeys>, kind: KeyKind) =>
  keys.list().find((key) => key.kind === kind && key.isActive)?.id;

describe.each(purposes)('a signature for %s', (purpose) => {
  test('holds for what was signed, and for nothing else', async () => {
    using made = makeKeys();
    const signature = await made.sign(purpose);
    expect(await made.check(purpose, signature)).toBe('valid');
    expect(await made.check(purpose, signature, Buffer.from('payloae'))).toBe('invalid');
    expect(await made.check(purpose, signature, Buffer.from(''))).toBe('invalid');
  });

  test('holds for no other purpose, even of the same key', async () => {
    using made = makeKeys();
    const signature = await made.sign(purpose);
    for (const other of purposes.filter((name) => name !== purpose)) {
      expect(await made.check(other, signature)).not.toBe('valid');
      const claimed = { ...(await made.sign(other)), value: signature.value };
      expect(await made.check(other, claimed)).toBe('invalid');
    }
  });

  test('that was changed in any digit is invalid', async () => {
    using made = makeKeys();
    const signature = await made.sign(purpose);
    for (let index = 0; index < signature.value.length; index++) {
      const digit = signature.value[index] === '0' ? '1' : '0';
      const value = `${signature.value.slice(0, index)}${digit}${signature.value.slice(index + 1)}`;
      expect(await made.check(purpose, { ...signature, value })).toBe('invalid');
    }
  });

  test.each<[string, (signature: Signature) => unknown]>([
    ['cut', ({ value }) => value.slice(2)],
    ['longer', ({ value }) => `${value}00`],
    ['empty', () => ''],
    ['in capitals', ({ value }) => `AB${value.slice(2)}`],
    ['no text', () => 7],
    ['nothing', () => undefined],
  ])('that is %s is invalid', async (_what, change) => {
    using made = makeKeys();
    const signature = await made.sign(purpose);
    const changed = { ...signature, value: change(signature) } as Signature;
    expect(await made.check(purpose, changed)).toBe('invalid');
  });

  test('by a key that is not here is unverifiable', async () => {
    using made = makeKeys();
    using other = makeKeys();
    expect(await made.check(purpose, await other.sign(purpose))).toBe('unverifiable');
    const none = openKeys(join(made.folder, 'none')).verifier();
    expect(await none.verify(purpose, payload, await made.sign(purpose))).toBe('unverifiable');
  });

  test('that names a file for a key, or another algorithm, is invalid', async () => {
    using made = makeKeys();
    const signature = await made.sign(purpose);
    for (const keyId of ['../keys/secret', '', 'secret', signature.keyId.toUpperCase().replace(/\d/g, 'A')]) {
      expect(await made.check(purpose, { ...signature, keyId })).toBe('invalid');
    }
    const algorithm = signature.algorithm === 'ed25519' ? 'hmac-sha256' : 'ed25519';
    expect(await made.check(purpose, { ...signature, algorithm })).toBe('invalid');
  });

  test('outlives the key’s retirement, and not its being forgotten', async () => {
    using made = makeKeys();
    const kind = purpose === 'approval' || purpose === 'export' ? purpose : 'secret';
    const old = await made.sign(purpose);
    const { id } = made.keys.rotate(kind);
    const fresh = await made.sign(purpose);
    expect([old.keyId === id, fresh.keyId]).toEqual([false, id]);
    expect(await made.check(purpose, old)).toBe('valid');
    expect(await made.check(purpose, fresh)).toBe('valid');
    expect(() => made.keys.forget(id)).toThrow('a key that signs cannot be forgotten');
    made.keys.forget(old.keyId);
    expect(await made.check(purpose, old)).toBe('unverifiable');
    made.keys.retire(kind);
    await expect(async () => await made.sign(purpose)).rejects.toThrow('nothing can be signed');
    expect(await made.check(purpose, fresh)).toBe('valid');
  });
});

test('every payload has its own signature', async () => {
  using made = makeKeys();
  const signer = made.keys.signer(['contract']);
  await fc.assert(
    fc.asyncProperty(fc.uint8Array(), fc.uint8Array(), async (a, b) => {
      const signature = await signer.sign('contract', a);
      const isEqual = Buffer.from(a).equals(b);
      expect(await made.check('contract', signature, b)).toBe(isEqual ? 'valid' : 'invalid');
    }),
    { numRuns: 50 },
  );
});

describe('a program', () => {
  test('signs for its purposes alone, and never approves', async () => {
    using made = makeKeys();
    await expect(made.keys.signer(['contract']).sign('artifact', payload)).rejects.toThrow(
      'does not sign for artifact',
    );
    await expect(made.keys.signer(program).sign('approval', payload)).rejects.toThrow(
      'does not sign for approval',
    );
    const forced = ['approval'] as unknown as readonly ProgramPurpose[];
    const forged = await made.keys.signer(forced).sign('approval', payload);
    expect(await made.check('approval', forged)).not.toBe('valid');
  });

  test('reads no private key to check: one that is damaged does not disturb it', async () => {
    using made = makeKeys();
    const signatures = await Promise.all(purposes.map(made.sign));
    for (const kind of ['approval', 'export']) writeFileSync(join(made.directory, `${kind}.key`), 'x');
    const checked = purposes.map((purpose, index) => made.check(purpose, signatures[index] as Signature));
    expect(new Set(await Promise.all(checked))).toEqual(new Set(['valid']));
    expect((await made.keys.signer(['contract']).sign('contract', payload)).value).toHaveLength(64);
  });

  test('that has only the public part checks approvals, and nothing that needs the secret', async () => {
    using made = makeKeys();
    const [approval, contract] = [await made.sign('approval'), await made.sign('contract')];
    const server = join(made.folder, 'server');
    mkdirSync(server, { mode: 0o700 });
    for (const name of readdirSync(made.directory).filter((file) => file.endsWith('.pub'))) {
      copyFileSync(join(made.directory, name), join(server, name));
    }
    const verifier = openVerifier(server);
    expect(await verifier.verify('approval', payload, approval)).toBe('valid');
    expect(await verifier.verify('approval', Buffer.from('x'), approval)).toBe('invalid');
    expect(await verifier.verify('contract', payload, contract)).toBe('unverifiable');
    expect(() => openApprovalSigner(server)).toThrow('nothing can be signed');
    expect(
      openKeys(server)
        .list()
        .map(({ kind, isActive }) => [kind, isActive]),
    ).toEqual([
      ['approval', false],
      ['export', false],
    ]);
  });
});

describe('keys', () => {
  test('are files for their owner alone, in a directory for their owner alone', () => {
    using made = makeKeys();
    const modes = readdirSync(made.directory).map((name) => [
      name.replace(/-\w+/, ''),
      modeOf(join(made.directory, name)),
    ]);
    expect([['directory', modeOf(made.directory)], ...modes]).toEqual([
      ['directory', '700'],
      ['approval.pub', '644'],
      ['approval.key', '600'],
      ['export.pub', '644'],
      ['export.key', '600'],
      ['secret.key', '600'],
    ]);
  });

  test('are listed without anything secret, those that sign first', () => {
    using made = makeKeys();
    const { id } = made.keys.rotate('secret');
    const [first, second, ...others] = made.keys.list();
    expect(first).toEqual({
      id,
      kind: 'secret',
      algorithm: 'hmac-sha256',
      isActive: true,
      createdMs: expect.any(Number),
      hasPassphrase: false,
      file: join(made.directory, 'secret.key'),
    });
    expect(second).toMatchObject({ kind: 'secret', isActive: false });
    expect(others.map(({ kind, isActive }) => [kind, isActive])).toEqual([
      ['approval', true],
      ['export', true],
    ]);
  });

  test('stay as they are when they are created again', () => {
    using made = makeKeys();
    const before = made.keys.list();
    expect(made.keys.create()).toEqual(before);
  });

  test('are the same for all that create them at once', async () => {
    using folder = makeFolder();
    const module = join(import.meta.dirname, '../../src/adapters/keys/index.ts');
    const directory = join(folder.path, 'deep/keys');
    const script = `const { openKeys } = await import(${JSON.stringify(module)});
      console.log(JSON.stringify(openKeys(${JSON.stringify(directory)}).create()));`;
    const run = () => promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
    const made = await Promise.all(Array.from({ length: 6 }, run));
    expect(new Set(made.map(({ stdout }) => stdout))).toHaveProperty('size', 1);
    expect(openKeys(directory).list()).toHaveLength(3);
    expect(readdirSync(directory)).toHaveLength(5);
  });

  test('are changed by one process at a time', () => {
    using made = makeKeys();
    const before = activeId(made.keys, 'secret');
    writeFileSync(join(made.directory, 'keys.lock'), '');
    expect(() => made.keys.rotate('secret')).toThrow('being changed by another process');
    rmSync(join(made.directory, 'keys.lock'));
    expect(made.keys.rotate('secret').id).not.toBe(before);
  });

  test('are changed although a process was killed while it changed them, and its drafts go', () => {
    using made = makeKeys();
    const gone = markProcess().replace(/^\d+/, String(spawnSync(process.execPath, ['--version']).pid));
    const living = `.draft-${markProcess()}`;
    writeFileSync(join(made.directory, 'keys.lock'), gone, { mode: 0o600 });
    for (const name of [`.draft-${gone}`, '.draft-of-before', living])
      writeFileSync(join(made.directory, name), 'a key', { mode: 0o600 });
    utimesSync(join(made.directory, '.draft-of-before'), 1_000, 1_000);
    made.keys.rotate('secret');
    const left = readdirSync(made.directory).filter((name) => /draft|lock/.test(name));
    expect(left).toEqual([living]);
  });

  test('are not made where the system takes no directory, and that is told at once', () => {
    expect(() => openKeys('/proc/penumbra/keys').create()).toThrow(
      expect.objectContaining({ code: 'invalid-configuration' }),
    );
  });

  test('publish themselves again where the public part is missing', async () => {
    using made = makeKeys();
    const id = activeId(made.keys, 'approval');
    const file = join(made.directory, `approval-${id}.pub`);
    rmSync(file);
    const signature = await made.sign('approval');
    expect(existsSync(file)).toBe(true);
    expect(await made.check('approval', signature)).toBe('valid');
  });
});

describe('a passphrase', () => {
  test('closes the key for approvals, and nothing else', async () => {
    using folder = makeFolder();
    const keys = openKeys(folder.path);
    keys.create({ passphrase: 'open sesame' });
    const { private: pem } = JSON.parse(readFileSync(join(folder.path, 'approval.key'), 'utf8')) as {
      private: string;
    };
    expect(() => createPrivateKey({ key: pem, passphrase: 'sesame' })).toThrow();
    expect(() => openApprovalSigner(folder.path)).toThrow('under a passphrase');
    expect(() => openApprovalSigner(folder.path, { passphrase: 'sesame' })).toThrow('does not open the key');
    const signer = openApprovalSigner(folder.path, { passphrase: 'open sesame' });
    const signature = await signer.sign('approval', payload);
    expect(await openVerifier(folder.path).verify('approval', payload, signature)).toBe('valid');
    expect(await keys.signer(['export']).sign('export', payload)).toMatchObject({ algorithm: 'ed25519' });
    expect(keys.list()).toHaveLength(3);
  });
});

describe('a key file', () => {
  const files = { secret: 'secret.key', approval: 'approval.key', export: 'export.key' } as const;

  test.each(Object.entries(files))(
    'for %s that others can read is refused, with the remedy',
    async (_kind, name) => {
      using made = makeKeys();
      chmodSync(join(made.directory, name), 0o640);
      expect(() => made.keys.list()).toThrow(
        expect.objectContaining({
          code: 'invalid-configuration',
          message: expect.stringContaining('can be read by others'),
          hint: expect.stringContaining(`chmod 600 ${join(made.directory, name)}`),
        }),
      );
    },
  );

  test('with a public key that others can write to is refused', async () => {
    using made = makeKeys();
    const signature = await made.sign('approval');
    const file = join(made.directory, `approval-${signature.keyId}.pub`);
    chmodSync(file, 0o666);
    await expect(made.check('approval', signature)).rejects.toThrow('can be written to by others');
  });

  test('in a directory that others can write to is refused', async () => {
    using made = makeKeys();
    const signature = await made.sign('approval');
    chmodSync(made.directory, 0o777);
    await expect(made.check('approval', signature)).rejects.toThrow('can be written to by others');
    await expect(made.sign('contract')).rejects.toThrow('can be written to by others');
  });

  test.each<[string, (text: string) => string]>([
    ['empty', () => ''],
    ['cut', (text) => text.slice(0, text.length / 2)],
    ['no JSON', () => 'key'],
    ['of another schema', (text) => text.replace('key/1', 'key/2')],
    ['of another kind', (text) => text.replace(/"kind":"\w+"/, '"kind":"other"')],
    ['under another id', (text) => text.replace(/"id":"\w{4}/, '"id":"0000')],
    ['changed in its key', (text) => text.replace(/"(secret|public)":"(....)/, '"$1":"AAAA')],
  ])('that is %s is named with the remedy, and its bytes are not', (_what, change) => {
    for (const name of Object.values(files)) {
      using made = makeKeys();
      const file = join(made.directory, name);
      const text = readFileSync(file, 'utf8');
      writeFileSync(file, change(text));
      let thrown: Error | undefined;
      try {
        made.keys.list();
      } catch (error) {
        thrown = error as Error;
      }
      expect(thrown).toMatchObject({
        code: 'invalid-configuration',
        hint: expect.stringContaining('put back a copy'),
      });
      expect(thrown?.message).toContain('is damaged and holds no key');
      const { secret, private: pem = '' } = JSON.parse(text) as Record<string, string>;
      const held = (secret ?? pem.slice('-----BEGIN PRIVATE KEY-----\n'.length)).slice(5, 20);
      expect(held).toMatch(/^[\w+/]{15}$/);
      expect(`${thrown?.message}${String(thrown?.cause)}`).not.toContain(held);
    }
  });

  test('with a public key put in the place of another is not taken for it', async () => {
    using made = makeKeys();
    using attacker = makeKeys();
    const forged = await attacker.sign('approval');
    const id = activeId(made.keys, 'approval');
    copyFileSync(
      join(attacker.directory, `approval-${forged.keyId}.pub`),
      join(made.directory, `approval-${id}.pub`),
    );
    expect(await made.check('approval', { ...forged, keyId: id ?? '' })).toBe('unverifiable');
  });

  test('with a key for exports does not verify approvals', async () => {
    using made = makeKeys();
    const signature = await made.sign('export');
    renameSync(
      join(made.directory, `export-${signature.keyId}.pub`),
      join(made.directory, `approval-${signature.keyId}.pub`),
    );
    await expect(made.check('approval', signature)).rejects.toThrow('is damaged');
  });
});

test.each<[string, string, boolean]>([
  ['in a root', 'root/keys', true],
  ['the root itself', 'root', true],
  ['in a root by a link', 'link/keys', true],
  ['beside a root with a like name', 'rooted/keys', false],
  ['elsewhere', 'other/keys', false],
])('a directory %s is seen to lie in a root or not, before it is made', (_what, path, isWithin) => {
  using folder = makeFolder();
  const root = join(folder.path, 'root');
  mkdirSync(root);
  symlinkSync(root, join(folder.path, 'link'));
  expect(liesWithin(join(folder.path, path), [join(folder.path, 'nothing'), root])).toBe(
    isWithin ? root : null,
  );
});
