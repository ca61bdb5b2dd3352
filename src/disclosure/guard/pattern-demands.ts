/**
 * What a pattern asks of a place beside its letters. A long word is told by its letters alone, however they are misread
 * and parted; a short or an encoded one looks like harmless text by chance, so more has to agree.
 */
import { beginsLongerNumber, endsLongerNumber } from './number-words.ts';
import type { HashedUnits, HashWindow } from './unit-hash.ts';
import { isAttached, isBeginning, isEdge, isSecondUnit, isWordBeginning, isWordEdge } from './unit-mark.ts';

/** The demands as bits. */
export const demands = {
  none: 0,
  /** No letter is misread for another; checked by the hash of a pattern. */
  strict: 1,
  /** It is a word by itself, or several. */
  wordEdges: 2,
  /** Nothing parts it. */
  solid: 4,
  /** It is no end and no beginning of a longer number in words. */
  wholeNumber: 8,
  /** Something parts it. */
  parted: 16,
  /** No letter follows it at once; for signs, which are read with single letters. */
  loose: 32,
  /** It begins and ends where letters or digits do; for dates, beside which letters stand as in `2024-05-12T10:20Z`. */
  edges: 64,
} as const;

/** How many bits demands have. */
export const DEMAND_BITS = 7;

/** Tells whether a window is what a pattern asks for; what begins or ends within a character never is. */
export function meetsDemands(run: HashedUnits, window: HashWindow, asked: number): boolean {
  const { start, length } = window;
  const [first, behind] = [run.marks[start] as number, run.marks[start + length] as number];
  if (isSecondUnit(first) || isSecondUnit(behind)) return false;
  if ((asked & demands.wordEdges) !== 0 && !(isWordBeginning(first) && isWordEdge(behind))) return false;
  if ((asked & demands.edges) !== 0 && !(isBeginning(first) && isEdge(behind))) return false;
  if ((asked & demands.solid) !== 0 && !isSolid(run, window)) return false;
  if ((asked & demands.loose) !== 0 && isAttached(behind)) return false;
  if ((asked & demands.parted) !== 0 && isSolid(run, window)) return false;
  if ((asked & demands.wholeNumber) === 0) return true;
  return !endsLongerNumber(run, start) && !beginsLongerNumber(run, start + length);
}

function isSolid({ marks }: HashedUnits, { start, length }: HashWindow): boolean {
  for (let place = start + 1; place < start + length; place++) {
    if (isWordEdge(marks[place] as number)) return false;
  }
  return true;
}
