// `penumbra pack` run as a program: what agents were told, why, and whether it can be compiled again.

import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parseRendered } from '../../src/disclosure/lens/index.ts';
import { compileWorkingSet } from '../../src/disclosure/oracle/index.ts';
import { sha256 } from '../../src/kernel/index.ts';
import type { RunModel } from '../../src/record/index.ts';
import type {
  PackExplanationDocument,
  PackListDocument,
  PackVerificationDocument,
} from '../../src/report/index.ts';
import { cursor, fact, oracleWith, policy, secret } from '../lens/sample-world.ts';
import { investigate, sharedShop, shop } from './investigated-shop.ts';
import { ask, fault, penumbra, type RunOptions, temporaryFolder } from './penumbra.ts';

type Shown = {
  readonly pack: { readonly consumer: string; readonly working_set_id: string };
  readonly envelope: { readonly promptpack_hash: string; readonly text_hash: string };
  readonly text: string;
};

const at = sharedShop();
investigate(at, 'reports');
const model = ask<RunModel>(['show', 'latest'], at);
const [firstCase] = model.cases;
const caseId = firstCase?.id ?? '';
const list = ask<PackListDocument>(['pack', caseId], at);
const [firstPack] = list.packs;

describe('a case', () => {
  test('has a pack for every time an agent was asked, in order', () => {
    const handedOut = (firstCase?.steps ?? []).flatMap(({ step, packs }) =>
      packs.map(({ pack, consumer }) => ({ step, pack, consumer })),
    );
    expect(list).toMatchObject({ run: model.run, case: caseId });
    expect(list.packs.map(({ step, pack, consumer }) => ({ step, pack, consumer }))).toEqual(handedOut);
    for (const { tokens, blocks, workingSet, withheld } of list.packs) {
      expect(workingSet).toMatch(/^[0-9a-f]{16}$/);
      expect(tokens).toBeGreaterThan(0);
      expect(blocks?.truth).toBeGreaterThan(0);
      expect(withheld).toBeGreaterThanOrEqual(0);
    }
  });

  test('is a table on a terminal, and is found by the beginning of its id', () => {
    const { stdout, status } = penumbra(['pack', caseId.slice(0, -4)], at);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^step +for +working set +pack +blocks +tokens +withheld$/m);
    for (const { workingSet } of list.packs) expect(stdout).toContain(workingSet);
  });

  test('is also found in a run that is named', () => {
    expect(ask(['pack', caseId, '--run', String(model.run)], at)).toEqual(list);
  });
});

describe('one pack', () => {
  const byStep = penumbra(['pack', caseId, '--step', '1'], at);
  const shown = ask<Shown>(['pack', caseId, '--step', '1'], at);

  test('is printed as its agent got it, and can be read back', () => {
    expect(byStep).toMatchObject({ status: 0, stderr: '' });
    expect(byStep.stdout).toBe(shown.text);
    expect(sha256(shown.text)).toBe(shown.envelope.text_hash);
    expect(`pack:${shown.envelope.promptpack_hash}`).toBe(firstPack?.pack);
    expect(parseRendered(byStep.stdout).hash).toBe(shown.envelope.promptpack_hash);
  });

  test('is found by its consumer, and by its working set or the beginning of it', () => {
    const { consumer = '', workingSet } = firstPack ?? {};
    expect(ask(['pack', caseId, '--consumer', consumer], at)).toEqual(shown);
    for (const name of [workingSet ?? '', workingSet?.slice(0, 8) ?? ''])
      expect(ask(['pack', name], at)).toEqual(shown);
  });

  test('is explained: every block is told, the budget is kept, and there is a reason for the rest', () => {
    // The first, and one of those that were told the most.
    for (const { step, consumer, workingSet, blocks, withheld } of [
      ...list.packs.slice(0, 1),
      ...list.packs.slice(-1),
    ]) {
      const found = ask<PackExplanationDocument>(['pack', workingSet ?? '', '--explain'], at);
      expect(found).toMatchObject({ place: { case: caseId, step }, consumer, workingSet });
      expect(found.counts).toEqual({
        told: (blocks?.truth ?? 0) + (blocks?.memory ?? 0) + (blocks?.scene ?? 0),
        withheld,
      });
      expect(found.items).toHaveLength(found.counts.told + found.counts.withheld);
      expect(found.budget?.used).toBeLessThanOrEqual(found.budget?.tokens ?? 0);
    }
  });

  test('is explained in words, with short handles', () => {
    const { stdout, status } = penumbra(['pack', caseId, '--step=1', '--explain'], at);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^pack:[0-9a-f]{16} for recall, step 1 of case /);
    expect(stdout).toMatch(/\d+ items? told, \d+ withheld; \d+ of 48000 tokens used/);
    expect(stdout).toMatch(/^T1 +failure +full +\d+ +frame:[0-9a-f]{16} +intake$/m);
    expect(stdout).toMatch(/^withheld: .* without a row for this reader in the mask matrix/m);
  });
});

