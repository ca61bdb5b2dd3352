/**
 * Names that are hidden at any depth below a root: those in the policy, as `.git` is hidden in clones within
 * clones, and those that Penumbra reserves, which no policy can show.
 */
import type { PolicyRoot } from './policy.ts';

/** Returns whether a path contains a hidden name, ignoring case, because some file systems do. */
export type HidesPath = (path: string) => boolean;

/**
 * INVARIANT (no agent reaches our own files): the directory of a ledger, and files that are still being
 * written.
 */
const OWN = String.raw`\.penumbra(?:-[0-9a-f]{32})?`;

/**
 * Creates the test for a root; `reserved` are further paths below it that are hidden with everything in them.
 */
export function hiddenNames(
  { hidden }: Pick<PolicyRoot, 'hidden'>,
  reserved: readonly string[] = [],
): HidesPath {
  // The root itself is inside something reserved.
  if (reserved.includes('')) return () => true;
  const names = [...hidden.map(literal), OWN].join('|');
  const paths = reserved.length === 0 ? '' : `|^(?:${reserved.map(literal).join('|')})(?:/|$)`;
  const pattern = new RegExp(`(?:^|/)(?:${names})(?:/|$)${paths}`, 'iu');
  return (path) => pattern.test(path);
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}
