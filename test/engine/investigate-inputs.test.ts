// What a run is made from, and nothing else: not the time things were learned, not where a branch stands by now, not
// which ledgers were merged. What moves under a run stops it.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { exportToFile, importArchive, openArchive } from '../../src/commands/index.ts';
import { showRun } from '../../src/commands/runs.ts';
import { openLedger } from '../../src/engine/index.ts';
import { investigate } from '../../src/investigation/index.ts';
import { openRepositoryView } from '../../src/investigation/run/repository-view.ts';
import { openRunSecrets } from '../../src/investigation/run/run-secrets.ts';
import { surveyWorkspace } from '../../src/investigation/run/survey-workspace.ts';
import { layShop } from '../support/lay-shop.ts';

const folder = mkdtempSync(join(tmpdir(), 'penumbra-inputs-'));
const pristine = join(folder, 'pristine');
layShop(pristine);
afterAll(() => rmSync(folder, { recursive: true }));

let copies = 0;
/** A copy of the shop in a folder of the same name. */
function shop(): { readonly workspace: string; readonly reports: readonly string[] } {
  copies += 1;
  const workspace = join(folder, String(copies), 'shop');
  cpSync(pristine, workspace, { recursive: true });
  return {
    workspace,
    reports: ['orders', 'stock', 'stock-repository'].map((name) => join(workspace, `reports/${name}.xml`)),
  };
}

const commit = (workspace: string, ...args: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@x.example', 'commit', '--quiet', ...args], {
    cwd: workspace,
  });

test('what was learned at another time is the same memory', async () => {
  const [first, second] = [shop(), shop()];
  await investigate(first);
  await investigate(second);
  const [again, elsewhere] = [await investigate(first), await investigate(second)];
  expect(again.document.causes.some(({ first_seen }) => first_seen !== undefined)).toBe(true);
  expect(elsewhere.document).toEqual(again.document);
});

test('a commit that changes no file is another revision, and no other history of the old one', async () => {
  const { workspace, reports } = shop();
  const ledger = await openLedger({ workspace });
  const before = surveyWorkspace(workspace);
  commit(workspace, '--allow-empty', '--message', 'later');
  const after = surveyWorkspace(workspace);
  expect(after.rootDigest).toBe(before.rootDigest);
  expect(after.revision).not.toBe(before.revision);
  const pinned = await openRepositoryView(ledger, after, {
    ...before,
    reports: [],
    secrets: await openRunSecrets(),
  }).means.history();
  await ledger.store.close();
  const { workspace: clean } = shop();
  const other = await openLedger({ workspace: clean });
  const survey = surveyWorkspace(clean);
  expect(pinned).toEqual(
    await openRepositoryView(other, survey, {
      ...survey,
      reports: [],
      secrets: await openRunSecrets(),
    }).means.history(),
  );
  await other.store.close();
  expect((await investigate({ workspace, reports })).document.revision).toBe(after.revision);
});

test('a file that changes while the workspace is looked at stops the work', async () => {
  const { workspace } = shop();
  const survey = surveyWorkspace(workspace);
  writeFileSync(join(workspace, 'web/src/money.ts'), 'changed');
  const ledger = await openLedger({ workspace });
  const { means } = openRepositoryView(ledger, survey, {
    ...survey,
    reports: [],
    secrets: await openRunSecrets(),
  });
  const read = (path: string) => (path === 'web/src/money.ts' ? Buffer.from('changed') : undefined);
  const files = [...means.files()].filter(({ path }) => path === 'web/src/money.ts');
  await expect(means.terms(files, read)).rejects.toMatchObject({ code: 'stopped' });
  rmSync(join(workspace, 'web/src/money.ts'));
  await expect(means.terms([...files], () => undefined)).rejects.toThrow('`web/src/money.ts` changed');
  await ledger.store.close();
});

test('a history that cannot be read is none, and said to be', async () => {
  const { workspace, reports } = shop();
  const tree = execFileSync('git', ['rev-parse', 'HEAD~3:web'], { cwd: workspace, encoding: 'utf8' }).trim();
  // The shop's objects lie loose, each in a file of its own.
  rmSync(join(workspace, '.git/objects', tree.slice(0, 2), tree.slice(2)));
  expect((await investigate({ workspace, reports })).document.history).toBe('none');
});

test('a run that two merged ledgers had is told once', async () => {
  const [first, second] = [shop(), shop()];
  await investigate(first);
  const { model } = await investigate(second);
  const archive = join(folder, 'first.pen');
  const from = await openLedger({ workspace: first.workspace });
  await exportToFile(from.store, archive);
  await from.store.close();
  const to = await openLedger({ workspace: second.workspace });
  {
    await using chunks = await openArchive(archive);
    await importArchive(to.store, chunks);
  }
  await to.store.close();
  const merged = (await showRun({ workspace: second.workspace, run: 'latest' })).model;
  // Every event is in the merged log twice.
  expect(merged).toEqual({ ...model, entries: 2 * model.entries });
});

test('a test whose name looks like a citation is investigated like any other', async () => {
  const { workspace, reports } = shop();
  const [report = ''] = reports;
  const plain = await investigate({ workspace, reports: [report] });
  const [{ tests: [{ name = '' } = {}] = [] } = {}] = plain.document.causes;
  const odd = `${name} [M2] of locked:3, frame:deadbeef and rule_ref:vat`;
  writeFileSync(report, readFileSync(report, 'utf8').replaceAll(`name="${name}"`, `name="${odd}"`));
  const { document } = await investigate({ ...shop(), reports: [report] });
  const cause = document.causes.find(({ tests }) => tests.some((each) => each.name === odd));
  expect(cause?.answer).toEqual(plain.document.causes[0]?.answer);
});
