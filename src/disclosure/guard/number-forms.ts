/**
 * Other ways to write a whole number: bases, Roman numerals and English words. The leak guard looks for them
 * as well as for the digits. Digit groups, a trailing `.0` and digits of other scripts have the same normal
 * form as the digits, and powers of ten are undone in the text.
 */
import { SCALES, TENS, UNITS } from './number-words.ts';
import { demands } from './pattern-demands.ts';

/** Another spelling of a token, and the demands on its surroundings. */
export type TextForm = { readonly text: string; readonly asked: number };

const LONGEST_WORDED = 21;
const LONGEST_COUNTED = 40;
/** Shorter numbers are too common, with or without leading zeros. */
const FEWEST_SIGNIFICANT = 4;
const ROMAN: readonly (readonly [value: number, letters: string])[] = [
  [1000, 'M'],
  [900, 'CM'],
  [500, 'D'],
  [400, 'CD'],
  [100, 'C'],
  [90, 'XC'],
  [50, 'L'],
  [40, 'XL'],
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
];
const LARGEST_ROMAN = 4999;

/** Writes a number, given as a value and as digits. */
type NumberWriter = (number: bigint, digits: string) => readonly string[];

const baseWriters: readonly NumberWriter[] = [
  (number) => hexForms(number.toString(16)),
  (number) => [`0o${number.toString(8)}`],
  (number, digits) => (digits.length < FEWEST_SIGNIFICANT ? [] : [`0${number.toString(8)}`]),
  (number) => [`0b${number.toString(2)}`],
];

/** As programs print hex numbers: minimal, in whole bytes, and in 32 and 64 bits. */
function hexForms(hex: string): readonly string[] {
  const lengths = [hex.length + (hex.length % 2), 8, 16].filter((length) => length > hex.length);
  return [hex, ...new Set(lengths.map((length) => hex.padStart(length, '0')))].map((form) => `0x${form}`);
}

const wordWriters: readonly NumberWriter[] = [
  (_, digits) => [[...digits].map((digit) => UNITS[Number(digit)]).join(' ')],
  (number, digits) => (digits.length <= LONGEST_WORDED ? wordForms(number) : []),
  (number) => hundredForms(Number(number)),
  (number) => romanForms(Number(number)),
];

/**
 * The demands of each kind of spelling: digits in a base are one unbroken word, and number words are separate
 * words.
 */
const kindsOfForms: readonly (readonly [writers: readonly NumberWriter[], asked: number])[] = [
  [baseWriters, demands.wordEdges | demands.solid],
  [wordWriters, demands.wordEdges | demands.wholeNumber],
];

/**
 * Returns other spellings of a whole number given in digits, with their demands; none for an empty string.
 */
export function numberForms(digits: string): readonly TextForm[] {
  if (digits === '' || digits.length > LONGEST_COUNTED) return [];
  const number = BigInt(digits);
  const significant = digits.replace(/^0+/, '');
  const shorter = significant.length < digits.length && significant.length >= FEWEST_SIGNIFICANT;
  const asked = demands.strict | demands.wordEdges;
  return [...(shorter ? [{ text: significant, asked }] : []), ...writtenForms(number, digits)];
}

function writtenForms(number: bigint, digits: string): readonly TextForm[] {
  return kindsOfForms.flatMap(([writers, asked]) =>
    writers
      .flatMap((write) => write(number, digits))
      .map((text) => ({ text, asked: asked | demands.strict })),
  );
}

function wordForms(number: bigint): readonly string[] {
  if (number === 0n) return ['zero'];
  const forms = [inWords(number, ''), inWords(number, 'and')];
  return [...new Set([...forms, ...forms.map((form) => form.replace(/^one /, 'a '))])];
}

function inWords(number: bigint, and: string): string {
  const words: string[] = [];
  let rest = number;
  for (const scale of SCALES) {
    const group = Number(rest % 1000n);
    if (group > 0) words.unshift(groupInWords(group, and), scale);
    // After thousands, a remainder below one hundred is joined in the same way as after hundreds.
    if (scale === '' && group > 0 && group < 100 && rest >= 1000n) words.unshift(and);
    rest /= 1000n;
  }
  return words.filter(Boolean).join(' ');
}