test.each<[string, readonly string[], string]>([
  ['a misspelt case', [`${caseId.slice(0, -1)}x`], 'invalid-id'],
  ['nothing', [''], 'invalid-id'],
  ['a name that is too long', ['x'.repeat(5_000)], 'usage'],
  ['a working set that is not there', ['0123456789abcdef'], 'invalid-id'],
  ['a step that is not there', [caseId, '--step', '999'], 'usage'],
  ['a step that is no number', [caseId, '--step', 'first'], 'usage'],
  ['a misspelt consumer', [caseId, '--consumer', 'recal'], 'usage'],
  ['a run that is not there', [caseId, '--run', 'run:0000'], 'invalid-id'],
  ['a choice that is still open', [caseId, '--explain'], 'usage'],
  ['an option that is given twice', [caseId, '--step', '1', '--step', '2'], 'usage'],
  ['a case to verify that is not there', ['verify', 'case-nowhere'], 'invalid-id'],
])('%s is a fault with a remedy', (_what, args, code) => {
  const found = fault(['pack', ...args], at);
  expect(found).toMatchObject({ exit: 2, code });
  expect(found.hint).toBeTruthy();
});

test('a near miss is answered with what may be meant', () => {
  expect(fault(['pack', `${caseId.slice(0, -1)}x`], at).hint).toContain(caseId);
  expect(fault(['pack', caseId, '--consumer', 'recal'], at).message).toContain('`recall`');
  expect(fault(['pack', 'verfy'], at).hint).toContain('`verify`');
});

describe('verify', () => {
  const verified = ask<PackVerificationDocument>(['pack', 'verify'], at);

  test.each(['--step=3', '--consumer=recall', '--explain'])(
    'refuses %s, which chooses one pack',
    (option) => {
      expect(fault(['pack', 'verify', option], at).code).toBe('usage');
    },
  );

  test('compiles every pack of a run, or of a case', () => {
    const all = model.cases.flatMap(({ steps }) => steps.flatMap(({ packs }) => packs));
    expect(verified).toMatchObject({ ok: true, checked: all.length, unchecked: 0, differences: [] });
    expect(ask(['pack', 'verify', caseId, '--run', 'latest'], at)).toMatchObject({
      ok: true,
      checked: list.packs.length,
    });
    expect(penumbra(['pack', 'verify'], at).stdout).toMatch(/byte for byte the same/);
  });

  test('names what no longer comes out the same, and says of packs without a request that they were made before', () => {
    const own = shop();
    investigate(own, 'reports/web.xml');
    const [{ id } = { id: '' }] = ask<RunModel>(['show', 'latest'], own).cases;
    edit(own, (database) => {
      const request = firstRequest(database);
      database.prepare('DELETE FROM object WHERE id = ?').run(Buffer.from(request, 'hex'));
    });
    const found = ask<PackVerificationDocument>(['pack', 'verify'], own, 1);
    expect(found.differences).toMatchObject([{ case: id, step: 1, consumer: 'recall' }]);
    expect(penumbra(['pack', 'verify'], own)).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(/^differs +case /),
    });
    expect(ask<PackListDocument>(['pack', id], own).packs[0]).toMatchObject({ withheld: null });
    edit(own, (database) => {
      database.exec(`DELETE FROM entry WHERE log IN (SELECT number FROM log WHERE name LIKE 'oracle/%')`);
      database.exec(`DELETE FROM log WHERE name LIKE 'oracle/%'`);
    });
    const { status, stdout } = penumbra(['pack', 'verify'], own);
    // A record that was cut out looks like one that was never made, so that nothing is vouched for.
    expect({ status, stdout }).toEqual({
      status: 1,
      stdout: expect.stringMatching(
        /no pack was checked\n\d+ packs were made before packs could be recompiled/,
      ),
    });
    expect(fault(['pack', id, '--step', '1', '--explain'], own).message).toContain('made before packs could');
    expect(penumbra(['pack', id, '--step', '1'], own)).toMatchObject({ status: 0 });
  });
});

