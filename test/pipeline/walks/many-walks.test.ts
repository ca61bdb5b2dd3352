// A thousand walks at once: what they come to depends on the cases and on nothing else.

import { describe, expect, test } from 'vitest';
import { walkThem } from './many-walks.ts';

const count = 1_000;
const single = await walkThem({ count, pool: 1 });

describe('a thousand walks', () => {
  test('by eight at once, answered in any order, come to what one after the other comes to', async () => {
    const { hash, mostCases } = await walkThem({ count, pool: 8, seed: 1 });
    expect({ hash, mostCases }).toEqual({ hash: single.hash, mostCases: 8 });
  });

  test('by sixty-four at once do so too, and ask no agent more often at once than it takes', async () => {
    const { hash, mostCases, mostAsks } = await walkThem({ count, pool: 64, perAgent: { slow: 3 }, seed: 2 });
    expect(hash).toBe(single.hash);
    expect(mostCases).toBeGreaterThan(8);
    expect(mostCases).toBeLessThanOrEqual(64);
    expect(mostAsks.slow).toBe(3);
    expect(mostAsks.quick).toBeGreaterThan(3);
  });

  test('in another order come to the same, case by case, but for what the barrier compares', async () => {
    const reversed = await walkThem({ count, pool: 8, order: (cases) => cases.toReversed() });
    expect(reversed.hash).not.toBe(single.hash);
    expect(reversed.cases).toEqual(single.cases);
  });
});
