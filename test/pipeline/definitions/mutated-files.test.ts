// The shipped files, damaged at random: whatever is left is answered, and what lint finds nothing in can be walked.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  lintPipeline,
  loadPipeline,
  resolveShipped,
  shippedNames,
  walk,
} from '../../../src/pipeline/index.ts';
import { expectAnswered } from './expect-answered.ts';

type Change = (text: string) => string;

const at = fc.nat(10_000);
const words = fc.constantFrom(
  ...[
    '{',
    '}',
    '[',
    ']',
    ':',
    ' ',
    '\n',
    '- ',
    '#',
    '"',
    "'",
    '&a ',
    '*a',
    '!x ',
    '|',
    '>',
    '%',
    '\t',
    '\u0000',
  ],
  ...[
    'true',
    'null',
    '0',
    '-1',
    '1e9',
    '_any',
    '_done',
    'loop: true, ',
    'advisory: true, ',
    'max: 0, ',
    'when: "false", ',
  ],
  ...[
    'output.',
    'state.',
    'config.',
    '&&',
    '||',
    '!',
    '==',
    '(',
    ')',
    'matches(',
    'size(',
    '__proto__',
    'constructor',
  ],
);
const changes: fc.Arbitrary<Change> = fc.oneof(
  fc.tuple(at, words).map(
    ([place, word]): Change =>
      (text) =>
        insert(text, place % (text.length + 1), word),
  ),
  fc.tuple(at, fc.nat(20)).map(
    ([place, length]): Change =>
      (text) =>
        remove(text, place % (text.length + 1), length),
  ),
  fc.tuple(at, at).map(
    ([from, to]): Change =>
      (text) =>
        moveLine(text, from, to),
  ),
  at.map(
    (line): Change =>
      (text) =>
        changeLine(text, line, (one) => [one, one]),
  ),
  at.map(
    (line): Change =>
      (text) =>
        changeLine(text, line, () => []),
  ),
  fc.tuple(at, at).map(
    ([one, other]): Change =>
      (text) =>
        swapWords(text, one, other),
  ),
);

function insert(text: string, place: number, word: string): string {
  return text.slice(0, place) + word + text.slice(place);
}

function remove(text: string, place: number, length: number): string {
  return text.slice(0, place) + text.slice(place + length);
}

function changeLine(text: string, line: number, change: (line: string) => readonly string[]): string {
  const lines = text.split('\n');
  return lines.flatMap((one, index) => (index === line % lines.length ? change(one) : [one])).join('\n');
}

function moveLine(text: string, from: number, to: number): string {
  const lines = text.split('\n');
  const [line = ''] = lines.splice(from % lines.length, 1);
  return lines.toSpliced(to % (lines.length + 1), 0, line).join('\n');
}

function swapWords(text: string, one: number, other: number): string {
  const parts = text.split(/([A-Za-z_][\w-]*)/);
  const place = (index: number) => 1 + 2 * (index % Math.max(1, (parts.length - 1) / 2));
  const [first, second] = [place(one), place(other)];
  return parts
    .with(first, parts[second] ?? '')
    .with(second, parts[first] ?? '')
    .join('');
}

test.each(shippedNames)('%s, damaged, is answered, and walked where nothing is found', async (name) => {
  const text = resolveShipped(name) ?? '';
  let clean = 0;
  const property = fc.asyncProperty(fc.array(changes, { minLength: 1, maxLength: 3 }), async (several) => {
    const damaged = several.reduce((sofar, change) => change(sofar), text);
    expectAnswered(damaged);
    if (lintPipeline(damaged).length > 0) return;
    clean++;
    const ask = () => ({ type: 'x', confidence: 0.5, data: { converged: true, decision: 'affirm' } });
    const { status } = await walk(loadPipeline(damaged), { ask, limits: { maxSteps: 50 } });
    expect(['done', 'exhausted', 'failed']).toContain(status);
  });
  await fc.assert(property, { numRuns: 120 });
  if (name !== 'defect-court') expect(clean).toBeGreaterThan(0);
});
