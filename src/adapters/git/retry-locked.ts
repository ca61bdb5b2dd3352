/**
 * Tries something that git does under a lock. Git gives up at once where another holds the lock of the index; most are
 * held for moments, so it is tried again, and one that stays is told apart from any other fault.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenedGit } from './open-git.ts';

const MAX_TRIES = 4;

/** Returns what an attempt returns, or why there was nothing: a lock that another holds, or something else. */
export function retryLocked<Done extends object | string>(
  { places }: Pick<OpenedGit, 'places'>,
  attempt: () => Done | null,
): { readonly done: Done } | 'busy' | 'failed' {
  let isHeld = false;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const done = attempt();
    if (done !== null) return { done };
    isHeld ||= ['index.lock', 'HEAD.lock'].some((name) => existsSync(join(places.gitDirectory, name)));
  }
  return isHeld ? 'busy' : 'failed';
}
