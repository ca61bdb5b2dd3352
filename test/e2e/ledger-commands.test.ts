// doctor, validate, export, import and gc, run as programs on real workspaces.

import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { createDatabase } from '../support/postgres-database.ts';
import { ask, fault, type Json, penumbra, temporaryFolder } from './penumbra.ts';
import { layWorkspace, workspace } from './workspace.ts';

describe('export and import', () => {
  test('move a ledger: same root, and the second export is equal to the byte', async () => {
    const from = await workspace();
    const { root } = ask(['export', 'a.penumbra'], from);
    const archive = readFileSync(join(from.cwd, 'a.penumbra'));
    rmSync(join(from.cwd, '.penumbra'), { recursive: true });
    expect(ask(['import', 'a.penumbra'], from).root).toBe(root);
    expect(ask(['export', 'b.penumbra'], from).root).toBe(root);
    expect(readFileSync(join(from.cwd, 'b.penumbra')).equals(archive)).toBe(true);
    expect(ask(['validate'], from)).toMatchObject({ ok: true, root, faults: [] });
  });

  test('join four shards in any order to equal bytes, on both databases', async () => {
    const folder = temporaryFolder();
    const base = join(folder, 'base');
    await layWorkspace(base);
    const shards = ['one', 'two', 'three', 'four'];
    for (const shard of shards) {
      cpSync(base, join(folder, shard), { recursive: true });
      await layWorkspace(join(folder, shard), { seed: shard });
      ask(['export', `../${shard}.penumbra`], { cwd: join(folder, shard) });
    }
    const archives = shards.map((shard) => join(folder, `${shard}.penumbra`));
    const orders = [archives, archives.toReversed(), [2, 0, 3, 1].map((index) => archives[index] ?? '')];
    const joined = orders.map((order, index) => {
      const cwd = join(folder, `joined-${index}`);
      mkdirSync(cwd);
      ask(['import', ...order], { cwd });
      expect(ask(['validate'], { cwd })).toMatchObject({ ok: true });
      return penumbra(['export', '-', '--quiet'], { cwd }).stdout;
    });
    const database = await createDatabase();
    const shared = { cwd: folder, env: { PENUMBRA_STORE: database.url } };
    ask(['import', ...archives], shared);
    expect(ask(['validate'], shared)).toMatchObject({ ok: true });
    joined.push(penumbra(['export', '-', '--quiet'], shared).stdout);
    await database.drop();
    expect(new Set(joined).size).toBe(1);
  });

  test('take a stream', async () => {
    const from = await workspace();
    const archive = penumbra(['export', '-'], from);
    expect(archive.stderr).toContain('root');
    const to = { cwd: temporaryFolder() };
    expect(ask(['import', '-'], { ...to, input: archive.stdout })).toMatchObject({
      imported: [{ file: '-' }],
    });
  });

  test('refuse an altered archive, name the object, and change nothing', async () => {
    const from = await workspace();
    ask(['export', 'a.penumbra'], from);
    const archive = join(from.cwd, 'a.penumbra');
    writeFileSync(archive, readFileSync(archive, 'latin1').replace('seed note 4', 'seed note X'), 'latin1');
    const to = await workspace({ seed: 'other' });
    const before = ask(['validate'], to);
    expect(fault(['import', archive], to)).toMatchObject({
      exit: 2,
      code: 'archive-invalid',
      message: expect.stringMatching(/[0-9a-f]{64}/),
    });
    expect(ask(['validate'], to)).toEqual(before);
  });

  test.each([
    ['that does not exist', 'nowhere.penumbra', 'unreadable-input'],
    ['that is a directory', '.', 'unreadable-input'],
    ['that is no archive', 'notes.txt', 'archive-invalid'],
    ['that is empty', '-', 'archive-invalid'],
  ])('make no ledger for a file %s', (_what, file, code) => {
    const at = { cwd: temporaryFolder() };
    writeFileSync(join(at.cwd, 'notes.txt'), 'something else\n');
    expect(fault(['import', file, '--workspace', '.'], at)).toMatchObject({ exit: 2, code });
    expect(readdirSync(at.cwd)).toEqual(['notes.txt']);
  });

  test('say which file cannot be read or written', async () => {
    const from = await workspace();
    expect(fault(['import', 'nowhere.penumbra'], from)).toMatchObject({
      exit: 2,
      code: 'unreadable-input',
      message: expect.stringContaining('nowhere.penumbra'),
    });
    for (const name of ['no/such/folder/a', 'x'.repeat(300), '.', ''])
      expect(fault(['export', name], from)).toMatchObject({ exit: 2, code: 'usage' });
  });
});

