// policy table, lint, diff and replay, run as programs: what they print, what they end with, and what they refuse.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { showPolicy } from '../../src/commands/guard/index.ts';
import { openLedger } from '../../src/engine/index.ts';
import { type AuditEntry, loadPolicy, openAuditTrail, policyTable } from '../../src/guard/index.ts';
import { renderPolicyTable } from '../../src/report/index.ts';
import { changeSample, samplePolicy } from '../guard/sample-policy.ts';
import { policyTexts } from '../guard/shipped-policies.ts';
import { ask, fault, penumbra, type RunOptions, temporaryFolder } from './penumbra.ts';

/** Creates a folder with some files. */
function folderWith(files: Readonly<Record<string, string | Uint8Array>>): RunOptions {
  const cwd = temporaryFolder();
  for (const [name, content] of Object.entries(files)) writeFileSync(join(cwd, name), content);
  return { cwd };
}

const clean = loadPolicy(samplePolicy);
const wide = changeSample(', when: [has_contract] }', ' }');
const write = { mode: 'work', tool: 'file', command: 'write', root: 'yard', context: { paths: ['a'] } };
const recorded = { request: write, code: 'EN-WRITE-D-002' };

describe('policy table', () => {
  test('draws the policy that ships', () => {
    const { stdout, status } = penumbra(['policy', 'table'], { cwd: temporaryFolder() });
    expect(status).toBe(0);
    for (const mode of ['bare', 'forge', 'run']) expect(stdout).toContain(`\nmode ${mode}\n`);
    expect(stdout).toMatch(/\n {2}repo\/\.penumbra {2,}– /);
    expect(stdout).toContain('repo hides .git');
    expect(stdout).toContain('● always');
  });

  test.each(['investigate', join(import.meta.dirname, '../../examples/modding/policy.yaml')])(
    'fits the picture of %s into 80 columns',
    async (name) => {
      const text = renderPolicyTable(await showPolicy(name, {}), { width: 80, hasCommands: true });
      expect(text.split('\n').filter((line) => [...line].length > 80)).toEqual([]);
    },
  );

  test('prints the rows of the table as JSON, of one mode and root where asked', () => {
    const folder = folderWith({ 'policy.yaml': policyTexts.modding });
    const rows = policyTable(loadPolicy(policyTexts.modding));
    expect(ask(['policy', 'table', 'policy.yaml'], folder).rows).toEqual(rows);
    const part = ask(['policy', 'table', 'policy.yaml', '--mode', 'ck3lens', '--root', 'steam'], folder);
    expect(part.rows).toEqual(rows.filter(({ mode, root }) => mode === 'ck3lens' && root === 'steam'));
    expect(ask(['policy', 'table', 'policy.yaml'], folder)).toMatchObject({
      policy: 'modding',
      registry: 'mod',
      exec: { scratch: { root: 'ck3raven_data', subdirectory: 'wip' } },
    });
  });

  test('lists every command where asked', () => {
    const { stdout } = penumbra(['policy', 'table', '--commands', '--mode', 'forge'], {
      cwd: temporaryFolder(),
    });
    expect(stdout).toMatch(
      /\nforge repo, visible always\ncommand {2,}granted {2,}by row\nfile read, list {2,}always/,
    );
  });

  test('refuses what is not there, with the remedy', () => {
    expect(fault(['policy', 'table', '--mode', 'forg'], { cwd: temporaryFolder() })).toMatchObject({
      exit: 2,
      code: 'usage',
      message: '`forg` is not a mode of this policy (did you mean `forge`?)',
      hint: 'use one of bare, forge, run',
    });
  });
});

describe('policy lint', () => {
  test('shows each fault with its line and a caret, and ends with 1', () => {
    const folder = folderWith({ 'policy.yaml': changeSample('yard/den', 'yrd/den') });
    const { stdout, status } = penumbra(['policy', 'lint', 'policy.yaml'], folder);
    expect(status).toBe(1);
    expect(stdout).toContain(
      [
        'policy.yaml:16:5  error  unknown-root',
        '  `yrd` is not a root of this policy (did you mean `yard`?)',
        '   16 |     yrd/den: [has_contract]',
        '      |     ^',
      ].join('\n'),
    );
    expect(stdout.trimEnd().split('\n').at(-1)).toBe('1 error in policy.yaml');
  });

  test('prints findings as JSON', () => {
    const folder = folderWith({
      'policy.yaml': changeSample('yard/den', 'yrd/den'),
      'fine.yaml': samplePolicy,
    });
    expect(ask(['policy', 'lint', 'policy.yaml', 'fine.yaml'], folder, 1)).toMatchObject({
      ok: false,
      files: ['policy.yaml', 'fine.yaml'],
      findings: [{ file: 'policy.yaml', line: 16, column: 5, rule: 'unknown-root', severity: 'error' }],
    });
  });

  test('fails on warnings only where it is strict', () => {
    const text = changeSample('yard: always', 'yard: always\n    shed: always');
    const folder = folderWith({ 'policy.yaml': text });
    expect(ask(['policy', 'lint', 'policy.yaml'], folder)).toMatchObject({
      ok: true,
      findings: [{ rule: 'visible-unreadable', severity: 'warning' }],
    });
    expect(ask(['policy', 'lint', 'policy.yaml', '--strict'], folder, 1).ok).toBe(false);
  });

  test('reads standard input, and finds nothing in a clean policy', () => {
    const { stdout, status } = penumbra(['policy', 'lint', '-'], {
      cwd: temporaryFolder(),
      input: samplePolicy,
    });
    expect([status, stdout]).toEqual([0, 'nothing found in standard input\n']);
  });
});

