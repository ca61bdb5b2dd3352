// Runs the investigator over the cases that the evaluation kit laid out and writes one report each, for its scorer.
// usage: node scripts/rca-eval.ts CASES REPORTS [--gold GOLD --records FILE] [--jobs N] [--part I]
// With gold answers it also writes a line {id, project, convergence, rank, features} for each case: what
// scripts/fit-confidence.ts learns from and scripts/rca-slice.ts records.

import { fork } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { investigate } from '../src/engine/investigate/index.ts';
import { sortByCodePoint } from '../src/kernel/index.ts';
import { type EvaluatedCase, recordOf } from './rca-records.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    gold: { type: 'string' },
    records: { type: 'string' },
    jobs: { type: 'string', default: '2' },
    part: { type: 'string' },
  },
});
const [cases, reports] = positionals;
if (cases === undefined || reports === undefined) {
  process.stderr.write(
    'usage: node scripts/rca-eval.ts CASES REPORTS [--gold GOLD --records FILE] [--jobs N]\n',
  );
  process.exit(2);
}
const laidOut = sortByCodePoint(readdirSync(cases).filter((id) => existsSync(join(cases, id, 'report.xml'))));
const jobs = Number(values.jobs);
if (values.part === undefined) await runParts();
else await runPart(Number(values.part));

/** One process for each part, for a case keeps a core busy. */
async function runParts(): Promise<void> {
  mkdirSync(reports as string, { recursive: true });
  if (values.records !== undefined) rmSync(values.records, { force: true });
  const parts = Array.from({ length: jobs }, (_, part) => {
    const child = fork(process.argv[1] as string, [...process.argv.slice(2), '--part', String(part)]);
    return new Promise<number>((resolve) => child.on('exit', (code) => resolve(code ?? 1)));
  });
  const failures = (await Promise.all(parts)).filter((code) => code !== 0).length;
  const written = laidOut.filter((id) => existsSync(join(reports as string, `${id}.json`))).length;
  process.stdout.write(`${laidOut.length} cases laid out, ${written} investigated\n`);
  if (values.records !== undefined) process.stdout.write(`${courtLine(values.records)}\n`);
  process.exitCode = failures > 0 || written < laidOut.length ? 1 : 0;
}

/** Says what following the court would have done: how often it would put a right place first, or take one away. */
function courtLine(records: string): string {
  const lines = readFileSync(records, 'utf8').trim().split('\n');
  const trials = lines.flatMap((line) => (JSON.parse(line) as EvaluatedCase).trials);
  const count = (decision: string) => trials.filter((trial) => trial.decision === decision).length;
  const flipped = trials.filter(({ decision, was, held }) => decision === 'amend' && was !== held);
  const gained = flipped.filter(({ held }) => held).length;
  const decisions = ['affirm', 'amend', 'acquit', 'mistrial'].map(
    (decision) => `${count(decision)} ${decision}`,
  );
  return `${trials.length} trials: ${decisions.join(', ')}; followed, it would set right ${gained} and spoil ${flipped.length - gained}`;
}

async function runPart(part: number): Promise<void> {
  for (const id of laidOut.filter((_, index) => index % jobs === part)) {
    const scratch = mkdtempSync(join(tmpdir(), 'penumbra-eval-'));
    try {
      await runCase(id, `sqlite:${join(scratch, 'ledger.db')}`);
    } catch (error) {
      process.exitCode = 1;
      process.stderr.write(`${id}: ${error instanceof Error ? error.stack : error}\n`);
    } finally {
      rmSync(scratch, { recursive: true });
    }
  }
}

async function runCase(id: string, store: string): Promise<void> {
  const folder = join(cases as string, id);
  const options = { workspace: join(folder, 'repo'), store };
  const found = await investigate({ ...options, reports: [join(folder, 'report.xml')], memory: 'off' });
  writeFileSync(join(reports as string, `${id}.json`), `${JSON.stringify(found.document, null, 2)}\n`);
  if (values.gold === undefined || values.records === undefined) return;
  const gold = JSON.parse(readFileSync(join(values.gold, `${id}.json`), 'utf8'));
  const record = await recordOf(options, found, gold);
  appendFileSync(values.records, `${JSON.stringify({ id, project: gold.project, ...record })}\n`);
}
