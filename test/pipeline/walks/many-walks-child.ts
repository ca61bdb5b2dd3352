// Many walks in a process with a heap of its own; started by its test.
// usage: many-walks-child.ts {count, pool, perAgent, seed} -> {hash, mostCases, mostAsks}

import { writeSync } from 'node:fs';
import { type ManyWalks, walkThem } from './many-walks.ts';

const walks = JSON.parse(process.argv[2] ?? '{}') as ManyWalks;
const { cases: _, ...ends } = await walkThem(walks);
writeSync(1, JSON.stringify(ends));
