/** Finds where a sequence stands in another, in one pass: no input can make it slow. */

/** Counted places and the first one; places that overlap count each. */
type Matches = { readonly count: number; readonly first: number };

/** Finds a sequence of characters or lines in another from a place on; an empty one is nowhere. */
export function findMatches<Item>(items: ArrayLike<Item>, sought: ArrayLike<Item>, start = 0): Matches {
  const borders = bordersOf(sought);
  let count = 0;
  let first = -1;
  let matched = 0;
  for (let at = start; sought.length > 0 && at < items.length; at++) {
    while (matched > 0 && (matched === sought.length || sought[matched] !== items[at])) {
      matched = borders[matched - 1] ?? 0;
    }
    if (sought[matched] === items[at]) matched++;
    if (matched < sought.length) continue;
    if (count === 0) first = at + 1 - matched;
    count++;
  }
  return { count, first };
}

/** For each beginning of a sequence: how long an end of it there is that is also its beginning (Knuth, Morris, Pratt). */
function bordersOf<Item>(sought: ArrayLike<Item>): Uint32Array {
  const borders = new Uint32Array(sought.length);
  let matched = 0;
  for (let at = 1; at < sought.length; at++) {
    while (matched > 0 && sought[matched] !== sought[at]) matched = borders[matched - 1] ?? 0;
    if (sought[matched] === sought[at]) matched++;
    borders[at] = matched;
  }
  return borders;
}

const BARE_FEED = /(?<!\r)\n/;
const LINE_END = /\r?\n/g;

/** Tells whether a text has lines and ends every one of them by CRLF. */
export function hasCrlfOnly(text: string): boolean {
  return text.includes('\n') && !BARE_FEED.test(text);
}

/** Returns a text with every line ended by CRLF. */
export function toCrlf(text: string): string {
  return text.replace(LINE_END, '\r\n');
}