describe('a working set in a file', () => {
  const file = async (...facts: Parameters<typeof oracleWith>[0]): Promise<RunOptions> => {
    const cwd = temporaryFolder();
    const { bytes } = await compileWorkingSet(await oracleWith(facts), cursor, policy);
    writeFileSync(join(cwd, 'set.json'), bytes);
    return { cwd };
  };

  test('needs no workspace, and makes no ledger', async () => {
    const own = await file(fact('a torn map'), fact('a wolf', { kind: 'rumour' }));
    const { text, pack } = ask<Shown>(['pack', 'set.json', '--consumer', 'player'], own);
    expect(text).toContain('a torn map');
    expect(text).not.toContain('a wolf');
    expect(pack.consumer).toBe('player');
    expect(ask(['pack', 'set.json', '--consumer', 'player', '--explain'], own)).toMatchObject({
      place: null,
      budget: null,
      counts: { told: 1, withheld: 1 },
    });
    expect(existsSync(join(own.cwd, '.penumbra'))).toBe(false);
  });

  test('has all digits of its numbers, also in JSON', async () => {
    const own = await file(fact({ from: -9007199254740993n, to: 123456789012345678901n }));
    const { stdout, status } = penumbra(['pack', 'set.json', '--consumer', 'player', '--json'], own);
    expect(status).toBe(0);
    expect(stdout).toMatch(/"from": -9007199254740993,\s+"to": 123456789012345678901\s/);
  });

  test('may be called anything where no case is called so', async () => {
    const own = await file(fact('a torn map'));
    renameSync(join(own.cwd, 'set.json'), join(own.cwd, 'case-0'));
    expect(ask<Shown>(['pack', 'case-0', '--consumer', 'player'], own).text).toContain('a torn map');
  });

  test('that is called like a case is meant only where it is written as files are', () => {
    const [named, ended] = [caseId, `${caseId}.json`].map((name) => join(at.cwd, name)) as [string, string];
    for (const path of [named, ended]) writeFileSync(path, 'not a working set');
    onTestFinished(() => {
      for (const path of [named, ended]) rmSync(path);
    });
    expect(ask(['pack', caseId], at)).toEqual(list);
    expect(ask(['pack', caseId, '--step', '1', '--explain'], at)).toHaveProperty('place.case', caseId);
    for (const name of [`./${caseId}`, named, `${caseId}.json`])
      expect(fault(['pack', name, '--consumer', 'player'], at).code).toBe('working-set-invalid');
  });

  test('may end with a line break', async () => {
    const own = await file(fact('a torn map'));
    writeFileSync(join(own.cwd, 'line.json'), `${readFileSync(join(own.cwd, 'set.json'), 'utf8')}\n`);
    const of = (name: string) => ask(['pack', name, '--consumer', 'player'], own);
    expect(of('line.json')).toEqual(of('set.json'));
  });

  test.each<[string, readonly string[], string]>([
    ['no consumer', ['set.json'], 'keeper, narrator, player'],
    ['a misspelt consumer', ['set.json', '--consumer', 'playr'], 'keeper, narrator, player'],
    ['a step', ['set.json', '--consumer', 'player', '--step', '1'], '--step'],
    ['a file that is none', ['notes.txt', '--consumer', 'player'], 'compile it again'],
    ['an empty file', ['empty.json', '--consumer', 'player'], 'compile it again'],
  ])('with %s is refused with a remedy', async (_what, args, remedy) => {
    const own = await file(fact('a torn map'));
    writeFileSync(join(own.cwd, 'notes.txt'), 'not a working set');
    writeFileSync(join(own.cwd, 'empty.json'), '');
    const found = fault(['pack', ...args], own);
    expect(found.exit).toBe(2);
    expect(found.hint).toContain(remedy);
  });

  test('that names something locked is refused, for its guard is elsewhere', async () => {
    const own = await file(fact('a torn map'), secret('swordfish-nine'));
    const found = fault(['pack', 'set.json', '--consumer', 'player'], own);
    expect(found).toMatchObject({ exit: 4, code: 'leak-blocked' });
    expect(found.hint).toContain('name the case or the working set');
  });
});

/** Changes the ledger of a workspace, as who owns it can. */
function edit({ cwd }: RunOptions, change: (database: DatabaseSync) => void): void {
  const database = new DatabaseSync(join(cwd, '.penumbra/ledger.db'));
  change(database);
  database.close();
}

/** Returns the digest of the first request that is on record. */
function firstRequest(database: DatabaseSync): string {
  const entry = database
    .prepare(`SELECT value FROM entry WHERE value LIKE '%"type":"pack"%' ORDER BY log, sequence LIMIT 1`)
    .get();
  return String(JSON.parse(String(entry?.value)).request).replace(/^content:/, '');
}
