/**
 * The names of places in nested roots: a file of the inner root also has a path in the outer one. A protected
 * file is protected under each of its names.
 */
import type { Policy } from '../policy/policy.ts';
import type { Disk, DiskRoot } from './disk.ts';

/** The name of a place in another root; the empty path is that whole root. */
export type OtherName = { readonly root: string; readonly path: string };

type NamingOptions = {
  readonly policy: Policy;
  readonly roots: Readonly<Record<string, string>>;
  readonly openRoots: ReadonlyMap<string, DiskRoot>;
  readonly disk: Disk;
};

type Nesting = { readonly inner: string; readonly outer: string; readonly path: string };

/** Creates the function that finds other names. Without protected paths, they are not needed. */
export function createNaming(options: NamingOptions): (place: OtherName) => readonly OtherName[] {
  const isNeeded = options.policy.roots.some(({ protected: patterns }) => patterns.length > 0);
  const nestings = isNeeded ? findNestings(options) : [];
  return ({ root, path }) =>
    nestings.flatMap(({ inner, outer, path: between }) => {
      if (root === inner) return [{ root: outer, path: joined(between, path) }];
      if (root !== outer) return [];
      if (isWithin(between, path)) return [{ root: inner, path: '' }];
      return isWithin(path, between) ? [{ root: inner, path: path.slice(between.length + 1) }] : [];
    });
}

function findNestings({ roots, openRoots, disk }: NamingOptions): readonly Nesting[] {
  return Object.entries(roots).flatMap(([inner, directory]) =>
    [...openRoots].flatMap(([outer, opened]) => {
      if (inner === outer) return [];
      const place = disk.locate(directory, [opened]);
      return place === null ? [] : [{ inner, outer, path: place.path }];
    }),
  );
}

/** Returns whether a path equals another one or lies below it. */
function isWithin(path: string, top: string): boolean {
  return top === '' || path === top || path.startsWith(`${top}/`);
}

function joined(top: string, path: string): string {
  return [top, path].filter((part) => part !== '').join('/');
}
