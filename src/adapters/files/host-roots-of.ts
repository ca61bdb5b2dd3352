/** The places of roots on this host, for the one purpose of keeping them out of what agents are told. */
import { resolve } from 'node:path';
import type { HostRoot } from '../../kernel/index.ts';
import { realPathOf } from '../paths/index.ts';

/** Returns the directory of each root as it was given and as it really lies. */
export function hostRootsOf(directories: Readonly<Record<string, string>>): readonly HostRoot[] {
  return Object.entries(directories).flatMap(([key, directory]) => {
    const given = resolve(directory);
    return [...new Set([given, realPathOf(given)])].map((realPath) => ({ key, realPath }));
  });
}
