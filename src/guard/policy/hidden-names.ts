/**
 * Names that are hidden wherever they stand below a root: those of the policy, as `.git` is hidden in every clone inside
 * a clone, and those this program keeps for itself, which no policy can show.
 */
import type { PolicyRoot } from './policy.ts';

/** Tells whether a path leads through a hidden name, whatever its case, since some disks do not care. */
export type HidesPath = (path: string) => boolean;

/** INVARIANT (no agent reaches our own files): the directory of a ledger, and files that are still being written. */
const OWN = String.raw`\.penumbra(?:-[0-9a-f]{32})?`;

/** Makes the test of one root; `reserved` are paths below it that are hidden, too, with all that lies in them. */
export function hiddenNames(
  { hidden }: Pick<PolicyRoot, 'hidden'>,
  reserved: readonly string[] = [],
): HidesPath {
  // The root itself lies in what is reserved.
  if (reserved.includes('')) return () => true;
  const names = [...hidden.map(literal), OWN].join('|');
  const paths = reserved.length === 0 ? '' : `|^(?:${reserved.map(literal).join('|')})(?:/|$)`;
  const pattern = new RegExp(`(?:^|/)(?:${names})(?:/|$)${paths}`, 'iu');
  return (path) => pattern.test(path);
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}
