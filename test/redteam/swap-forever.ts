// A process that never rests: it puts one thing and another at a path in turns, by renames alone, until it is ended.

import { lstatSync, renameSync, rmSync } from 'node:fs';

const [, , path = '', aside = ''] = process.argv;
const things = [`${aside}/a`, `${aside}/b`];
const MOST_DWELL_MS = 0.15;

process.stdout.write('ready\n');
for (;;) {
  for (const thing of things) {
    move(thing, path);
    dwell();
    move(path, thing);
  }
}

/** About as long as others take to go from looking to using; it must be there for both. */
function dwell(): void {
  const until = performance.now() + Math.random() * MOST_DWELL_MS;
  while (performance.now() < until);
}

/** What others put in the way meanwhile is cleared away; where they are quicker, the next turn clears it. */
function move(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch {
    clear(from, to);
  }
}

function clear(from: string, to: string): void {
  try {
    if (lstatSync(from, { throwIfNoEntry: false }) === undefined) return;
    rmSync(to, { recursive: true, force: true });
    renameSync(from, to);
  } catch {
    // Still in the way.
  }
}
