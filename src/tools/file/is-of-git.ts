/** What git keeps for itself in a work tree. Whoever writes there says what git runs, and which repository it reads. */

const OF_GIT = /(?:^|\/)\.git(?:\/|$)/i;

/** Tells whether a path leads to what belongs to git, whatever its case, since some disks do not care. */
export function isOfGit(path: string): boolean {
  return OF_GIT.test(path);
}
