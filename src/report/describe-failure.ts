/** The failure's own words: its message if it says more than the difference, and where two values differ. */
import type { ReportCause } from '../record/index.ts';

/** The expected and actual value of an assertion. */
export type AssertionDifference = NonNullable<ReportCause['difference']>;

/** Words that assertion libraries print around the values. */
const assertionWords = new Set(
  `a an actual and are assert assertequals assertion assertionerror assertionfailederror at be but comparison
   comparisonfailure deep deeply does equal equality equals error exactly expect expected expecting failed failure for
   found got have in instead is it java junit lang match not object of opentest4j org received result same should
   strict strictly that the this to tobe tobetruthy toequal tohavelength tostrictequal value values was were with`.split(
    /\s+/,
  ),
);

/** Returns the non-empty lines of a message; none if the difference says the same. */
export function ownWords({ message, difference }: ReportCause): readonly string[] {
  const lines = message.split(/\r?\n/).filter((line) => line.trim() !== '');
  if (difference === undefined) return lines;
  const [first = ''] = lines;
  return saysMore(first, difference) ? [first] : [];
}

function saysMore(line: string, { expected, received }: AssertionDifference): boolean {
  // Longest first, in case one value contains the other.
  const values = [expected, received].toSorted((left, right) => right.length - left.length);
  const rest = values.reduce((text, value) => (value === '' ? text : text.replaceAll(value, ' ')), line);
  return (rest.toLowerCase().match(/[\p{L}\d_]+/gu) ?? []).some((word) => !assertionWords.has(word));
}

/** Returns the line and position at which two texts begin to differ, from zero. */
export function firstDifference({ expected, received }: AssertionDifference): {
  readonly line: number;
  readonly character: number;
} {
  const [left, right] = [expected.split('\n'), received.split('\n')];
  let line = 0;
  while (line < left.length - 1 && line < right.length - 1 && left[line] === right[line]) line++;
  const [wanted = '', got = ''] = [left[line], right[line]];
  let character = 0;
  while (character < wanted.length && character < got.length && wanted[character] === got[character])
    character++;
  return { line, character };
}
