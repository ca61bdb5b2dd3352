/** Names that a policy hides wherever they stand below a root, as `.git` is hidden in every clone inside a clone. */
import type { PolicyRoot } from './policy.ts';

/** Tells whether a path leads through a hidden name, whatever its case, since some disks do not care. */
export type HidesPath = (path: string) => boolean;

/** Makes the test of one root. */
export function hiddenNames({ hidden }: Pick<PolicyRoot, 'hidden'>): HidesPath {
  if (hidden.length === 0) return () => false;
  const names = hidden.map((name) => name.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`));
  const pattern = new RegExp(`(?:^|/)(?:${names.join('|')})(?:/|$)`, 'iu');
  return (path) => pattern.test(path);
}
