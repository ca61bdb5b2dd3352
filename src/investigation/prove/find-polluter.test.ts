/** A test that makes another one fail is named, and none is named for a flaky test. */
import { expect, test } from 'vitest';
import type { TestName } from '../../rca/index.ts';
import { findPolluter } from './find-polluter.ts';
import type { Laboratory } from './laboratory.ts';

const named = (name: string): TestName => ({ suitePath: [], name });
const victim = named('victim');
const others = ['a', 'b', 'c', 'd', 'e'].map(named);

/** Searches for the polluter of a test that fails after certain others. */
function find(fails: (before: readonly string[]) => boolean) {
  const laboratory = {
    space: { workTree: 'tree' },
    meetAll: async () => [
      [
        ...others.map((test) => ({ ...test, status: 'passed' })),
        { ...victim, status: fails(others.map(({ name }) => name)) ? 'failed' : 'passed' },
      ],
    ],
    runnerOf: (tests: readonly TestName[]) => ({
      run: async () => {
        const before = tests.slice(0, -1).map(({ name }) => name);
        return {
          kind: 'told',
          ends: [...before.map(() => 'passed'), fails(before) ? 'failed' : 'passed'],
        };
      },
    }),
  } as unknown as Laboratory;
  return findPolluter(laboratory, { victim, onProgress: () => {} });
}

test('the tests that only together make another one fail are all named', async () => {
  expect(await find((before) => before.includes('b'))).toMatchObject({ name: 'b' });
  expect(await find((before) => before.includes('b') && before.includes('e'))).toMatchObject({
    name: 'b, e',
  });
});

test('a test that fails by chance has no polluter', async () => {
  let state = 1;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  for (let trial = 0; trial < 500; trial++) expect(await find(() => random() < 0.5)).toBeNull();
});
