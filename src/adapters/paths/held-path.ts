/**
 * The path from a root to a directory, held component by component. Going on to the next directory keeps what both paths
 * share, so that reading a tree in its order opens each directory about once.
 */
import type { DiskFault } from '../../tools/index.ts';
import { type HeldDirectory, type Holding, holdDirectly, holdDirectory } from './held-directory.ts';

/** A path that can be led to one directory after the other. */
export interface HeldPath extends Disposable {
  /** Leads the path to a directory below the root and returns it, valid until the path is led on. */
  leadTo(names: readonly string[]): HeldDirectory | DiskFault;
}

type Step = { readonly name: string; readonly held: HeldDirectory };

/** Opens a path from a directory that is real. */
export function openHeldPath(top: string, holding: Holding): HeldPath {
  const steps: Step[] = [];
  let root: HeldDirectory | undefined;

  const leadTo = (names: readonly string[]): HeldDirectory | DiskFault => {
    if (root === undefined) {
      const opened = holdDirectory(top, holding);
      if (typeof opened === 'string') return opened;
      root = opened;
    }
    const shared = steps.findIndex(({ name }, depth) => name !== names[depth]);
    if (shared >= 0) releaseFrom(steps, shared);
    let current = steps.at(-1)?.held ?? root;
    for (const name of names.slice(steps.length)) {
      const next = holdChild(current, name, holding);
      if (typeof next === 'string') return next;
      steps.push({ name, held: next });
      current = next;
    }
    return current;
  };

  return {
    leadTo,
    [Symbol.dispose]: () => {
      releaseFrom(steps, 0);
      root?.release();
      root = undefined;
    },
  };
}

/** Tells whether a name is one component: nothing that leads up, on, or into another stream of a file. */
export function isComponent(name: string): boolean {
  return name !== '' && name !== '.' && name !== '..' && !/[/\0]/.test(name) && name.isWellFormed();
}

/** Returns the components of a path below a root. */
export function namesOf(path: string): readonly string[] {
  return path === '' ? [] : path.split('/');
}

function holdChild(parent: HeldDirectory, name: string, holding: Holding): HeldDirectory | DiskFault {
  if (!isComponent(name) || !parent.hasName(name)) return 'absent';
  return holdDirectory(`${parent.path}/${name}`, holding);
}

function releaseFrom(steps: Step[], depth: number): void {
  for (const { held } of steps.splice(depth).reverse()) held.release();
}

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
