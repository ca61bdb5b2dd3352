// Lists the attacks of this folder by their ids, as they stand in the source.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** An attack and the file it is in. */
export interface ListedAttack {
  readonly id: string;
  readonly file: string;
}

/** Returns every attack of the folder. */
export function listAttacks(): readonly ListedAttack[] {
  const folder = import.meta.dirname;
  return readdirSync(folder)
    .filter((name) => name.endsWith('.test.ts'))
    .sort()
    .flatMap((name) =>
      [...readFileSync(join(folder, name), 'utf8').matchAll(/^\s*attack\(\s*'([a-z0-9-]+)'/gm)].map(
        ([, id = '']) => ({ id, file: `test/redteam/${name}` }),
      ),
    );
}
