/** English number words, and checks whether a number in words is part of a longer one. */
import { normalizeText } from './normalize-text.ts';
import type { HashedUnits } from './unit-hash.ts';
import { isWordEdge, MISREAD, TEXT_START } from './unit-mark.ts';

/** The words below twenty; the index is the number. */
export const UNITS: readonly string[] =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
/** The words of the tens; the index is the number of tens. */
export const TENS: readonly string[] = '  twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
/** The words of the powers of a thousand. */
export const SCALES: readonly string[] = ' thousand million billion trillion quadrillion quintillion'.split(
  ' ',
);

const BIG = ['hundred', ...SCALES.filter(Boolean)];
const SMALL = [...UNITS.slice(1), ...TENS.filter(Boolean)];
const leadingWords = [...TENS.filter(Boolean), 'hundred', 'hundred and'].map(normalizeText);
const bigWords = BIG.map(normalizeText);
const roundWords = [...TENS.filter(Boolean), ...BIG].map(normalizeText);
const smallWords = SMALL.flatMap((word) => [word, `and ${word}`]).map(normalizeText);

type NormalWord = ReturnType<typeof normalizeText>;

/**
 * Returns whether a match that starts here is the end of a longer number, as `seven` is in `twenty-seven`.
 */
export function endsLongerNumber(run: HashedUnits, start: number): boolean {
  // A separate text is a number of its own, regardless of the previous text.
  if (startsText(run, start)) return false;
  return leadingWords.some((word) => standsBefore(run, start, word));
}

/**
 * Returns whether a match that ends here is the start of a longer number, as `four thousand` is in `four
 * thousand seven`.
 */
export function beginsLongerNumber(run: HashedUnits, end: number): boolean {
  if (startsText(run, end)) return false;
  const goesOn = (word: NormalWord): boolean => standsBefore(run, end + word.units.length, word);
  if (bigWords.some(goesOn)) return true;
  return roundWords.some((word) => standsBefore(run, end, word)) && smallWords.some(goesOn);
}

function startsText({ marks }: HashedUnits, place: number): boolean {
  return ((marks[place] as number) & TEXT_START) !== 0;
}

function standsBefore({ units, marks, length }: HashedUnits, end: number, word: NormalWord): boolean {
  const start = end - word.units.length;
  if (start < 0 || end > length) return false;
  if (!isWordEdge(marks[start] as number) || !isWordEdge(marks[end] as number)) return false;
  return word.units.every((unit, index) => {
    const mark = (marks[start + index] as number) ^ (word.marks[index] as number);
    return units[start + index] === unit && (mark & MISREAD) === 0;
  });
}
