/**
 * Undoes escapes that stand for single characters (`%41`, `&#65;`, `&amp;`, `\u0041`, `\x41`, `=41`, `U+0041`, `0x41`,
 * tags), powers of ten (`4.7e3`, `4.7 × 10³`) and zeros before a number, of which there are as many as one likes.
 * The leak guard reads a text with escapes twice, as it is and undone. Every mixture of plain and escaped characters
 * would need a pattern of its own, exponentially many, so this one encoding is met on the side of the text.
 */
import { entityText } from './entity-text.ts';
import { showHidden } from './hidden-text.ts';

const ROUNDS = 3;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** One escape: what it looks like, and what stands for a match or for its groups. */
type Undoing = readonly [written: RegExp, undo: (whole: string, ...groups: string[]) => string];

const undoings: readonly Undoing[] = [
  [/&#x0{0,64}([0-9a-f]{1,6});?/gi, fromHex],
  [/&#0{0,64}([0-9]{1,7});?/g, fromDecimal],
  [/&([a-z])(?:acute|cedil|circ|grave|ring|slash|tilde|uml);?/gi, (_whole, letter = '') => letter],
  [/&([a-z][a-z0-9]{1,30});/gi, entityText],
  [/\\[ux]\{0{0,64}([0-9a-f]{1,6})\}/gi, fromHex],
  [/\\U(0[0-9a-f]{7})/g, fromHex],
  // Four digits where they begin with zeros, for what follows may be letters; eight for letters beyond the basic plane.
  [/U\+(000?1[0-9a-f]{4}|00[0-9a-f]{2}|[0-9a-f]{2,6})/gi, fromHex],
  [/[\\%]?u([0-9a-f]{4})/gi, fromHex],
  [hexRun('%'), fromHexBytes],
  [hexRun('='), fromHexBytes],
  [hexRun('\\\\x'), fromHexBytes],
  [/(?:0x0{0,6}[0-9a-f]{2}(?=0x|[^0-9a-f]|$)[\s,;]{0,3}){1,250}/gi, fromHexBytes],
  [/\\0000([2-7][0-9a-f]) ?/gi, fromHex],
  [/(?:\\[0-3][0-7]{2}){1,250}/g, fromOctalBytes],
  [/\\([2-7][0-9a-f])(?: |(?![0-9a-f]))/gi, fromHex],
  [/\\[nrtfvb]/g, () => ' '],
  [/(?<![\w.])(\d{1,40})(?:\.(\d{0,40}))?e([-+]?)0{0,4}(\d{1,2})(?!\w)/gi, fromPower],
  [
    /(?<![\w.])(\d{1,40})(?:\.(\d{0,40}))? ?[x*×·⋅] ?10 ?(?:\^ ?)?([-+−⁻]?)(?:0{0,4}(\d{1,2})|([⁰¹²³⁴-⁹]{1,2}))(?![\w⁰¹²³⁴-⁹])/gi,
    (whole, before, behind, sign, power, raised) =>
      fromPower(whole, before, behind, sign, power ?? (raised as string).normalize('NFKD')),
  ],
  // Zeros before a number, where they are no decimals and no day, hour or month.
  [/(?<![\w.,])0+(?=[1-9]\d{3})|(?<![\w.,:/-])0{2,}(?=[1-9])/g, () => ''],
];

/** Returns a text with its escapes undone, also escapes of escapes, or null where there are none. */
export function unescapeText(text: string): string | null {
  let current = showHidden(text);
  for (let round = 0; round < ROUNDS; round++) {
    const before = current;
    for (const [written, undo] of undoings) current = current.replace(written, undo);
    if (current === before) break;
  }
  return current === text ? null : current;
}

/** Bytes in a row are one text in UTF-8. The count is bounded, and does not end a run within a character. */
function hexRun(mark: string): RegExp {
  return new RegExp(`(?:${mark}[0-9a-f]{2}){1,250}(?:${mark}[89ab][0-9a-f]){0,3}`, 'gi');
}

function fromHex(whole: string, digits = ''): string {
  return fromCode(Number.parseInt(digits, 16)) ?? whole;
}

function fromDecimal(whole: string, digits = ''): string {
  return fromCode(Number.parseInt(digits, 10)) ?? whole;
}

function fromCode(code: number): string | null {
  return code <= 0x10ffff ? String.fromCodePoint(code) : null;
}

/** Moves the point of a number; what stays behind it is no part of a whole number. */
function fromPower(_whole: string, before = '', behind = '', sign = '', power = ''): string {
  const places = Number(power);
  if (sign === '' || sign === '+') {
    const left = behind.slice(places);
    const moved = before + behind.slice(0, places).padEnd(places, '0');
    return left === '' ? moved : `${moved}.${left}`;
  }
  const [whole, moved] = [before.slice(0, -places) || '0', before.slice(-places)];
  return places === 0 ? `${before}.${behind}` : `${whole}.${moved}${behind}`.replace(/\.0*$/, '');
}

function fromHexBytes(run: string): string {
  return decodeBytes(run.match(/[0-9a-f]{2}(?=0x|[^0-9a-f]|$)/gi) ?? [], 16);
}

function fromOctalBytes(run: string): string {
  return decodeBytes(run.match(/[0-7]{3}/g) ?? [], 8);
}

/** Bytes that are no UTF-8 are taken one by one, as the older code pages do. */
function decodeBytes(digits: readonly string[], base: number): string {
  const bytes = Uint8Array.from(digits, (byte) => Number.parseInt(byte, base));
  try {
    return utf8.decode(bytes);
  } catch {
    return String.fromCharCode(...bytes);
  }
}
