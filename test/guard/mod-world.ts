// A world of the modding example in which everything is there, so that whatever is refused is refused by its address.

import { createWorld, type World } from '../../src/guard/index.ts';
import { createMemoryDisk } from './memory-disk.ts';
import { policies } from './shipped-policies.ts';

/** Makes the world; some entries of its registry have names no address can have. */
export function modWorld(): World {
  const { lookUp: _, ...disk } = createMemoryDisk({ present: ['/disk/repo', '/disk/steam/mods/one'] });
  return createWorld({
    policy: policies.modding,
    roots: { repo: '/disk/repo', steam: '/disk/steam' },
    disk: { ...disk, lookUp: () => 'present' },
    session: {
      id: 's',
      mode: () => 'ck3raven-dev',
      mods: [
        { name: 'One', path: '/disk/steam/mods/one' },
        { name: '..', path: '/disk/steam' },
        { name: 'a\\b', path: '/disk/steam' },
      ],
      contract: () => null,
    },
  });
}
