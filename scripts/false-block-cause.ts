// What made a false block: the shortest piece of a text in which the guard still finds the token, and which way of
// writing the token that piece resembles. It tries each way by itself and knows nothing of the guard's inside.

import { compileGuard } from '../src/disclosure/lens/index.ts';

/** Why something harmless was taken for a token, in the words of the page. */
export type Cause = string;

/** A token that begins in one fact and ends in the next. */
export const JOINED: Cause = 'joined over two facts';

/** A token that begins in the name of a field or a kind and ends in the value behind it. */
export const AFTER_NAME: Cause = 'joined with the name before it';

/** Returns the shortest piece of a text in which a token is found: its first end, and from there its last start. */
export function shortestExcerpt(text: string, token: string): string | null {
  const guard = compileGuard([{ handle: 'token', tokens: [token] }]);
  const isFound = (part: string): boolean => guard.scan(part).length > 0;
  if (!isFound(text)) return null;
  const end = smallest(text.length, (length) => isFound(text.slice(0, length)));
  const cut = smallest(end, (length) => isFound(text.slice(end - length, end)));
  return text.slice(end - cut, end);
}

/** Names the way in which a piece of text resembles a token. */
export function causeOf(token: string, excerpt: string): Cause {
  const [found] = ways.filter(({ write }) => write(token).some((form) => isIn(form, excerpt)));
  if (found !== undefined) return found.cause;
  if (isIn(excerpt, token)) return 'a part of a long token';
  return /[%&\\=]/.test(excerpt) ? 'an escape undone' : 'another encoded form';
}

interface Way {
  readonly cause: Cause;
  write(token: string): readonly string[];
}

const utf8 = (text: string) => Buffer.from(text, 'utf8');
const rotated = (text: string) =>
  text.replace(/[a-z]/gi, (letter) => {
    const start = letter < 'a' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - start + 13) % 26) + start);
  });
const isWhole = (text: string) => /^[0-9]+$/.test(text);

/** Ways to write a token; the first that fits names the cause. */
const ways: readonly Way[] = [
  { cause: 'look-alike characters', write: (token) => [token] },
  { cause: 'backwards', write: (token) => [[...token].reverse().join('')] },
  { cause: 'ROT13', write: (token) => [rotated(token)] },
  {
    cause: 'a number in another base',
    write: (token) => (isWhole(token) ? [2, 8, 16].map((base) => BigInt(token).toString(base)) : []),
  },
  { cause: 'bytes in hex', write: (token) => [utf8(token).toString('hex').slice(0, 12)] },
  { cause: 'Base64', write: (token) => [0, 1, 2].map((lead) => base64Middle(token, lead)) },
];

/** The characters that a token fixes in Base64, with that many bytes before it. */
function base64Middle(token: string, lead: number): string {
  const bytes = utf8('x'.repeat(lead) + token);
  return bytes.toString('base64').slice(Math.ceil((lead * 8) / 6), Math.floor((bytes.length * 8) / 6));
}

function isIn(form: string, excerpt: string): boolean {
  return form !== '' && misread(excerpt).includes(misread(form));
}

/** The spelling that look-alikes share; a copy of what readers confuse, so that it can be told from other causes. */
function misread(text: string): string {
  const bare = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
  return bare.replace(/[0]/g, 'o').replace(/[1i]/g, 'l').replaceAll('m', 'rn').replaceAll('w', 'vv');
}

/** Returns the smallest length for which something holds, where it holds for all greater ones. */
function smallest(longest: number, holds: (length: number) => boolean): number {
  let [low, high] = [0, longest];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
