/**
 * What places are called where roots lie in one another: a file of the inner one has a path in the outer one, too. What
 * is protected is protected by each of its names.
 */
import type { Policy } from '../policy/policy.ts';
import type { Disk, DiskRoot } from './disk.ts';

/** A place as another root calls it; the empty path is all of that root. */
export type OtherName = { readonly root: string; readonly path: string };

type NamingOptions = {
  readonly policy: Policy;
  readonly roots: Readonly<Record<string, string>>;
  readonly openRoots: ReadonlyMap<string, DiskRoot>;
  readonly disk: Disk;
};

type Nesting = { readonly inner: string; readonly outer: string; readonly path: string };

/** Makes the function that finds other names; where nothing is protected, nobody needs them. */
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

/** Tells whether a path is another one, or lies below it. */
function isWithin(path: string, top: string): boolean {
  return top === '' || path === top || path.startsWith(`${top}/`);
}

function joined(top: string, path: string): string {
  return [top, path].filter((part) => part !== '').join('/');
}
