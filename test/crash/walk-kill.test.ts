// SIGKILL before and after some effects of walks with loops, a definition within a node, fan-out and a barrier: resumed,
// they end with the hashes of undisturbed ones, and no answer on record is paid twice.

import { afterAll, describe, expect, test } from 'vitest';
import { openWalkGround } from './walk-ground.ts';
import { expectSurvival } from './walk-survival.ts';

const ground = await openWalkGround();
afterAll(() => ground.remove());

describe('walks that nothing disturbs', () => {
  test('loop, walk a definition within a node, wait for each other and leave a whole ledger', () => {
    const { remains, paid } = ground.calm;
    expect(remains.faults).toEqual([]);
    expect(new Set(paid).size).toBe(paid.length);
    expect(Object.entries(remains.events).map(([name, { length }]) => [name, length > 20])).toEqual([
      ['run', false],
      ['one', true],
      ['two', true],
      ['three', true],
    ]);
    expect(
      remains.steps.map((one) =>
        (one as { steps: { node: string }[] }).steps.map(({ node }) => node).join(' '),
      ),
    ).toEqual([
      'gather sift gather sift probe weigh meet close',
      'gather sift probe weigh probe weigh meet close',
      'gather sift gather sift gather sift probe weigh probe weigh meet close',
    ]);
  });

  test('have a moment before and after every ask, every kept answer, every step and the barrier', () => {
    const { moments } = ground;
    const pairs = moments.map((moment) => moment.replace(/^(before|after) /, ''));
    expect(pairs.filter((_, index) => moments[index]?.startsWith('before')).sort()).toEqual(
      pairs.filter((_, index) => moments[index]?.startsWith('after')).sort(),
    );
    expect(pairs.filter((pair) => pair.startsWith('commit progress/-/three'))).toHaveLength(2 * 12);
    expect(pairs.filter((pair) => pair.startsWith('commit asks/-/three/8'))).toHaveLength(2 * 3);
    expect(pairs.filter((pair) => pair.startsWith('commit barriers/'))).toHaveLength(2);
    expect(moments.filter((moment) => moment.startsWith('after ask'))).toHaveLength(ground.calm.paid.length);
  });
});

test('killed at some moments, and some of them twice, they are resumed to the same end', async () => {
  const every = Math.floor(ground.moments.length / 12);
  const once = ground.moments.filter((_, index) => index % every === 3).map((moment) => [moment]);
  const twice = [
    ['after ask one/6 second', 'before commit progress/-/one 6'],
    ['before commit asks/-/two/4 3', 'before commit asks/-/two/4 3'],
    ['after commit barriers/- 1', 'after ask three/11 third'],
  ];
  await expectSurvival(ground, [...once, ...twice]);
});
