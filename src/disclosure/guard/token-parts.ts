/**
 * The parts by which a long token is known wherever a quote of it begins: a key without its first line, a sentence
 * without its first word. Parts overlap, one at every place that can begin one, so a quote that is as long as a part and
 * a word more holds a whole one.
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

/** Is told of each part: some units of a stream, which holds others thereafter. */
export type PartVisitor = (
  stream: TextStream,
  part: { readonly start: number; readonly length: number },
) => void;

/**
 * Prose is known by runs of words. Phrases of five words and the path of a file are common property; six words with at
 * least four letters each on average are hardly written twice by chance.
 */
const RUN_WORDS = 6;
const RUN_UNITS = 24;
/** So many words are a run however short they are: in scripts without blanks every character is a word. */
const MOST_RUN_WORDS = 16;

/** A key is known by so many characters that change so often from letter to digit and back, as names and dates do not. */
const KEY_CHARACTERS = 16;
const KEY_CHANGES = 4;
/** Without digits it is known by so many letters in one word: hardly any word of a language is as long. */
const WORD_CHARACTERS = 20;

/**
 * A key in groups: four or more of one length, as keys of licences and fingerprints have them, or those of a UUID. It is
 * read as if nothing parted them. Other groups are words, numbers and dates, which change from letter to digit as often.
 */
const GROUPED_KEY = new RegExp(
  [8, 7, 6, 5, 4, 3, 2]
    .map((length) => `(?:[0-9a-z]{${length}}[-:._ ]{1,2}){3,200}[0-9a-z]{1,${length}}`)
    .concat('[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}')
    .map((groups) => `(?<![0-9a-z])${groups}(?![0-9a-z])`)
    .join('|'),
  'gi',
);

/** A part of fewer different letters, such as a row of zeros, is anybody's. */
const FEWEST_DIFFERENT = 6;

const piece = createPiece();
const stream = createStream();

/** Visits the parts of a text. */
export function visitParts(text: string, visit: PartVisitor): void {
  visitPartsOf(text, [wordRunAt, keyAt, longWordAt], visit);
  if (text.length <= KEY_CHARACTERS) return;
  for (const [key] of text.matchAll(GROUPED_KEY))
    visitPartsOf(key.replace(/[^0-9a-z]/gi, ''), [keyAt], visit);
}

/** Returns how long the part is that begins at a place, or 0. */
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

/** Returns how long the run of words is that begins at a place, or 0. */
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

/** Returns how many units so many characters have; 0 where there are fewer, or where one does not go on from the last. */
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

/** Letters are told apart by their low bits, which is quick and near enough. */
function isVaried(start: number, length: number): boolean {
  let seen = 0;
  for (let place = start; place < start + length; place++)
    seen |= 1 << ((stream.units[place] as number) & 31);
  let different = 0;
  for (; seen !== 0; seen &= seen - 1) different++;
  return different >= FEWEST_DIFFERENT;
}
