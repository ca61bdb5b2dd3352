// Walks in many folders at once, each of which stands still at its moment; when all do, the process kills itself. What
// is left in each folder is what a kill at that moment leaves: nothing of it went on, and nothing was closed.
// usage: walk-child.ts < [{folder, moment}], a folder without a moment is walked to its end

import { readFileSync, writeSync } from 'node:fs';
import { type Meet, walkFolder } from './walk-effects.ts';

type Doomed = { readonly folder: string; readonly moment: string | null };

const doomed = JSON.parse(readFileSync(0, 'utf8')) as readonly Doomed[];
const never = new Promise<never>(() => {});

await Promise.all(doomed.map(stand));
process.kill(process.pid, 'SIGKILL');

/** Resolves when the walks of a folder have come to their moment, or to their end. */
async function stand({ folder, moment }: Doomed): Promise<void> {
  const { promise: hit, resolve } = Promise.withResolvers<void>();
  const seen: string[] = [];
  let isStanding = false;
  const meet: Meet = async (met) => {
    if (isStanding) return never;
    seen.push(met);
    if (met !== moment) return;
    isStanding = true;
    resolve();
    return never;
  };
  const end = walkFolder(folder, meet).then(() => writeSync(1, `${JSON.stringify({ folder, seen })}\n`));
  await Promise.race([hit, end]);
}
