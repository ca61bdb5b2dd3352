// Attacks by what a proof runs: a secret in the name of a test or in the lines of a change is in no experiment on record,
// report or export, and a test with a secret in its name is proven like any other.

import { join } from 'node:path';
import { expect } from 'vitest';
import { openSecretScanner } from '../../src/adapters/secrets/index.ts';
import { openLedger } from '../../src/engine/index.ts';
import { openJournal } from '../../src/investigation/prove/experiment-journal.ts';
import { makeTestCommand } from '../../src/investigation/prove/test-command.ts';
import { exportArchive } from '../../src/ledger/index.ts';
import { command, makeRedProject, onlyCause, provenBy, type RedProject } from '../prove/red-project.ts';
import { attack } from './attack.ts';
import { planted } from './planted-secrets.ts';

const cost = (operator: string) =>
  `export function cost(worth) {\n  if (worth ${operator} 50) return 0;\n  return 5;\n}\n`;

function testsCalled(...names: readonly string[]): string {
  const [failing, ...passing] = names;
  return [
    "import { equal } from 'node:assert';",
    "import { test } from 'node:test';",
    "import { cost } from './cost.mjs';",
    `test('${failing}', () => equal(cost(50), 0, 'failed for password=${planted.hunk}'));`,
    ...passing.map((name) => `test('${name}', () => {});`),
    '',
  ].join('\n');
}

async function exported(project: RedProject): Promise<string> {
  const ledger = await openLedger({
    workspace: project.path,
    store: `sqlite:${join(project.outside, 'ledger.db')}`,
    create: false,
  });
  try {
    const archive: Uint8Array[] = [];
    for await (const chunk of exportArchive(ledger.store)) archive.push(chunk);
    return Buffer.concat(archive).toString('utf8');
  } finally {
    await ledger.store.close();
  }
}

async function expectUntold(project: RedProject, secrets: readonly string[], told: unknown): Promise<void> {
  const leaving = [await exported(project), JSON.stringify(told)];
  for (const secret of secrets)
    expect(
      leaving.map((text) => text.includes(secret)),
      secret,
    ).toEqual([false, false]);
}

attack('secret-experiment', 'tokens in the names of tests that a proof met', async () => {
  await using project = makeRedProject({
    'cost.mjs': cost('>='),
    'cost.test.mjs': testsCalled(
      'free from 50 on',
      `signs in with ${planted.message}`,
      `signs in with password=${planted.source}`,
      `signs in with ${planted.hunk}`,
    ),
  });
  project.commit({ 'cost.mjs': cost('>') });
  const found = await project.why();
  expect(onlyCause(found).status).toBe('proven');
  await expectUntold(project, [planted.message, planted.source, planted.hunk], found.document);
});

attack('secret-journal', 'a run whose tests nobody gave other names', async () => {
  await using project = makeRedProject({ 'cost.mjs': cost('>=') });
  const ledger = await openLedger({
    workspace: project.path,
    store: `sqlite:${join(project.outside, 'ledger.db')}`,
  });
  const journal = openJournal(ledger, {
    command: makeTestCommand(command, { root: project.path }),
    build: [],
    environmentDigest: '',
    scanner: await openSecretScanner(),
  });
  const name = `signs in with ${planted.message}`;
  const run = { kind: 'all', met: [{ suitePath: [], name, status: 'passed' }] } as const;
  await journal.keep({ state: 'a'.repeat(40), tests: 'all' }, { attempt: 0, record: run });
  await journal.keep(
    { state: 'b'.repeat(40), tests: [{ suitePath: [], name }] },
    { attempt: 0, record: { kind: 'told', ends: [{ status: 'passed' }] } },
  );
  await ledger.store.close();
  await expectUntold(project, [planted.message], null);
});

attack('secret-failing-name', 'a failing test with a token in its name, to be left unproven', async () => {
  await using project = makeRedProject({
    'cost.mjs': cost('>='),
    'cost.test.mjs': testsCalled(`free with ${planted.message}`),
  });
  project.commit({ 'cost.mjs': cost('>') });
  const found = await project.why();
  expect(provenBy(onlyCause(found))).toMatchObject({ outcome: 'proven', hunks: ['cost.mjs:2-2'] });
  await expectUntold(project, [planted.message], found.document);
  // Another process knows the name by its placeholder alone.
  const report = `<testsuite name="s"><testcase classname="test" name="free with ${planted.message}" file="${join(project.path, 'cost.test.mjs')}"><failure message="5 == 0">Error: 5 == 0\n    at cost (cost.mjs:2:7)</failure></testcase></testsuite>`;
  const proven = await project.prove(report, command.join(' '));
  expect(onlyCause(proven).status).toBe('proven');
  await expectUntold(project, [planted.message], proven.document);
});

attack('secret-proof-line', 'lines of a private key in what a proof shows', async () => {
  const key = (line: string) =>
    [
      `-----BEGIN ${'PRIVATE'} KEY-----`,
      'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC'.repeat(2),
      line,
      `-----END ${'PRIVATE'} KEY-----`,
      '',
    ].join('\n');
  await using project = makeRedProject({
    'key.pem': key(planted.oldKeyLine),
    'check.sh': `grep -q ${planted.oldKeyLine.slice(0, 6)} key.pem\n`,
  });
  project.commit({ 'key.pem': key(planted.keyLine) });
  const found = await project.why({ command: ['sh', 'check.sh'] });
  expect(provenBy(onlyCause(found))).toMatchObject({ outcome: 'proven', hunks: ['key.pem:3-3'] });
  await expectUntold(project, [planted.keyLine, planted.oldKeyLine], found.document);
});
