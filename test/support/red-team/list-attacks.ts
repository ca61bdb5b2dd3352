// Lists the attacks of a suite by their ids, as they stand in the source.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot, type RedTeam } from './red-team.ts';

/** An attack and the file it is in. */
export interface ListedAttack {
  readonly id: string;
  readonly file: string;
}

/** Returns every attack of a suite. */
export function listAttacks({ folder }: Pick<RedTeam, 'folder'>): readonly ListedAttack[] {
  return readdirSync(join(projectRoot, folder))
    .filter((name) => name.endsWith('.test.ts'))
    .sort()
    .flatMap((name) =>
      [
        ...readFileSync(join(projectRoot, folder, name), 'utf8').matchAll(/^\s*attack\(\s*'([a-z0-9-]+)'/gm),
      ].map(([, id = '']) => ({ id, file: `${folder}/${name}` })),
    );
}
