// Measures what a long life of a world leaves on the heap.

import type { World } from '../../src/guard/index.ts';
import { collectGarbage } from '../support/collect-garbage.ts';

/** Returns by how many bytes the heap has grown after some resolves, garbage collected before and after. */
export function heapGrowth(resolves: number, world: World): number {
  const resolveMany = (count: number) => {
    for (let index = 0; index < count; index++) world.resolve(`mod:One/file-${index % 1_000}`);
  };
  resolveMany(10_000);
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  resolveMany(resolves);
  collectGarbage();
  return process.memoryUsage().heapUsed - before;
}
