/** The words of numbers in English, and whether a word stands at the end of a longer number. */
import { normalizeText } from './normalize-text.ts';
import type { HashedUnits } from './unit-hash.ts';
import { isWordEdge, MISREAD, TEXT_START } from './unit-mark.ts';

/** The words below twenty, each at its number. */
export const UNITS: readonly string[] =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
/** The words of the tens, each at its number of tens. */
export const TENS: readonly string[] = '  twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
/** The words of the powers of a thousand. */
export const SCALES: readonly string[] = ' thousand million billion trillion quadrillion quintillion'.split(
  ' ',
);

const leadingWords = [...TENS.filter(Boolean), 'hundred', 'hundred and'].map(normalizeText);

/** Tells whether what begins at a place of a text ends a longer number, as `seven` does in `twenty-seven`. */
export function endsLongerNumber(run: HashedUnits, start: number): boolean {
  // A text by itself says its own number, whatever the one before it says.
  if (((run.marks[start] as number) & TEXT_START) !== 0) return false;
  return leadingWords.some((word) => standsBefore(run, start, word));
}

function standsBefore(
  { units, marks }: HashedUnits,
  end: number,
  word: ReturnType<typeof normalizeText>,
): boolean {
  const start = end - word.units.length;
  if (start < 0 || !isWordEdge(marks[start] as number)) return false;
  return word.units.every((unit, index) => {
    const mark = (marks[start + index] as number) ^ (word.marks[index] as number);
    return units[start + index] === unit && (mark & MISREAD) === 0;
  });
}