describe('validate', () => {
  test('names a corrupt object and what rests on it, and changes nothing', async () => {
    const at = await workspace();
    const file = join(at.cwd, '.penumbra/ledger.db');
    const database = new DatabaseSync(file);
    const corrupt = Buffer.from('seed note 8');
    database.prepare('UPDATE object SET bytes = ? WHERE bytes = ?').run(Buffer.from('seed note X'), corrupt);
    database.close();
    const { faults, ok } = ask<{ faults: Json[]; ok: boolean }>(['validate'], at, 1);
    expect(ok).toBe(false);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatchObject({ affects: [expect.stringContaining('node:src/2.ts note')] });
    expect(ask(['validate'], at, 1)).toMatchObject({ ok: false });
  });

  test('says where there is no ledger', () => {
    expect(fault(['validate'], { cwd: temporaryFolder() })).toMatchObject({
      exit: 3,
      code: 'store-unavailable',
      hint: expect.stringContaining('--workspace'),
    });
  });
});

describe('gc', () => {
  test('keeps history unless asked, and its dry run tells the truth', async () => {
    const at = await workspace();
    expect(ask(['gc'], at).counts).toEqual({ removed: 0, dropped: 0, erased: 0, members: 0 });
    const { dryRun, ...planned } = ask(['gc', '--history-before', '2030-01-01', '--dry-run'], at);
    expect(dryRun).toBe(true);
    expect(ask(['validate'], at)).toMatchObject({ counts: { tombstones: 0 } });
    const { dryRun: isDry, ...done } = ask(['gc', '--history-before', '2030-01-01'], at);
    expect(isDry).toBe(false);
    expect(done).toEqual(planned);
    expect(done.tombstones).toContainEqual({ id: expect.any(String), agent: 'reviewer', reason: 'dropped' });
    expect(ask(['validate'], at)).toMatchObject({ ok: true, counts: { entries: 9, tombstones: 6 } });
  });

  test('erases the content of a subject, and an older archive does not bring it back', async () => {
    const at = await workspace();
    ask(['export', 'before.penumbra'], at);
    expect(ask(['gc', '--erase', 'node:src/1.ts'], at)).toMatchObject({ counts: { erased: 3 } });
    ask(['import', 'before.penumbra'], at);
    const archive = penumbra(['export', '-', '--quiet'], at).stdout;
    expect(archive).toContain('seed note 0');
    for (const number of [1, 4, 7]) expect(archive).not.toContain(`seed note ${number}`);
    expect(ask(['validate'], at)).toMatchObject({ ok: true });
  });
});

test('gc tells where erased bytes remain while another process has the ledger open', async () => {
  const at = await workspace();
  using reader = new DatabaseSync(join(at.cwd, '.penumbra/ledger.db'), { readOnly: true });
  reader.exec('BEGIN; SELECT count(*) FROM object');
  expect(ask(['gc', '--erase', 'node:src/1.ts'], at)).toMatchObject({
    counts: { erased: 3 },
    remains: expect.stringContaining('write-ahead log'),
  });
  expect(penumbra(['gc'], at).stdout).toContain('run `penumbra gc` once that is over');
  reader.exec('COMMIT');
  expect(ask(['gc'], at)).toMatchObject({ remains: null });
});

describe('gc refuses', () => {
  test.each<[string, readonly string[], string, string]>([
    ['a second subject', ['--erase', 'node:src/0.ts', '--erase', 'node:src/1.ts'], 'usage', 'is given twice'],
    [
      'an unknown subject',
      ['--erase', 'node:src/9.ts'],
      'frame-not-found',
      'no frame of `node:src/9.ts` is known',
    ],
    ['a day that is none', ['--history-before', '2026-02-31'], 'usage', '`2026-02-31` is not a date'],
  ])('%s, and changes nothing', async (_what, options, code, message) => {
    const at = await workspace();
    const before = ask(['validate'], at);
    expect(fault(['gc', ...options], at)).toMatchObject({
      exit: 2,
      code,
      message: expect.stringContaining(message),
    });
    expect(ask(['validate'], at)).toEqual(before);
  });
});

