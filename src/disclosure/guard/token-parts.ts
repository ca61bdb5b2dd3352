/**
 * The parts by which a quote of a long token is recognized wherever the quote starts: a key without its first
 * line, or a sentence without its first word. Parts overlap, one at every possible start, so a quote that is
 * one word longer than a part contains a whole part.
 */
import { createPiece, normalizeInto } from './normalize-text.ts';
import {
  appendUnits,
  createStream,
  dropUnits,
  hasRoom,
  resetStream,
  settledPlaces,
  type TextStream,
} from './text-stream.ts';
import { LONGEST_WINDOW } from './unit-hash.ts';
import { isEdge, isSecondUnit, isWordEdge } from './unit-mark.ts';

/** Receives each part as a range of a stream, which is reused afterwards. */
export type PartVisitor = (
  stream: TextStream,
  part: { readonly start: number; readonly length: number },
) => void;

/**
 * Prose is recognized by runs of words. Phrases of five words and file paths are common, but six words with
 * an average of at least four letters are rarely written twice by chance.
 */
const RUN_WORDS = 6;
const RUN_UNITS = 24;
/** This many words are a run however short they are; in scripts without spaces, every character is a word. */
const MOST_RUN_WORDS = 16;

/**
 * A key is recognized by this many characters with this many changes between letters and digits. Names and
 * dates do not change that often.
 */
const KEY_CHARACTERS = 16;
const KEY_CHANGES = 4;
/**
 * Without digits, a key is recognized by this many letters in one word. Hardly any natural word is that long.
 */
const WORD_CHARACTERS = 20;

/**
 * A key in groups: four or more groups of equal length, as in license keys and fingerprints, or the groups of
 * a UUID. It is read without its separators. Other groups are words, numbers and dates, which change between
 * letters and digits just as often.
 */
const GROUPED_KEY = new RegExp(
  [8, 7, 6, 5, 4, 3, 2]
    .map((length) => `(?:[0-9a-z]{${length}}[-:._ ]{1,2}){3,200}[0-9a-z]{1,${length}}`)
    .concat('[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}')
    .map((groups) => `(?<![0-9a-z])${groups}(?![0-9a-z])`)
    .join('|'),
  'gi',
);

/** A part with fewer different letters, such as a row of zeros, is not distinctive. */
const FEWEST_DIFFERENT = 6;

const piece = createPiece();
const stream = createStream();

export function visitParts(text: string, visit: PartVisitor): void {
  visitPartsOf(text, [wordRunAt, keyAt, longWordAt], visit);
  if (text.length <= KEY_CHARACTERS) return;
  for (const [key] of text.matchAll(GROUPED_KEY))
    visitPartsOf(key.replace(/[^0-9a-z]/gi, ''), [keyAt], visit);
}

/** Returns the length of the part that starts at a position, or 0. */
type PartRule = (start: number) => number;

function visitPartsOf(text: string, rules: readonly PartRule[], visit: PartVisitor): void {
  resetStream(stream);
  for (let index = 0; index < text.length; ) {
    index = normalizeInto(piece, text, index);
    if (!hasRoom(stream, piece.length)) {
      const settled = settledPlaces(stream);
      visitPlaces(settled, rules, visit);
      dropUnits(stream, settled);
    }
    appendUnits(stream, piece, 0);
  }
  visitPlaces(stream.length, rules, visit);
}

function visitPlaces(until: number, rules: readonly PartRule[], visit: PartVisitor): void {
  for (let start = 0; start < until; start++) {
    if (isSecondUnit(stream.marks[start] as number)) continue;
    for (const lengthAt of rules) visitPart(start, lengthAt(start), visit);
  }
}

function visitPart(start: number, length: number, visit: PartVisitor): void {
  if (length > 0 && isVaried(start, length)) visit(stream, { start, length });
}

/** Returns the length of the word run that starts at a position, or 0. */
function wordRunAt(start: number): number {
  if (!isWordEdge(stream.marks[start] as number)) return 0;
  const longest = Math.min(stream.length - start, LONGEST_WINDOW);
  let words = 0;
  for (let length = 1; length <= longest; length++) {
    if (!isWordEdge(stream.marks[start + length] as number)) continue;
    words++;
    if (words >= MOST_RUN_WORDS || (words >= RUN_WORDS && length >= RUN_UNITS)) return length;
  }
  return 0;
}

function keyAt(start: number): number {
  let changes = 0;
  const length = lengthOf(start, KEY_CHARACTERS, (mark) => {
    if (isEdge(mark) && !isWordEdge(mark)) changes++;
    return true;
  });
  return changes >= KEY_CHANGES ? length : 0;
}

function longWordAt(start: number): number {
  return lengthOf(start, WORD_CHARACTERS, (mark) => !isWordEdge(mark));
}

/**
 * Returns the length in units of `characters` characters, or 0 if the text ends earlier or `goesOn` returns
 * false.
 */
function lengthOf(start: number, characters: number, goesOn: (mark: number) => boolean): number {
  let left = characters;
  for (let place = start + 1; place <= stream.length; place++) {
    const mark = stream.marks[place] as number;
    if (isSecondUnit(mark)) continue;
    left--;
    if (left === 0) return place - start;
    if (!goesOn(mark)) return 0;
  }
  return 0;
}

/** Letters are distinguished by their low bits, which is fast and accurate enough. */
function isVaried(start: number, length: number): boolean {
  let seen = 0;
  for (let place = start; place < start + length; place++)
    seen |= 1 << ((stream.units[place] as number) & 31);
  let different = 0;
  for (; seen !== 0; seen &= seen - 1) different++;
  return different >= FEWEST_DIFFERENT;
}
