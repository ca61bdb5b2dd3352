/** Finds a sequence in another in one pass, so that no input can make it slow. */

/** The number of matches and the position of the first; overlapping matches count separately. */
type Matches = { readonly count: number; readonly first: number };

/** Finds a sequence of characters or lines in another, from a position on. An empty one is never found. */
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

/** For each prefix of a sequence, the length of its longest border (Knuth, Morris, Pratt). */
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

/** Returns whether a text has several lines that all end with CRLF. */
export function hasCrlfOnly(text: string): boolean {
  return text.includes('\n') && !BARE_FEED.test(text);
}

/** Returns a text in which every line ends with CRLF. */
export function toCrlf(text: string): string {
  return text.replace(LINE_END, '\r\n');
}