function groupInWords(group: number, and: string): string {
  const hundreds = Math.floor(group / 100);
  const below = group % 100;
  const head = hundreds > 0 ? [UNITS[hundreds], 'hundred', below > 0 ? and : ''] : [];
  const tail =
    below < 20 ? [below > 0 ? UNITS[below] : ''] : [TENS[Math.floor(below / 10)], UNITS[below % 10]];
  const words = below >= 20 && below % 10 === 0 ? [...head, tail[0]] : [...head, ...tail];
  return words.filter(Boolean).join(' ');
}

/**
 * Four digits read like a year: in hundreds (`forty-seven hundred eleven`) and in pairs (`forty-seven
 * eleven`).
 */
function hundredForms(number: number): readonly string[] {
  const hundreds = Math.floor(number / 100);
  const below = number % 100;
  if (hundreds < 11 || hundreds > 99 || hundreds % 10 === 0) return [];
  const head = groupInWords(hundreds, '');
  const tail = groupInWords(below, '');
  if (below === 0) return [`${head} hundred`];
  return [
    `${head} hundred ${tail}`,
    `${head} hundred and ${tail}`,
    `${head} ${below < 10 ? 'oh ' : ''}${tail}`,
  ];
}

function romanForms(number: number): readonly string[] {
  if (number < 1 || number > LARGEST_ROMAN) return [];
  let rest = number;
  let letters = '';
  for (const [value, letter] of ROMAN) {
    for (; rest >= value; rest -= value) letters += letter;
  }
  return [letters];
}

