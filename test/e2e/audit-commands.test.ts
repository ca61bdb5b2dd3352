// `penumbra audit` run as a program, on ledgers that are whole and on ledgers that somebody changed.

import { cpSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { openKeys } from '../../src/adapters/keys/index.ts';
import { openAnchoredTrail } from '../../src/engine/guard/index.ts';
import { openLedger } from '../../src/engine/index.ts';
import { groupsOf, rewriteAudit, sampleEntry, sampleTrail } from '../guard/audit-samples.ts';
import { ask, fault, penumbra, type RunOptions, temporaryFolder } from './penumbra.ts';

type Shown = { readonly records: readonly { readonly sequence: number }[] };

/** Makes a workspace with five records, one of them denied, and a configuration of its own. */
async function audited(): Promise<RunOptions> {
  const cwd = temporaryFolder();
  const { store } = await openLedger({ workspace: cwd, environment: {} });
  const trail = await sampleTrail(store);
  trail.note(sampleEntry(1));
  trail.note(sampleEntry(2, { session: 'other' }));
  trail.note(sampleEntry(3, { tool: 'git', command: 'log' }));
  trail.note(
    sampleEntry(4, {
      command: 'write',
      decision: 'EN-WRITE-D-002',
      answer: 'EN-WRITE-D-002',
      failedConditions: ['has_contract'],
    }),
  );
  await trail.record(sampleEntry(5, { answer: null }));
  await trail.close();
  await store.close();
  return { cwd, env: { PENUMBRA_CONFIG_DIR: join(cwd, 'config') } };
}

/** Makes a workspace with a key, whose records are anchored as they are written. */
async function anchored(): Promise<RunOptions> {
  const cwd = temporaryFolder();
  const env = { PENUMBRA_CONFIG_DIR: join(cwd, 'config') };
  openKeys(join(cwd, 'config/keys')).create();
  await record({ cwd, env }, 4);
  return { cwd, env };
}

async function record({ cwd, env }: RunOptions, count: number): Promise<void> {
  const ledger = await openLedger({ workspace: cwd, environment: {} });
  const trail = await openAnchoredTrail(ledger, { environment: env ?? {} });
  for (let number = 1; number <= count; number++) await trail.record(sampleEntry(number));
  await trail.close();
  await ledger.store.close();
}

/** Writes the records of a ledger anew, as who owns it can. */
async function rewrite({ cwd }: RunOptions, change: (line: string) => string): Promise<void> {
  const { store } = await openLedger({ workspace: cwd, environment: {} });
  await rewriteAudit(
    store,
    (await groupsOf(store)).map((lines) => lines.map(change)),
  );
  await store.close();
}

function edit({ cwd }: RunOptions, sql: string): void {
  const database = new DatabaseSync(join(cwd, '.penumbra/ledger.db'));
  database.exec(sql);
  database.close();
}

test('a whole audit is whole, and says that nothing is anchored', async () => {
  const at = await audited();
  expect(ask(['audit', 'verify'], at)).toMatchObject({
    ok: true,
    records: 5,
    chains: [{ records: 5, last: 5 }],
    anchored: null,
    faults: [],
    notes: [],
  });
  expect(penumbra(['audit', 'verify'], at).stdout).toContain(
    'intact: 5 records in 1 chain\nanchored: nothing',
  );
});

test('a changed record ends with exit code 1 and says where', async () => {
  const at = await audited();
  await rewrite(at, (line) => line.replaceAll('EN-WRITE-D-002', 'EN-WRITE-S-001'));
  const found = ask<{ faults: unknown[] }>(['audit', 'verify'], at, 1);
  expect(found.faults).toContainEqual(expect.objectContaining({ sequence: 4, fault: 'changed' }));
  const { stdout, status } = penumbra(['audit', 'verify'], at);
  expect({ stdout, status }).toMatchObject({ stdout: expect.stringContaining('fault  record 4'), status: 1 });
});

test.each<[readonly string[], readonly number[]]>([
  [[], [1, 2, 3, 4, 5]],
  [['--session', 'other'], [2]],
  [['--tool', 'git'], [3]],
  [['--denied'], [4]],
  [
    ['--since', '4'],
    [4, 5],
  ],
  [
    ['--limit', '2'],
    [4, 5],
  ],
  [['--limit', '0'], []],
  [['--since', '2', '--tool', 'file', '--limit', '1'], [5]],
])('show %j shows the records %j', async (options, expected) => {
  const { records } = ask<Shown>(['audit', 'show', ...options], await audited());
  expect(records.map(({ sequence }) => sequence)).toEqual(expected);
});

test('show is a table', async () => {
  const { stdout } = penumbra(['audit', 'show', '--denied'], await audited());
  expect(stdout).toMatch(
    /^record +time +session +call +address +decision +rule\n4 +2026-01-01T00:00:00Z +session-1/,
  );
  expect(stdout).toContain('failed: has_contract');
});

test('show shows what can be read of an audit that was changed', async () => {
  const at = await audited();
  await rewrite(at, (line) => (line.includes('src/2.ts') ? '7' : line));
  expect(ask(['audit', 'show'], at)).toMatchObject({
    records: [{ sequence: 1 }, { sequence: 3 }, { sequence: 4 }, { sequence: 5 }],
    unreadable: [{ entry: 1, problem: expect.stringContaining('record 2') }],
  });
});

test.each<[string, readonly string[], number]>([
  ['an anchor that is required and not there', ['verify', '--against-anchor'], 2],
  ['a file that is not there', ['verify', '--against-anchor', 'nowhere.json'], 2],
  ['a file that is no anchor', ['verify', '--against-anchor', 'notes.txt'], 2],
  ['a key that is not there', ['anchor'], 3],
  ['a number that is none', ['show', '--since', 'yesterday'], 2],
  ['an option that is given twice', ['show', '--tool', 'a', '--tool', 'b'], 2],
])('%s is a fault with a remedy', async (_what, args, exit) => {
  const at = await audited();
  writeFileSync(join(at.cwd, 'notes.txt'), 'something else');
  const found = fault(['audit', ...args], at);
  expect(found.exit).toBe(exit);
  expect(found.hint).toBeTruthy();
});

test('what is written is anchored where there is a key, and a cut end is found', async () => {
  const at = await anchored();
  expect(ask(['audit', 'verify', '--against-anchor'], at)).toMatchObject({
    ok: true,
    anchored: { from: 1, to: 4 },
    unanchored: 0,
  });
  edit(at, 'DELETE FROM entry WHERE sequence > 2');
  const found = ask<{ faults: unknown[] }>(['audit', 'verify'], at, 1);
  expect(found.faults).toContainEqual(expect.objectContaining({ sequence: 3, fault: 'cut-end' }));
});

test('an anchor that was printed and kept elsewhere is held against what became of the ledger', async () => {
  const at = await anchored();
  const { stdout } = penumbra(['audit', 'anchor'], at);
  expect(JSON.parse(stdout)).toMatchObject({ schema: 'penumbra.anchor/1', sequence: 4 });
  writeFileSync(join(at.cwd, 'anchor.json'), stdout);
  await record(at, 2);
  const check = ['audit', 'verify', '--against-anchor', 'anchor.json'];
  expect(ask(check, at)).toMatchObject({ ok: true, anchored: { to: 6 } });
  // Ledger and kept anchors set back together: only the one that was printed knows.
  rmSync(join(at.cwd, '.penumbra'), { recursive: true });
  rmSync(join(at.cwd, 'config/anchors'), { recursive: true });
  await record(at, 4);
  expect(ask(['audit', 'verify'], at)).toMatchObject({ ok: true });
  expect(ask(check, at, 1)).toMatchObject({ faults: [{ fault: 'replaced' }] });
});

test('an anchor of a key that is not here is unverifiable, a changed one invalid', async () => {
  const at = await anchored();
  const { stdout } = penumbra(['audit', 'anchor'], at);
  writeFileSync(join(at.cwd, 'anchor.json'), stdout);
  writeFileSync(join(at.cwd, 'changed.json'), stdout.replace('"sequence": 4', '"sequence": 3'));
  const verify = (file: string, options: RunOptions, exit: number) =>
    ask<{ notes: string[]; faults: unknown[] }>(['audit', 'verify', '--against-anchor', file], options, exit);
  expect(verify('changed.json', at, 1).faults).toMatchObject([{ fault: 'anchor-invalid' }]);
  const stranger = { ...at, env: { PENUMBRA_CONFIG_DIR: join(at.cwd, 'elsewhere') } };
  expect(verify('anchor.json', stranger, 0)).toMatchObject({
    anchored: null,
    notes: [expect.stringContaining('unverifiable')],
  });
});

test('an audit that is not whole is not anchored', async () => {
  const at = await anchored();
  await rewrite(at, (line) => line.replace('src/2.ts', 'src/x.ts'));
  expect(fault(['audit', 'anchor'], at)).toMatchObject({ exit: 1, code: 'check-failed' });
});

type Found = {
  readonly ok: boolean;
  readonly faults: readonly { readonly fault: string; readonly detail: string }[];
  readonly notes: readonly string[];
};

test.each(['{"schema":', '{}'])(
  'anchors that were damaged to %s are a fault, and the chain is verified',
  async (text) => {
    const at = await anchored();
    const [name = ''] = readdirSync(join(at.cwd, 'config/anchors'));
    const file = join(at.cwd, 'config/anchors', name);
    writeFileSync(file, text);
    for (const args of [[], ['--against-anchor']])
      expect(ask(['audit', 'verify', ...args], at, 1)).toMatchObject({
        ok: false,
        records: 4,
        anchored: null,
        faults: [{ fault: 'anchor-invalid', detail: expect.stringContaining(`move it away`) }],
      });
    expect(penumbra(['audit', 'verify'], at).stdout).toMatch(/^fault {2}anchor-invalid: /);
    const remedy = { exit: 1, code: 'check-failed', hint: expect.stringContaining(file) };
    expect(fault(['audit', 'anchor'], at)).toMatchObject(remedy);
    await expect(record(at, 1)).rejects.toMatchObject({ code: 'check-failed' });
    rmSync(file);
    expect(ask(['audit', 'anchor'], at)).toMatchObject({ sequence: 5 });
  },
);

test.each<[string, (ledger: string) => void]>([
  ['gone', () => undefined],
  ['replaced by rubbish', (ledger) => writeFileSync(ledger, 'rubbish'.repeat(1_000))],
  ['replaced by a folder', (ledger) => mkdirSync(ledger)],
])('a ledger that is %s is held against its anchor', async (_what, replace) => {
  const at = await anchored();
  const folder = join(at.cwd, '.penumbra');
  rmSync(folder, { recursive: true });
  mkdirSync(folder);
  replace(join(folder, 'ledger.db'));
  const found = ask<Found>(['audit', 'verify', '--against-anchor'], at, 1);
  expect(found).toMatchObject({ ok: false, records: 0, faults: [{ fault: 'replaced', sequence: 4 }] });
  expect(found.notes.join()).toContain('ledger.db');
  rmSync(join(at.cwd, 'config/anchors'), { recursive: true });
  expect(fault(['audit', 'verify'], at).exit).not.toBe(1);
});

describe('a workspace that was moved', () => {
  const elsewhere = async (move: (from: string, to: string) => void) => {
    const from = await anchored();
    const cwd = temporaryFolder();
    move(join(from.cwd, '.penumbra'), join(cwd, '.penumbra'));
    return { from, at: { ...from, cwd } };
  };

  test('is held against the anchors of its old place, and says so', async () => {
    const { at } = await elsewhere(renameSync);
    const found = ask<Found>(['audit', 'verify', '--against-anchor'], at);
    expect(found).toMatchObject({ ok: true, anchored: { to: 4 }, unanchored: 0 });
    expect(found.notes.join()).toContain('this ledger was at');
    await record(at, 1);
    expect(ask(['audit', 'verify'], at)).toMatchObject({ ok: true, anchored: { to: 5 }, notes: [] });
  });

  test('and cut is found out, and not anchored anew', async () => {
    const { at } = await elsewhere(renameSync);
    const { store } = await openLedger({ workspace: at.cwd, environment: {} });
    await rewriteAudit(store, (await groupsOf(store)).slice(0, 2));
    await store.close();
    await expect(record(at, 1)).rejects.toMatchObject({ code: 'check-failed' });
    const found = ask<Found>(['audit', 'verify'], at, 1);
    expect(found.faults.map(({ fault: kind }) => kind)).toContain('cut-end');
  });

  test('by a copy is another one, which may go its own way', async () => {
    const { from, at } = await elsewhere((source, target) => cpSync(source, target, { recursive: true }));
    await record(from, 2);
    const found = ask<Found>(['audit', 'verify'], at);
    expect(found).toMatchObject({ ok: true, anchored: null });
    expect(found.notes.join()).toContain('shares a chain with this one');
    await record(at, 1);
    expect(ask(['audit', 'verify'], at)).toMatchObject({ ok: true, anchored: { to: 5 } });
  });
});
