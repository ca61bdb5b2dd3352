/**
 * Demands of a pattern on a match beyond its letters. A long word is recognized by its letters alone, however
 * they are misread or separated. A short or encoded one resembles harmless text by chance, so more has to
 * agree.
 */
import { beginsLongerNumber, endsLongerNumber } from './number-words.ts';
import type { HashedUnits, HashWindow } from './unit-hash.ts';
import { isAttached, isBeginning, isEdge, isSecondUnit, isWordBeginning, isWordEdge } from './unit-mark.ts';

/** The demands as bits. */
export const demands = {
  none: 0,
  /** No letter is misread for another; checked by the hash of a pattern. */
  strict: 1,
  /** The match consists of whole words. */
  wordEdges: 2,
  /** Nothing separates its characters. */
  solid: 4,
  /** It is neither the end nor the start of a longer number in words. */
  wholeNumber: 8,
  /** Something separates its characters. */
  parted: 16,
  /** No letter follows directly. For signs, which may be combined with single letters. */
  loose: 32,
  /**
   * It starts and ends at an edge of letters or digits. For dates, which may touch letters as in
   * `2024-05-12T10:20Z`.
   */
  edges: 64,
} as const;

/** The number of demand bits. */
export const DEMAND_BITS = 7;

/**
 * Returns whether a window meets the demands of a pattern. A window that starts or ends within a character
 * never does.
 */
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