const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
);
const MONTH = `(sept|${MONTHS.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)})?`).join('|')})\\.?`;
const DAY = '(\\d{1,2})(?:st|nd|rd|th)?';
const YEAR = '([12]\\d{3})';
const TIME = '(?:[t ,]+(\\d{2}):(\\d{2})(?::(\\d{2})(?:[.]\\d+)?)?(z|utc|gmt|[-+]00:?00)?)?';

/** The characters after year, month and day in Chinese and Japanese, and in Korean. */
const MARKS = [
  ['年', '月', '日'],
  ['년', '월', '일'],
] as const;

type DateParts = { readonly year: number; readonly month: number; readonly day: number };

/** The patterns of dates, and which group is which part. */
const readings: readonly (readonly [written: RegExp, order: string])[] = [
  [new RegExp(`^${YEAR}[-/.]?(\\d{2})[-/.]?(\\d{2})${TIME}$`, 'i'), 'ymd'],
  [new RegExp(`^${YEAR}[-/.](\\d{1,2})[-/.](\\d{1,2})${TIME}$`, 'i'), 'ymd'],
  [new RegExp(`^(\\d{1,2})[-/.] ?(\\d{1,2})[-/.] ?${YEAR}${TIME}$`, 'i'), 'dmy'],
  [new RegExp(`^(\\d{1,2})/(\\d{1,2})/${YEAR}${TIME}$`, 'i'), 'mdy'],
  [new RegExp(`^${DAY}[-. ]+(?:of )?${MONTH}[-, ]+${YEAR}${TIME}$`, 'i'), 'dmy'],
  [new RegExp(`^${MONTH}[- ]*${DAY}[-, ]+${YEAR}${TIME}$`, 'i'), 'mdy'],
  [new RegExp(`^${YEAR}[-, ]+${MONTH}[- ]*${DAY}${TIME}$`, 'i'), 'ymd'],
  [new RegExp(`^${YEAR}[年년] ?(\\d{1,2})[月월] ?(\\d{1,2})[日일]${TIME}$`, 'i'), 'ymd'],
];

/** Returns other spellings of a token that is a date with or without a time; none for anything else. */
export function dateForms(token: string): readonly TextForm[] {
  return readings.flatMap(([written, order]) => {
    const match = written.exec(token.trim());
    if (match === null) return [];
    const [first = '', second = '', third = '', hour, minute, seconds, zone] = match.slice(1);
    const parts = partsOf(order, [first, second, third]);
    if (parts === null) return [];
    if (hour === undefined || minute === undefined) return spelt(parts, '');
    const time = `${hour} ${minute} ${seconds ?? ''}`;
    return [
      ...[time, `t${time}`].flatMap((behind) => spelt(parts, behind)),
      ...(zone === undefined ? [] : instants(parts, [hour, minute, seconds ?? '00'])),
    ];
  });
}

function partsOf(order: string, values: readonly string[]): DateParts | null {
  const part = (name: string): number => monthOrNumber(values[order.indexOf(name)] as string);
  const [year, month, day] = [part('y'), part('m'), part('d')];
  return month >= 1 && month <= 12 && day >= 1 && day <= 31 ? { year, month, day } : null;
}

function monthOrNumber(value: string): number {
  const place = MONTHS.findIndex((name) => name.startsWith(value.slice(0, 3).toLowerCase()));
  return /^\d/.test(value) ? Number(value) : place + 1;
}

/** Unbroken digits look like a number, so the dates without leading zeros must be separated by something. */
function spelt({ year, month, day }: DateParts, behind: string): readonly TextForm[] {
  const pad = (value: number): string => String(value).padStart(2, '0');
  const whole = [
    [year, pad(month), pad(day)],
    [pad(day), pad(month), year],
    [pad(month), pad(day), year],
  ];
  const short = [
    [year, month, day],
    [day, month, year],
    [month, day, year],
    [pad(day), pad(month), pad(year % 100)],
    [pad(month), pad(day), pad(year % 100)],
    [day, month, pad(year % 100)],
    [month, day, pad(year % 100)],
  ];
  const name = MONTHS[month - 1] as string;
  const names = [name, name.slice(0, 3), ...(month === 9 ? ['sept'] : [])];
  const marked = MARKS.map(([y, m, d]) => [year, y, month, m, day, d]);
  const worded = names.flatMap((name) =>
    [day, pad(day), ordinal(day)].flatMap((which) => [
      [which, name, year],
      [which, 'of', name, year],
      [name, which, year],
      [name, 'the', which, year],
      [year, name, which],
    ]),
  );
  const form = (asked: number) => (words: readonly (string | number)[]) => ({
    text: words.join(' '),
    asked: demands.strict | demands.edges | asked,
  });
  const timed = (words: readonly (string | number)[]) => [...words, behind];
  // The `date` command puts the time before the year.
  const printed = behind === '' ? [] : names.map((name) => [name, day, behind, year]);
  return [
    ...[...[...whole, ...marked, ...worded].map(timed), ...printed].map(form(0)),
    ...short.map(timed).map(form(demands.parted)),
  ];
}

function ordinal(day: number): string {
  const isTeen = day > 10 && day < 14;
  return `${day}${(!isTeen && ['th', 'st', 'nd', 'rd'][day % 10]) || 'th'}`;
}

/** The same moment in seconds and in milliseconds since 1970. */
function instants({ year, month, day }: DateParts, time: readonly string[]): readonly TextForm[] {
  const [hour = 0, minute = 0, second = 0] = time.map(Number);
  const seconds = ((daysSince1970(year, month, day) * 24 + hour) * 60 + minute) * 60 + second;
  const asked = demands.strict | demands.wordEdges;
  return seconds < 0 ? [] : [seconds, `${seconds}000`].map((text) => ({ text: String(text), asked }));
}

/** Counts years from March, so that a leap day is the last day of its year. */
function daysSince1970(year: number, month: number, day: number): number {
  const since = month > 2 ? year : year - 1;
  const leapDays = Math.floor(since / 4) - Math.floor(since / 100) + Math.floor(since / 400);
  const daysBefore = Math.floor((153 * ((month + 9) % 12) + 2) / 5);
  return since * 365 + leapDays + daysBefore + day - 1 - 719_468;
}