describe('doctor', () => {
  test('finds the machine fit, from any directory', async () => {
    const at = await workspace();
    const deep = join(at.cwd, 'some/where');
    mkdirSync(deep, { recursive: true });
    const { ok, findings } = ask<{ ok: boolean; findings: Json[] }>(['doctor'], { cwd: deep });
    expect(ok).toBe(true);
    expect(findings.map(({ name }) => name)).toEqual([
      'node',
      'sqlite',
      'git',
      'workspace',
      'settings',
      'ledger',
      'disk',
      'sandbox',
      'keys',
    ]);
    expect(findings).toContainEqual(
      expect.objectContaining({ name: 'ledger', detail: expect.stringContaining('27 objects') }),
    );
  });

  test('lists what would be contacted: nothing by default, else the host and what goes there', () => {
    const at = { cwd: temporaryFolder() };
    expect(ask(['doctor', '--egress'], at)).toEqual({ contacts: [] });
    const { contacts } = ask<{ contacts: Json[] }>(['doctor', '--egress', '--model', 'openai:gpt-5'], at);
    expect(contacts).toEqual([
      expect.objectContaining({
        host: 'api.openai.com',
        isThisMachine: false,
        why: 'investigations ask openai:gpt-5',
      }),
    ]);
    const env = { PENUMBRA_MODEL: 'anthropic:m', PENUMBRA_MODEL_URL: 'http://localhost:8/v1' };
    const store = ['--store', 'postgres://me:hunter2@db.example.org/ledger'];
    const both = penumbra(['doctor', '--egress', ...store], { ...at, env });
    expect(both.stdout).toContain('db.example.org\n');
    expect(both.stdout).toContain('localhost:8 (this machine)');
    expect(both.stdout).not.toContain('hunter2');
  });

  test('creates nothing', () => {
    const at = { cwd: temporaryFolder() };
    const { findings } = ask<{ findings: Json[] }>(['doctor'], at);
    expect(findings).toContainEqual(expect.objectContaining({ name: 'ledger', state: 'note' }));
    expect(fault(['validate'], at)).toMatchObject({ code: 'store-unavailable' });
  });

  test('tells what is wrong with the settings and with a store out of reach, with remedies', () => {
    const at = { cwd: temporaryFolder() };
    writeFileSync(join(at.cwd, 'penumbra.yaml'), 'stor: x\n');
    const { findings } = ask<{ findings: Json[] }>(['doctor'], at, 1);
    expect(findings).toContainEqual({
      name: 'settings',
      state: 'missing',
      detail: 'penumbra.yaml:1:1: `stor` is not a key of penumbra.yaml (did you mean `store`?)',
      remedy: 'known settings: store, run, court',
    });
    const unreachable = { ...at, env: { PENUMBRA_STORE: 'postgres://who:secret@127.0.0.1:1/none' } };
    const { stdout } = penumbra(['doctor'], unreachable);
    expect(stdout).toMatch(/missing\s+ledger/);
    expect(stdout).not.toContain('secret');
  });
});

test('an empty variable counts as not set', async () => {
  const at = await workspace();
  const env = { PENUMBRA_STORE: '', PENUMBRA_WORKSPACE: '' };
  expect(ask(['validate'], { ...at, env })).toEqual(ask(['validate'], at));
});

test('a flag wins over the environment, that over the file, that over the default', async () => {
  const at = await workspace();
  const place = (args: readonly string[], env = {}) => {
    type Findings = { findings: { name: string; detail: string }[] };
    const { findings } = ask<Findings>(['doctor', ...args], { ...at, env });
    return /\w+\.db/.exec(findings.find(({ name }) => name === 'ledger')?.detail ?? '')?.[0];
  };
  expect(place([])).toBe('ledger.db');
  writeFileSync(join(at.cwd, 'penumbra.yaml'), 'store: sqlite:file.db\n');
  expect(place([])).toBe('file.db');
  expect(place([], { PENUMBRA_STORE: 'sqlite:environment.db' })).toBe('environment.db');
  expect(place(['--store', 'sqlite:flag.db'], { PENUMBRA_STORE: 'sqlite:environment.db' })).toBe('flag.db');
});
