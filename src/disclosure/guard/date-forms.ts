/**
 * Other ways to write a date: the parts in each usual order, in digits and with the English name of the month, the time
 * behind a blank or a `T`. The leak guard looks for them beside the token, which is how one of these ways is recognised
 * in the first place.
 */
import type { TextForm } from './number-forms.ts';
import { demands } from './pattern-demands.ts';

const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
);
const MONTH = `(sept|${MONTHS.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)})?`).join('|')})\\.?`;
const DAY = '(\\d{1,2})(?:st|nd|rd|th)?';
const YEAR = '([12]\\d{3})';
const TIME = '(?:[t ,]+(\\d{2}):(\\d{2})(?::(\\d{2})(?:[.]\\d+)?)?(z|utc|gmt|[-+]00:?00)?)?';

/** What stands behind year, month and day in Chinese and Japanese, and in Korean. */
const MARKS = [
  ['年', '月', '日'],
  ['년', '월', '일'],
] as const;

/** The parts of a date. */
type DateParts = { readonly year: number; readonly month: number; readonly day: number };

/** How a date is recognised, and which group is which part. */
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

/** Returns other spellings of a token that is a date, with a time or without; none of anything else. */
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

/** Digits that nothing parts are a number, so those without zeros have to be parted. */
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
    text: [...words, behind].join(' '),
    asked: demands.strict | demands.edges | asked,
  });
  return [...[...whole, ...marked, ...worded].map(form(0)), ...short.map(form(demands.parted))];
}

function ordinal(day: number): string {
  const isTeen = day > 10 && day < 14;
  return `${day}${(!isTeen && ['th', 'st', 'nd', 'rd'][day % 10]) || 'th'}`;
}

/** The same moment as seconds and as milliseconds since 1970. */
function instants({ year, month, day }: DateParts, time: readonly string[]): readonly TextForm[] {
  const [hour = 0, minute = 0, second = 0] = time.map(Number);
  const seconds = ((daysSince1970(year, month, day) * 24 + hour) * 60 + minute) * 60 + second;
  const asked = demands.strict | demands.wordEdges;
  return seconds < 0 ? [] : [seconds, `${seconds}000`].map((text) => ({ text: String(text), asked }));
}

/** Counts from March on, so that the day a leap year has more is its last. */
function daysSince1970(year: number, month: number, day: number): number {
  const since = month > 2 ? year : year - 1;
  const leapDays = Math.floor(since / 4) - Math.floor(since / 100) + Math.floor(since / 400);
  const daysBefore = Math.floor((153 * ((month + 9) % 12) + 2) / 5);
  return since * 365 + leapDays + daysBefore + day - 1 - 719_468;
}
