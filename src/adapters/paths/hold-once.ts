/**
 * Holds a directory for one use: in one step where that shows that no link was followed, and component by component
 * else, which also finds what is wrong with the way.
 */
import type { DiskFault } from '../../tools/index.ts';
import { type HeldDirectory, type Holding, holdDirectly } from './held-directory.ts';
import { namesOf, openHeldPath } from './held-path.ts';

/** A directory of the host that is real, and how what lies below it is held. */
export type RealRoot = { readonly path: string; readonly holding: Holding };

/** Holds the directory at a path below a root; whoever has it releases it. */
export function holdOnce({ path: top, holding }: RealRoot, path: string): HeldDirectory | DiskFault {
  const direct = holdDirectly(path === '' ? top : `${top}/${path}`, holding);
  if (direct !== null) return direct;
  const way = openHeldPath(top, holding);
  const release = () => way[Symbol.dispose]();
  const held = way.leadTo(namesOf(path));
  if (typeof held !== 'string') return { ...held, release };
  release();
  return held;
}
