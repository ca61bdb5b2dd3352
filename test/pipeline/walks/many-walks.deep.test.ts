// Ten thousand walks at once, in processes whose heap is bounded: one after the other and many at once come to the same.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import type { ManyEnds, ManyWalks } from './many-walks.ts';

/** All cases with their results, and the names of all that is in the ledger, whose bytes are outside of the heap. */
const HEAP_MIB = 384;
const child = new URL('many-walks-child.ts', import.meta.url);
const run = promisify(execFile);

async function walkApart(walks: Omit<ManyWalks, 'count' | 'order'>): Promise<Omit<ManyEnds, 'cases'>> {
  const args = [
    `--max-old-space-size=${HEAP_MIB}`,
    child.pathname,
    JSON.stringify({ count: 10_000, ...walks }),
  ];
  return JSON.parse((await run(process.execPath, args)).stdout);
}

test('ten thousand walks come to the same by one and by sixty-four at once, in any order of answers', async () => {
  const [single, pooled] = await Promise.all([
    walkApart({ pool: 1 }),
    walkApart({ pool: 64, perAgent: { slow: 5 }, seed: 7 }),
  ]);
  expect(single.mostCases).toBe(1);
  expect(pooled.hash).toBe(single.hash);
  expect(pooled.mostCases).toBeGreaterThan(8);
  expect(pooled.mostCases).toBeLessThanOrEqual(64);
  expect(pooled.mostAsks.slow).toBe(5);
});
