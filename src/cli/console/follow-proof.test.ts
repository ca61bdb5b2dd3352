// What experiments say while they run: every end once, in bounds, and nothing twice.
import { EventEmitter } from 'node:events';
import pc from 'picocolors';
import { expect, test } from 'vitest';
import type { ExperimentProgress } from '../../report/index.ts';
import { followProof } from './follow-proof.ts';
import { createStopSwitch } from './stop-switch.ts';
import type { Terminal } from './terminal.ts';

const colors = pc.createColors(false);

const idle = { phase: 'reproducing', trying: 'x', runs: 0, left: null, remainingMs: null } as const;

/** Follows some progress, interrupted before the last where that is asked for, and returns all that was said. */
async function saidOf(
  told: readonly Partial<ExperimentProgress>[],
  isInterrupted = false,
): Promise<readonly string[]> {
  const said: string[] = [];
  const terminal: Terminal = {
    isJson: false,
    colors,
    errorColors: colors,
    answer: () => undefined,
    answerLine: () => undefined,
    progress: (text) => said.push(`~ ${text}`),
    clearProgress: () => undefined,
    note: (text) => said.push(text),
    detail: () => undefined,
    fault: () => undefined,
  };
  const program = new EventEmitter();
  const { onProgress, finish } = await followProof(
    terminal,
    'making a scratch copy',
    createStopSwitch(program),
  );
  for (const [index, part] of told.entries()) {
    if (isInterrupted && index === told.length - 1) program.emit('SIGINT');
    onProgress({ ...idle, ...part });
  }
  finish();
  return said;
}

test('what ended stays above what is tried next', async () => {
  expect(await saidOf([{}, { runs: 1, last: { what: 'working tree', end: 'red' } }])).toEqual([
    '~ making a scratch copy',
    '~ reproducing: x  0 runs done',
    'red      working tree',
    '~ reproducing: x  1 run done',
  ]);
});

test('an end that is told again is said once, and a repetition of it again', async () => {
  const last = { what: 'working tree', end: 'red' } as const;
  const said = await saidOf([
    { runs: 1, last },
    { runs: 1, last },
    { runs: 2, last },
  ]);
  expect(said.filter((line) => !line.startsWith('~'))).toHaveLength(2);
});

/** What stays of some progress. */
async function keptOf(told: readonly Partial<ExperimentProgress>[]): Promise<readonly string[]> {
  return (await saidOf(told)).filter((line) => !line.startsWith('~'));
}

test('runs of one state are one line, said as soon as another is tried', async () => {
  const trying = 'the working tree';
  const last = { what: trying, end: 'red' } as const;
  const repeated = [
    { trying, runs: 1, last },
    { trying, runs: 2, last },
  ];
  expect(await keptOf([...repeated, { trying: 'HEAD~1', runs: 2 }])).toEqual([
    'red      the working tree (2 runs)',
  ]);
  expect(await keptOf(repeated)).toHaveLength(1);
});

test('what is verified in turns is counted for each state', async () => {
  const seen = (what: string, end: 'red' | 'green', runs: number): Partial<ExperimentProgress> => ({
    phase: 'verifying',
    trying: what,
    runs,
    last: { what, end },
  });
  expect(await keptOf([seen('with', 'red', 1), seen('without', 'green', 2), seen('with', 'red', 3)])).toEqual(
    ['red      with (2 runs)', 'green    without'],
  );
});

test('the test that is proven is named above its experiments', async () => {
  const last = { what: 'the working tree', end: 'red' } as const;
  expect(
    await keptOf([
      { test: 'adds', runs: 1, last },
      { test: 'adds', runs: 1 },
      { test: 'divides', runs: 1, last: { ...last, end: 'green' } },
    ]),
  ).toEqual([
    'why does it fail: adds',
    'red      the working tree',
    'why does it fail: divides',
    'green    the working tree',
  ]);
});

test('a long search does not fill a log', async () => {
  const many = Array.from({ length: 500 }, (_, runs) => ({
    runs,
    last: { what: `piece ${runs}`, end: 'green' } as const,
  }));
  const said = (await saidOf(many)).filter((line) => !line.startsWith('~'));
  expect(said).toHaveLength(101);
  expect(said.at(-1)).toBe('more experiments are on record, but not listed here');
});

test('an interrupt is answered at once, and what still ends is told', async () => {
  const said = await saidOf([{}, { runs: 1, last: { what: 'working tree', end: 'red' } }], true);
  const stopping = '~ stopping; what was learned is kept, and Ctrl-C again quits at once';
  expect(said.slice(2)).toEqual([stopping, 'red      working tree', stopping]);
});
