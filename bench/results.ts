// The outcome of a run as data, and as the two tables made from it: one for the terminal, one for the documentation.
// Results name the Node and the kind of machine, never the machine.

import { availableParallelism } from 'node:os';
import type { Effort, Exponents, Measurement, SizeResult, Spread } from './measure.ts';
import type { Row } from './row.ts';

/** What a row came to, with what it was held against. */
export type RowResult = Pick<
  Row,
  'name' | 'work' | 'comparedWith' | 'meter' | 'budget' | 'goal' | 'sizeUnit' | 'note'
> & {
  readonly sizes: readonly SizeResult[];
  readonly exponent: Exponents;
  readonly verdict: 'within' | 'over';
};

/** What a run came to. */
export type Results = {
  readonly node: string;
  readonly platform: string;
  readonly processors: number;
  readonly rounds: number;
  readonly rows: readonly RowResult[];
};

/** Holds a measurement against its row's budget, which is for the middle size. */
export function judgeRow(row: Row, { sizes, exponent }: Measurement): RowResult {
  const { name, work, comparedWith, meter, budget, goal, sizeUnit, note } = row;
  return {
    name,
    work,
    comparedWith,
    ...(meter !== undefined && { meter }),
    budget,
    ...(goal !== undefined && { goal }),
    sizeUnit,
    ...(note !== undefined && { note }),
    sizes,
    exponent,
    verdict: middle(sizes).ratio.median <= budget ? 'within' : 'over',
  };
}

/** Puts rows together with what they were measured on. */
export function collectResults(rows: readonly RowResult[], { rounds }: Effort): Results {
  return {
    node: process.versions.node,
    platform: `${process.platform}-${process.arch}`,
    processors: availableParallelism(),
    rounds,
    rows,
  };
}

/** Joins new results with known ones of the same kind of machine, in the order of the table; the new ones win. */
export function mergeResults(
  measured: Results,
  known: Results | undefined,
  order: readonly Pick<Row, 'name'>[],
): Results {
  const isSameMachine =
    known?.node === measured.node &&
    known.platform === measured.platform &&
    known.processors === measured.processors;
  const all = [...(isSameMachine ? known.rows : []), ...measured.rows];
  const byName = new Map(all.map((row) => [row.name, row]));
  return { ...measured, rows: order.flatMap(({ name }) => byName.get(name) ?? []) };
}

/** Writes results as JSON, with four digits to a figure. */
export function resultsJson(results: Results): string {
  const rounded = (_key: string, value: unknown) =>
    typeof value === 'number' ? Number(value.toPrecision(4)) : value;
  return `${JSON.stringify(results, rounded, 2)}\n`;
}

/** Writes a row for the terminal; figures of a quick run are shown without a verdict. */
export function rowText(row: RowResult, { isQuick }: { readonly isQuick: boolean }): string {
  const lines = row.sizes.map(
    ({ size, ratio, subject, peer }) =>
      `  ${count(size).padStart(9)} ${row.sizeUnit}: ${spread(ratio)}   ${costIn(row, subject)} against ${costIn(row, peer)}`,
  );
  const goal = row.goal === undefined ? '' : ` (goal ${row.goal})`;
  return [
    `${row.name}: ${row.work}, compared with ${row.comparedWith}`,
    ...lines,
    `  ${isQuick ? '' : `${row.verdict} `}budget ${row.budget}${goal}; exponent ${exponents(row)}`,
    '',
  ].join('\n');
}

/** Writes results as the page for the documentation. */
export function resultsPage(results: Results): string {
  const { node, platform, processors, rounds, rows } = results;
  return `# Benchmarks

Written by \`npm run bench\`; do not edit. Each figure is a ratio of CPU time, Penumbra's to that of what it is compared
with, measured in turns in the same run: the median of ${rounds} rounds, and in brackets the lowest and highest. The budget
is for the middle size. The exponent tells how cost grows with size (0 not at all, 1 in proportion), in brackets that of
what it is compared with. CPU time leaves out waiting for disks. Where a row says so, memory is measured instead.

Measured with Node ${node} on ${platform} with ${processors} processors.

| work | compared with | ratio | budget (goal) | verdict | exponent |
|---|---|---|---|---|---|
${rows.map(pageLine).join('\n')}

## By size

| row | size | ratio | cost of one | cost of one, compared |
|---|---|---|---|---|
${rows.flatMap(sizeLines).join('\n')}
${notes(rows)}`;
}

function pageLine(row: RowResult): string {
  const budget = row.goal === undefined ? `${row.budget}` : `${row.budget} (${row.goal})`;
  const ratio = spread(middle(row.sizes).ratio);
  return `| ${[row.work, row.comparedWith, ratio, budget, row.verdict, exponents(row)].join(' | ')} |`;
}

function sizeLines(row: RowResult): readonly string[] {
  return row.sizes.map(({ size, ratio, subject, peer }) => {
    const cells = [
      row.name,
      `${count(size)} ${row.sizeUnit}`,
      spread(ratio),
      costIn(row, subject),
      costIn(row, peer),
    ];
    return `| ${cells.join(' | ')} |`;
  });
}

function notes(rows: readonly RowResult[]): string {
  const lines = rows.flatMap(({ name, note }) => (note === undefined ? [] : [`- ${name}: ${note}\n`]));
  return lines.length === 0 ? '' : `\n${lines.join('')}`;
}

function middle<Item>(items: readonly Item[]): Item {
  return items[items.length >> 1] as Item;
}

function spread({ median, min, max }: Spread): string {
  // A small ratio would round to nothing.
  const digits = median < 0.1 ? 4 : 2;
  return `${median.toFixed(digits)} [${min.toFixed(digits)}..${max.toFixed(digits)}]`;
}

function exponents({ exponent }: RowResult): string {
  return `${exponent.subject.toFixed(2)} (${exponent.peer.toFixed(2)})`;
}

function costIn({ meter }: RowResult, { median }: Spread): string {
  if (meter === 'memory') return `${(median / (1024 * 1024)).toPrecision(3)} MiB`;
  return median < 1_000 ? `${median.toPrecision(3)} µs` : `${(median / 1_000).toPrecision(3)} ms`;
}

/** Groups digits by three without asking for a locale. */
function count(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}
