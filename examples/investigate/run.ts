/**
 * The main job in one minute: a shop whose CI run went red in three languages, investigated by the program as it is
 * published. Run it with `npm run demo`, or `npm run demo -- FOLDER` to keep the shop and look around in it. Ends with
 * exit code 1 where something is not as expected.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { ReportDocument, RunModel } from 'penumbra/record';
import { buildRepository } from './build-repository.ts';
import { expectedAnswers, gradeAnswer } from './expected-answers.ts';
import { tellParts } from './tell-parts.ts';

const checkout = join(import.meta.dirname, '../..');
const page = join(checkout, '.penumbra/demo/report.html');
const kept = process.argv[2];
const faults: string[] = [];

if (kept !== undefined && existsSync(kept)) {
  process.stderr.write(`demo: \`${kept}\` exists already\nhint: name a folder that does not, or none\n`);
  process.exit(2);
}
const shop = kept === undefined ? mkdtempSync(join(tmpdir(), 'penumbra-demo-')) : resolve(kept);
try {
  heading('A shop in three languages, and the reports of its last CI run');
  say(`built at revision ${buildRepository(shop)}`);
  investigateFirst();
  const document: ReportDocument = ask('resume', 'latest');
  compareAnswers(document);
  tellWork();
  investigateAgain(document);
  heading('Read on');
  say(`the report as a page: ${page}`);
  say(kept === undefined ? 'the shop is gone; npm run demo -- FOLDER keeps it' : `the shop: ${shop}`);
} finally {
  if (kept === undefined) rmSync(shop, { recursive: true, force: true });
}
for (const fault of faults) process.stderr.write(`demo: ${fault}\n`);
process.exitCode = faults.length > 0 ? 1 : 0;

function investigateFirst(): void {
  heading('$ penumbra investigate reports --html report.html');
  mkdirSync(dirname(page), { recursive: true });
  rmSync(page, { force: true });
  say(penumbra('investigate', 'reports', '--html', page, '--quiet'));
  expect(existsSync(page), 'no page was written');
}

/** Holds each answer against what is known to be wrong. */
function compareAnswers(document: ReportDocument): void {
  heading('What is wrong, as those who broke it know, and whether it was found');
  for (const expected of expectedAnswers) {
    const { rank, faults: missing } = gradeAnswer(document, expected);
    const place = rank === null ? '' : rank === 1 ? ', ranked first' : `, ranked ${rank}.`;
    say(`${missing.length === 0 ? 'found ' : 'missed'}  ${expected.what}${place}`);
    faults.push(...missing.map((fault) => `${expected.what}: ${fault}`));
  }
}

/** Says what each part did; a part that did nothing is a fault, for all of them have work here. */
function tellWork(): void {
  heading('What each part of the system did');
  for (const { part, text, count } of tellParts(ask<RunModel>('show', 'latest'))) {
    say(`${part.padEnd(12)} ${String(count).padStart(4)} ${text}`);
    expect(count > 0, `the part \`${part}\` did nothing`);
  }
}

function investigateAgain(first: ReportDocument): void {
  heading('The same reports again');
  const { summary, causes }: ReportDocument = ask('investigate', 'reports');
  const settled = first.causes.filter(({ status }) => status === 'concluded').length;
  const recalled = causes.filter(({ first_seen }) => first_seen === first.run).length;
  say(
    `${recalled} of ${causes.length} causes are known from the first run; ${settled} had been settled there`,
  );
  expect(recalled > 0 && summary.known > 0, 'no cause was recalled');
  const { ok }: { readonly ok: boolean } = ask('validate');
  say(`every record was hashed again: ${ok ? 'no fault' : 'faults'}`);
  expect(ok, 'the ledger has faults');
}

/** Runs the program and returns what it prints. */
function penumbra(...args: readonly string[]): string {
  const program = join(checkout, 'bin/penumbra.js');
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd: shop,
    encoding: 'utf8',
    env: { ...process.env, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }) },
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`penumbra ${args.join(' ')} ended with ${status}: ${stderr}`);
  return stdout.trimEnd();
}

function ask<Answer>(...args: readonly string[]): Answer {
  return JSON.parse(penumbra(...args, '--json'));
}

function expect(holds: boolean, fault: string): void {
  if (!holds) faults.push(fault);
}

function heading(text: string): void {
  say(`\n== ${text}\n`);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
