// Measures what a long life of a world leaves on the heap.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { World } from '../../src/guard/index.ts';

/** Returns by how many bytes the heap has grown after some resolves, garbage collected before and after. */
export function heapGrowth(resolves: number, world: World): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const resolveMany = (count: number) => {
    for (let index = 0; index < count; index++) world.resolve(`mod:One/file-${index % 1_000}`);
  };
  resolveMany(10_000);
  collect();
  const before = process.memoryUsage().heapUsed;
  resolveMany(resolves);
  collect();
  return process.memoryUsage().heapUsed - before;
}
