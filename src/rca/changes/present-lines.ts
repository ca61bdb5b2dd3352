/** Where the lines of an older change stand today: every newer change of the same file moved them or replaced them. */
import type { ChangeHunk } from '../../context/index.ts';

/** A hunk with the lines of today's file that it left; where it left none, `start` is the line before the gap. */
export type PresentHunk = ChangeHunk & { readonly start: number; readonly end: number };

type Range = { readonly start: number; readonly end: number };

/** Returns hunks in terms of today's lines; `newer` has the hunks of every newer change of the file, newest first. */
export function presentLines(
  hunks: readonly ChangeHunk[],
  newer: readonly (readonly ChangeHunk[])[],
): readonly PresentHunk[] {
  return hunks.map((hunk) => {
    const { newStart, added } = hunk;
    const then = { start: newStart, end: newStart + Math.max(0, added.length - 1) };
    return { ...hunk, ...newer.reduceRight(movedBy, then) };
  });
}

/** Moves a range by the hunks of one later change, which stand in the order of the file. */
function movedBy(range: Range, hunks: readonly ChangeHunk[]): Range {
  let { start, end } = range;
  for (const { oldStart, newStart, removed, added } of hunks) {
    const growth = added.length - removed.length;
    // An insertion stands behind `oldStart`; it moves what follows and widens what it falls into.
    const first = removed.length === 0 ? oldStart + 1 : oldStart;
    const last = removed.length === 0 ? oldStart : oldStart + removed.length - 1;
    if (first > range.end) break;
    const newEnd = newStart + Math.max(0, added.length - 1);
    // Where lines are gone, `newStart` is the line before the gap.
    const newFirst = added.length === 0 && last < range.end ? newStart + 1 : newStart;
    start = last < range.start ? start + growth : first <= range.start ? newFirst : start;
    end = last <= range.end ? end + growth : newEnd;
  }
  return { start, end: Math.max(start, end) };
}
