// `npm run bench [-- ROW...]`: runs the rows whose names contain one of the words, or all, and prints each when done.
// A full run writes bench/results.json and docs/reference/benchmarks.md; with --keep a run of some rows puts them in the
// place of the earlier ones there, which is as good, since a row is measured in turns with its own peer. With --check a
// row over its budget is a failure. With --quick sizes and rounds are small: it shows that every row runs, and judges none.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Effort, measureRow } from './measure.ts';
import {
  collectResults,
  judgeRow,
  mergeResults,
  type RowResult,
  resultsJson,
  resultsPage,
  rowText,
} from './results.ts';
import { rows } from './rows/index.ts';

const thorough: Effort = { rounds: 15, roundMicroseconds: 100_000, shrink: 1 };
const quick: Effort = { rounds: 3, roundMicroseconds: 10_000, shrink: 100 };
const documents = join(import.meta.dirname, '../docs/reference');

const { values: options, positionals: words } = parseArgs({
  allowPositionals: true,
  options: {
    check: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
  },
});
const chosen = rows.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));

if (chosen.length === 0) {
  const names = rows.map(({ name }) => name).join(', ');
  process.stderr.write(`error: no row is called \`${words.join(' ')}\`\nhint: use one of: ${names}\n`);
  process.exitCode = 2;
} else {
  const effort = options.quick ? quick : thorough;
  const results: RowResult[] = [];
  for (const row of chosen) {
    const result = judgeRow(row, await measureRow(row, effort));
    results.push(result);
    process.stdout.write(`${rowText(result, { isQuick: options.quick })}\n`);
  }
  if (options.quick) process.stdout.write(`${results.length} rows ran\n`);
  else conclude(results);
}

function conclude(results: readonly RowResult[]): void {
  if (options.keep || results.length === rows.length) keep(results);
  const over = results.filter(({ verdict }) => verdict === 'over').length;
  process.stdout.write(`${results.length} rows, ${over} over budget\n`);
  if (options.check && over > 0) process.exitCode = 1;
}

function keep(measured: readonly RowResult[]): void {
  const file = join(import.meta.dirname, 'results.json');
  const known = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  const json = resultsJson(mergeResults(collectResults(measured, thorough), known, rows));
  writeFileSync(file, json);
  // From the figures as they were kept, so that the page can be checked against them.
  writeFileSync(join(documents, 'benchmarks.md'), resultsPage(JSON.parse(json)));
}
