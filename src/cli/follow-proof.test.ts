// What experiments say while they run: every end once, in bounds, and nothing twice.
import { EventEmitter } from 'node:events';
import pc from 'picocolors';
import { expect, test } from 'vitest';
import type { ExperimentProgress } from '../report/index.ts';
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
  const { onProgress } = await followProof(terminal, 'making a scratch copy', createStopSwitch(program));
  for (const [index, part] of told.entries()) {
    if (isInterrupted && index === told.length - 1) program.emit('SIGINT');
    onProgress({ ...idle, ...part });
  }
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

test('a long search does not fill a log', async () => {
  const many = Array.from({ length: 500 }, (_, runs) => ({
    runs,
    last: { what: `piece ${runs}`, end: 'green' } as const,
  }));
  const said = (await saidOf(many)).filter((line) => !line.startsWith('~'));
  expect(said).toHaveLength(101);
  expect(said.at(-1)).toBe('further experiments are on record and not listed here');
});

test('an interrupt is answered at once, and what still ends is told', async () => {
  const said = await saidOf([{}, { runs: 1, last: { what: 'working tree', end: 'red' } }], true);
  const stopping = '~ stopping, what was learned is kept; Ctrl-C again ends at once';
  expect(said.slice(2)).toEqual([stopping, 'red      working tree', stopping]);
});
