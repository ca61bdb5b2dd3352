/** Stickiness: which earlier replies each degree remembers, on one way through two zones. */
import { describe, expect, test } from 'vitest';
import { remembersReply, type Stickiness } from './index.ts';

/** Returns the steps whose replies an agent remembers at the last step. */
function remembered(stickiness: Stickiness, zones: readonly (string | null)[]): number[] {
  return [...zones.keys()].filter((step) => remembersReply({ stickiness, zones, step }));
}

describe('memory of own replies', () => {
  const returning = ['paint', 'backcourt', 'paint', 'paint'];
  const outside = ['paint', null, null];

  test.each<[Stickiness, (string | null)[], number[]]>([
    [0, returning, []],
    [1, returning, [2]],
    [2, returning, [0, 2]],
    [3, returning, [0, 1, 2]],
    [0, outside, []],
    [1, outside, []],
    [2, outside, []],
    [3, outside, [0, 1]],
    [3, ['paint'], []],
    [3, [], []],
  ])('of stickiness %d on the way %j reaches the steps %j', (stickiness, zones, expected) => {
    expect(remembered(stickiness, zones)).toEqual(expected);
  });

  test.each([-1, 3, 4])('holds no reply of step %d, which has not been asked', (step) => {
    expect(remembersReply({ stickiness: 3, zones: returning, step })).toBe(false);
  });
});
