// Goals against figures, and the scorecards that ship.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scoreOutcomes } from './score-outcomes.ts';
import { checkGoals, readScorecard } from './scorecard.ts';

const directory = join(import.meta.dirname, '../../scorecards');

test.each(readdirSync(directory))('%s can be read and bears its name', (file) => {
  const { name } = readScorecard(JSON.parse(readFileSync(join(directory, file), 'utf8')), file);
  expect(file).toBe(`${name}.json`);
});

test('a goal that nothing was measured for is not met', () => {
  const goals = [
    { figure: 'kind.product', at_least: 0 },
    { figure: 'causes_per_fault', at_most: 9 },
    { figure: 'ahead_of.newest', above: -1 },
  ];
  const rows = checkGoals(scoreOutcomes([]), readScorecard({ name: 'own', about: '', goals }, 'own'));
  expect(rows.map(({ goal, value, isMet }) => [goal, value, isMet])).toEqual([
    ['at least 0', null, false],
    ['at most 9', null, false],
    ['above -1', null, false],
  ]);
});

test.each([
  [[], 'Invalid input'],
  [{ name: 'own', about: '', goals: [] }, 'goals'],
  [{ name: 'own', about: '', goals: [{ figure: 'file.first' }] }, 'goals'],
  [{ name: 'own', about: '', goals: [{ figure: 'file.last', at_least: 1 }] }, '`file.last`'],
])('%j is no scorecard', (value, reason) => {
  expect(() => readScorecard(value, 'own')).toThrow(
    expect.objectContaining({ code: 'invalid-configuration', message: expect.stringContaining(reason) }),
  );
});
