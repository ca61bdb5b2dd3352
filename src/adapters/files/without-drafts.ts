/**
 * Takes away the second name of a file that a killed write left: it had put the file in place, and its draft was not
 * yet gone.
 */
import { type BigIntStats, lstatSync, readdirSync, unlinkSync } from 'node:fs';
import { attemptChange } from './attempt-change.ts';
import { isDraftName } from './draft-name.ts';
import { type HeldName, type HeldTarget, pathOf } from './held-target.ts';

/** Unlinks the drafts beside a file that are the same file, and returns the file as it is then. */
export function withoutDrafts({ parent, name }: HeldName, file: BigIntStats): HeldTarget {
  for (const draft of readdirSync(parent.path).filter(isDraftName)) {
    const path = pathOf({ parent, name: draft });
    const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false });
    // Where it is the draft of a write under way, that one is done with it and finds it gone.
    if (stat?.ino === file.ino && stat.dev === file.dev && draft !== name)
      attemptChange(() => unlinkSync(path));
  }
  return lstatSync(pathOf({ parent, name }), { bigint: true, throwIfNoEntry: false }) ?? null;
}
