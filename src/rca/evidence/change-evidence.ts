/**
 * What the history says about files in view of some tests: how much they changed in one commit with a test, how much
 * of their life that is, and how recently they changed at all. Whole numbers; the order of the commits in the array
 * does not matter, only their ages.
 */

import type { ChangeHistory } from '../../context/index.ts';
import { FIXED_ONE, fixedLog2 } from '../../kernel/index.ts';
import { evidenceLimits } from '../ranking/evidence-features.ts';

/** The history of one file. */
export interface ChangeEvidence {
  /** The sum of the weights of the commits that touched the file and a test. */
  readonly together: number;
  /** How many commits those are. */
  readonly common: number;
  /** How many commits touched the file, those left out that touched too many. */
  readonly changes: number;
  /** How many commits are newer than the file's last change. */
  readonly age: number;
}

const COMMIT_VALUE = 1_000_000;
/** So many commits later a common change counts half. */
const HALF_AGE = 300;

/** Gathers the history of every file that has one. */
export function changeEvidence(
  { changes }: ChangeHistory,
  testFiles: ReadonlySet<string>,
): ReadonlyMap<string, ChangeEvidence> {
  const evidence = new Map<string, { -readonly [Key in keyof ChangeEvidence]: ChangeEvidence[Key] }>();
  for (const { age, paths } of changes) {
    const isTelling = paths.length <= evidenceLimits.commitFiles;
    const isCommon = isTelling && paths.some((path) => testFiles.has(path));
    const weight = isCommon ? commitWeight({ files: paths.length, age }) : 0;
    for (const path of paths) {
      let file = evidence.get(path);
      if (file === undefined) {
        file = { together: 0, common: 0, changes: 0, age };
        evidence.set(path, file);
      }
      file.age = Math.min(file.age, age);
      file.together += weight;
      if (isTelling) file.changes++;
      if (isCommon) file.common++;
    }
  }
  return evidence;
}

/** Falls with the logarithm of the files, so that a commit of two counts seven times one of a hundred, and with age. */
function commitWeight({ files, age }: { files: number; age: number }): number {
  const value = Math.floor((COMMIT_VALUE * FIXED_ONE) / Math.max(FIXED_ONE, fixedLog2(files)));
  return Math.floor((value * HALF_AGE) / (HALF_AGE + age));
}