describe('policy diff', () => {
  const folder = () => folderWith({ 'a.yaml': samplePolicy, 'b.yaml': wide });

  test('tells what is wider, counts, and ends with 0', () => {
    const { stdout, status } = penumbra(['policy', 'diff', 'a.yaml', 'b.yaml'], folder());
    expect(status).toBe(0);
    expect(stdout).toContain('\nwork yard, work yard/den\n  ! file write: if has_contract → always\n');
    expect(stdout.trimEnd().split('\n').at(-1)).toBe('2 wider, 0 narrower, 0 other');
  });

  test.each([
    [['a.yaml', 'b.yaml'], 'wider', 1],
    [['b.yaml', 'a.yaml'], 'wider', 0],
    [['b.yaml', 'a.yaml'], 'other', 0],
    [['b.yaml', 'a.yaml'], 'any', 1],
    [['a.yaml', 'a.yaml'], 'any', 0],
  ])('of %j with --fail-on %s ends with %i', (files, effect, exitCode) => {
    ask(['policy', 'diff', ...files, '--fail-on', effect], folder(), exitCode);
  });

  test('reads standard input for one of them only', () => {
    expect(fault(['policy', 'diff', '-', '-'], folder())).toMatchObject({
      exit: 2,
      message: 'only one of the two policies can be `-`',
    });
  });

  test('prints the changes as JSON, hidden names among them', () => {
    const open = folderWith({ 'mine.yaml': policyTexts.investigate.replace('hidden: [.git]', 'hidden: []') });
    expect(ask(['policy', 'diff', 'investigate', 'mine.yaml'], open)).toMatchObject({
      counts: { wider: 1, narrower: 0, other: 0 },
      changes: [],
      settings: [{ setting: 'repo hides .git', effect: 'wider' }],
    });
  });

  test('refuses an effect there is none of', () => {
    const refused = fault(['policy', 'diff', 'a.yaml', 'b.yaml', '--fail-on', 'widr'], folder());
    expect(refused).toMatchObject({ exit: 2, message: expect.stringContaining('did you mean `wider`?') });
  });
});

describe('policy replay', () => {
  const lines = (...values: unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('');

  test('decides a corpus again and shows what changes', () => {
    const read = { request: { ...write, command: 'read' }, code: 'EN-READ-S-001' };
    const unresolved = { requests: [], decision: 'WA-RES-I-003', session: 's' };
    const corpus = lines(recorded, recorded, read, { request: write }, unresolved);
    const folder = folderWith({ 'wide.yaml': wide, 'corpus.jsonl': `\n${corpus}` });
    const answer = ask(['policy', 'replay', 'corpus.jsonl', '--policy', 'wide.yaml'], folder);
    expect(answer).toMatchObject({
      counts: { decided: 4, same: 1, unrecorded: 1, wider: 2, narrower: 0, other: 0 },
      skipped: { beforeGate: 1, notWhole: 0 },
      changes: [
        { recordedAt: 'line 2', was: 'EN-WRITE-D-002', wouldBe: 'EN-WRITE-S-001', effect: 'wider' },
        { recordedAt: 'line 3' },
      ],
    });
    const { stdout } = penumbra(['policy', 'replay', 'corpus.jsonl', '--policy', 'wide.yaml'], folder);
    expect(stdout).toContain(
      '! work yard: file write (2 times)\n  was EN-WRITE-D-002, would be EN-WRITE-S-001\n',
    );
  });

  test('refuses a line that does not fit, by its number', () => {
    const folder = folderWith({ 'wide.yaml': wide, 'corpus.jsonl': `${lines(recorded)}{"request"` });
    expect(fault(['policy', 'replay', 'corpus.jsonl', '--policy', 'wide.yaml'], folder)).toMatchObject({
      exit: 2,
      code: 'unreadable-input',
      message: expect.stringMatching(/^corpus.jsonl:2: not JSON: /),
    });
  });

  test('without a corpus decides what the audit of the ledger holds', async () => {
    const folder = folderWith({ 'wide.yaml': wide });
    mkdirSync(join(folder.cwd, '.penumbra'));
    await noteCalls(folder.cwd, [
      { ...entry, requests: [write], decision: 'EN-WRITE-D-002' },
      { ...entry, requests: [], decision: 'WA-RES-I-003' },
    ]);
    expect(ask(['policy', 'replay', '--policy', 'wide.yaml'], folder)).toMatchObject({
      corpus: 'the audit',
      counts: { decided: 1, wider: 1 },
      skipped: { beforeGate: 1 },
      changes: [{ recordedAt: 'record 1', wouldBe: 'EN-WRITE-S-001' }],
    });
  });

  test('makes no ledger where there is none, and says that there was nothing', () => {
    const { stdout, status } = penumbra(['policy', 'replay', '--policy', 'investigate'], {
      cwd: temporaryFolder(),
    });
    expect(status).toBe(0);
    expect(stdout).toContain('there was nothing on record to replay');
  });

  test('needs a policy', () => {
    expect(penumbra(['policy', 'replay'], { cwd: temporaryFolder() })).toMatchObject({ status: 2 });
  });
});

const entry: AuditEntry = {
  session: 's',
  mode: 'work',
  tool: 'file',
  command: 'write',
  addresses: ['root:yard/a'],
  decision: 'EN-WRITE-D-002',
  answer: 'EN-WRITE-D-002',
  rule: 'work yard 2',
  failedConditions: ['has_contract'],
  policy: clean.hash,
  contract: null,
  requests: [],
  intent: null,
};

async function noteCalls(workspace: string, entries: readonly AuditEntry[]): Promise<void> {
  const ledger = await openLedger({ workspace, environment: {} });
  const trail = await openAuditTrail(ledger, { randomness: { bytes: (length) => new Uint8Array(length) } });
  for (const one of entries) await trail.record(one);
  await ledger.store.close();
}
