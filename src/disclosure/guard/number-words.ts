/** The words of numbers in English, and whether words stand at the end or the beginning of a longer number. */
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

const BIG = ['hundred', ...SCALES.filter(Boolean)];
const SMALL = [...UNITS.slice(1), ...TENS.filter(Boolean)];
const leadingWords = [...TENS.filter(Boolean), 'hundred', 'hundred and'].map(normalizeText);
const bigWords = BIG.map(normalizeText);
const roundWords = [...TENS.filter(Boolean), ...BIG].map(normalizeText);
const smallWords = SMALL.flatMap((word) => [word, `and ${word}`]).map(normalizeText);

type NormalWord = ReturnType<typeof normalizeText>;

/** Tells whether what begins at a place of a text ends a longer number, as `seven` does in `twenty-seven`. */
export function endsLongerNumber(run: HashedUnits, start: number): boolean {
  // A text by itself says its own number, whatever the one before it says.
  if (startsText(run, start)) return false;
  return leadingWords.some((word) => standsBefore(run, start, word));
}

/** Tells whether what ends at a place of a text begins a longer number, as `four thousand` does in `four thousand seven`. */
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
