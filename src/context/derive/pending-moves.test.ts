// Joining batches: what all of them write, on the conditions of all, as far as they do not fulfil them themselves.

import { expect, test } from 'vitest';
import { type Batch, type Precondition, toObject } from '../../ledger/index.ts';
import { joinBatches, operationsIn } from './pending-moves.ts';

const [one, two] = [toObject('1'), toObject('2')];
const present = (
  id: Precondition & { kind: 'object-present' } extends { id: infer Id } ? Id : never,
): Precondition => ({
  kind: 'object-present',
  id,
});
const head: Precondition = { kind: 'head-is', log: 'a', value: null };
const full = (batch: Partial<Batch>): Batch => ({
  atMs: 0,
  requires: [],
  puts: [],
  appends: [],
  adds: [],
  ...batch,
});

test.each<[string, readonly Batch[], Batch]>([
  ['none is an empty one', [], full({})],
  ['takes the time of the first', [{ atMs: 5 }, { atMs: 9 }], full({ atMs: 5 })],
  [
    'keeps the order of what is appended and added',
    [
      { atMs: 1, appends: [{ log: 'a', value: '1' }] },
      {
        atMs: 1,
        appends: [
          { log: 'a', value: '2' },
          { log: 'b', value: '1' },
        ],
      },
    ],
    full({
      atMs: 1,
      appends: [
        { log: 'a', value: '1' },
        { log: 'a', value: '2' },
        { log: 'b', value: '1' },
      ],
    }),
  ],
  [
    'puts an object once',
    [
      { atMs: 1, puts: [one] },
      { atMs: 1, puts: [two, one] },
    ],
    full({ atMs: 1, puts: [one, two] }),
  ],
  [
    'asks for a condition once',
    [
      { atMs: 1, requires: [head] },
      { atMs: 1, requires: [{ ...head }] },
    ],
    full({ atMs: 1, requires: [head] }),
  ],
  [
    'does not ask for what an earlier one puts',
    [
      { atMs: 1, puts: [one] },
      { atMs: 1, requires: [present(one.id), present(two.id)] },
    ],
    full({ atMs: 1, puts: [one], requires: [present(two.id)] }),
  ],
  [
    'asks for what only a later one puts',
    [
      { atMs: 1, requires: [present(one.id)] },
      { atMs: 1, puts: [one] },
    ],
    full({ atMs: 1, puts: [one], requires: [present(one.id)] }),
  ],
])('joining %s', (_name, parts, expected) => {
  expect(joinBatches(parts)).toEqual(expected);
});

test('operations are counted as the limit counts them', () => {
  expect(operationsIn({ atMs: 1 })).toBe(0);
  const adds = [{ index: 'i', key: 'k', member: 'm' }];
  expect(
    operationsIn({ atMs: 1, requires: [head], puts: [one, two], appends: [{ log: 'a', value: '1' }], adds }),
  ).toBe(5);
});
