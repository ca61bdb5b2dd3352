/**
 * Normalizes texts for comparison: letters and digits only, without gaps, each folded to one spelling. The
 * leak guard normalizes tokens when it is built and every text it scans. It does so piece by piece into a
 * reused buffer, because texts may be long and numerous.
 */
import { foldCharacter, hasOtherShape, knownCharacter, knownShape, LETTER_WEIGHT } from './fold-character.ts';
import { isHidden } from './unescape-text.ts';
import { EDGE_BEFORE, kinds, misreadMark, SECOND_UNIT, TEXT_END } from './unit-mark.ts';

/** A piece of normalized text; overwritten by the next piece. */
export type NormalPiece = {
  readonly units: Uint16Array;
  /** The mark of each unit, plus one after the last unit. */
  readonly marks: Uint8Array;
  /** The number of units in the piece. */
  length: number;
  /** The number of letters and digits in the text so far, each counted once however many units it takes. */
  characters: number;
  /** How many of them were digits. */
  digits: number;
  /** Their total weight, which depends on their scripts. */
  weight: number;
  /** The kind of the last character before the next piece. */
  previous: number;
  /** Whether the text may contain escapes such as `%41`. */
  hasEscapes: boolean;
  /** Whether a character of the text looks different from what it means. */
  hasShapes: boolean;
};

/** A whole normalized text. */
export type NormalText = {
  readonly units: Uint16Array;
  readonly marks: Uint8Array;
  readonly characters: number;
  readonly weight: number;
  readonly isNumber: boolean;
};

const ASCII = 128;
const KIND = 3;
const KIND_AND_MISREAD = 15;
const COUNTS = 16;
const COUNTS_SHIFT = 4;
const MAY_ESCAPE = 32;
const SECOND_LOOK = 64;
const SHAPED = 128;
const PIECE_CHARACTERS = 2_048;
const PIECE_UNITS = PIECE_CHARACTERS * 2;
/** The maximum number of units a single character is folded to. */
const LONGEST_FOLD = 64;
/** From this many characters on, `encodeInto` is faster than a loop. */
const WORTH_ENCODING = 32;
/**
 * For each ASCII character: its kind (bits 0-1), its misreading (2-3), whether it counts (4), whether it may
 * start an escape (5), whether it needs a second look (6: invisible, a digit, or two units), whether it looks
 * like a letter (7), and its units (from 8 and 16).
 */
const ascii = Uint32Array.from({ length: ASCII }, (_, code) => {
  const [folded] = foldCharacter(code);
  const holdsEscapes = '%&\\=+^\u001b'.includes(String.fromCharCode(code)) ? MAY_ESCAPE : 0;
  if (folded === undefined) return SECOND_LOOK | holdsEscapes;
  const mark = holdsEscapes | (hasOtherShape(code) ? SHAPED : 0);
  if (folded.kind === kinds.separator) return mark;
  const second = folded.plain.charCodeAt(1) || 0;
  const look = folded.kind === kinds.digit || second > 0 ? SECOND_LOOK : 0;
  const misread = misreadMark(folded.misread);
  return folded.kind | COUNTS | look | misread | (folded.plain.charCodeAt(0) << 8) | (second << 16);
});

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-16le');
const codes = new Uint8Array(PIECE_CHARACTERS);
const digitPlaces = new Uint16Array(PIECE_CHARACTERS);
const scratch = createPiece();

/** Creates a buffer for pieces of text. */
export function createPiece(): NormalPiece {
  return {
    units: new Uint16Array(PIECE_UNITS + LONGEST_FOLD),
    marks: new Uint8Array(PIECE_UNITS + LONGEST_FOLD + 1),
    length: 0,
    characters: 0,
    digits: 0,
    weight: 0,
    previous: kinds.separator,
    hasEscapes: false,
    hasShapes: false,
  };
}

/** Normalizes a text from an offset until the text ends or the piece is full; returns where it stopped. */
export function normalizeInto(piece: NormalPiece, text: string, from: number): number {
  if (from === 0) beginText(piece);
  piece.length = 0;
  let end = Math.min(text.length, from + PIECE_CHARACTERS);
  if (isAscii(text, from, end)) appendAscii(piece, end - from);
  else end = appendOthers(piece, text, from, knownCharacter);
  return endPiece(piece, text, end);
}

/** Normalizes a text by the shapes of its characters. */
export function normalizeShapesInto(piece: NormalPiece, text: string, from: number): number {
  if (from === 0) beginText(piece);
  piece.length = 0;
  return endPiece(piece, text, appendOthers(piece, text, from, knownShape));
}

function endPiece(piece: NormalPiece, text: string, end: number): number {
  // If the text continues, the first mark of the next piece says whether a word ended here. An escape may
  // also be split between the two pieces.
  const isOver = end === text.length;
  piece.marks[piece.length] = isOver ? TEXT_END : 0;
  if (
    !isOver &&
    (text[end - 1] === '.' || beginsCodeAt(text, end - 1) || isPowerAt(text, end - 1) || isPowerAt(text, end))
  )
    piece.hasEscapes = true;
  return end;
}

/** Normalizes a whole text. */
export function normalizeText(text: string): NormalText {
  const pieces: { readonly units: Uint16Array; readonly marks: Uint8Array }[] = [];
  beginText(scratch);
  for (let index = 0; index < text.length; ) {
    index = normalizeInto(scratch, text, index);
    const { units, marks, length } = scratch;
    pieces.push({ units: units.slice(0, length), marks: marks.slice(0, length) });
  }
  const length = pieces.reduce((sum, { units }) => sum + units.length, 0);
  const whole = { units: new Uint16Array(length), marks: new Uint8Array(length + 1).fill(TEXT_END) };
  pieces.reduce((place, { units, marks }) => {
    whole.units.set(units, place);
    whole.marks.set(marks, place);
    return place + units.length;
  }, 0);
  const { characters, digits, weight } = scratch;
  return { ...whole, characters, weight, isNumber: characters > 0 && digits === characters };
}

/** Returns the normal form as a string, for example to compare two words. */
export function normalKey(text: string): string {
  let key = '';
  for (let index = 0; index < text.length; ) {
    index = normalizeInto(scratch, text, index);
    key += decoder.decode(scratch.units.subarray(0, scratch.length));
  }
  return key;
}

function beginText(piece: NormalPiece): void {
  piece.characters = 0;
  piece.digits = 0;
  piece.weight = 0;
  piece.previous = kinds.separator;
  piece.hasEscapes = false;
  piece.hasShapes = false;
}

/** Copies part of a text to `codes` and returns whether it is ASCII. */
function isAscii(text: string, from: number, end: number): boolean {
  const length = end - from;
  if (length >= WORTH_ENCODING) {
    const stretch = length === text.length ? text : text.slice(from, end);
    const { read, written } = encoder.encodeInto(stretch, codes);
    return read === length && written === length;
  }
  for (let index = 0; index < length; index++) {
    const code = text.charCodeAt(from + index);
    if (code >= ASCII) return false;
    codes[index] = code;
  }
  return true;
}

/**
 * Appends the ASCII characters in `codes`. This is the hot loop of a scan, so ordinary characters take a
 * single branch and digits are handled afterwards. Characters that do not count are written like letters and
 * then overwritten.
 */
function appendAscii(piece: NormalPiece, count: number): void {
  const { units, marks } = piece;
  let { length, previous } = piece;
  let [flags, doubled, digits] = [0, 0, 0];
  for (let index = 0; index < count; index++) {
    const folded = ascii[codes[index] as number] as number;
    flags |= folded;
    units[length] = (folded >>> 8) & 0xff;
    marks[length] = (folded ^ previous) & KIND_AND_MISREAD;
    length += (folded & COUNTS) >> COUNTS_SHIFT;
    if ((folded & SECOND_LOOK) !== 0) {
      if ((folded & COUNTS) === 0) continue;
      if (folded >>> 16 === 0) digitPlaces[digits++] = index;
      else {
        marks[length] = SECOND_UNIT;
        units[length++] = folded >>> 16;
        doubled++;
      }
    }
    previous = folded & KIND;
  }
  const characters = length - piece.length - doubled;
  piece.characters += characters;
  piece.weight += characters * LETTER_WEIGHT;
  piece.length = length;
  piece.previous = previous;
  if ((flags & MAY_ESCAPE) !== 0) piece.hasEscapes = true;
  noteDigits(piece, digits, count);
  if ((flags & SHAPED) !== 0 && hasShapedLetter(count)) piece.hasShapes = true;
}

/**
 * Counts the digits in `codes`, whose positions are in `digitPlaces`, and notes whether one may belong to an
 * escape.
 */
function noteDigits(piece: NormalPiece, digits: number, count: number): void {
  piece.digits += digits;
  for (let place = 0; place < digits && !piece.hasEscapes; place++)
    piece.hasEscapes = isCodeDigit(digitPlaces[place] as number, count);
}

/**
 * Returns whether a sign in `codes` takes the place of a letter. A `|` between spaces only separates columns.
 */
function hasShapedLetter(count: number): boolean {
  const isWord = (index: number): boolean => index >= 0 && index < count && isOfWord(index);
  for (let index = 0; index < count; index++) {
    if (((ascii[codes[index] as number] as number) & SHAPED) === 0) continue;
    if (isWord(index - 1) || isWord(index + 1)) return true;
  }
  return false;
}

/**
 * Returns whether a digit may belong to `u0041`, `0x41`, `4e7`, `4e-7` or `0047`. Hashes often contain the
 * start of one of these, and undoing escapes is expensive, so the digits must also be a word of their own
 * where possible.
 */
function isCodeDigit(index: number, count: number): boolean {
  const digit = codes[index] as number;
  if (digit !== 0x30 && !(index > 0 && leadsCode(codes[index - 1] as number))) return false;
  if (index > 0 && beginsCode(codes[index - 1] as number, digit)) return true;
  if (index > 0 && codes[index - 1] === 0x2e && !(index > 1 && isOfWord(index - 2))) return true;
  const letter = index > 0 && codes[index - 1] === 0x2d ? index - 2 : index - 1;
  const isPowers = letter > 0 && isPower(codes[letter - 1] as number, codes[letter] as number);
  if (isPowers && beginsWord(letter - 1) && endsWord(index, count)) return true;
  if (index + 1 === count) return digit === 0x30 && count === PIECE_CHARACTERS;
  const next = codes[index + 1] as number;
  if (
    digit === 0x30 &&
    (index + 2 === count ? count === PIECE_CHARACTERS : isTimes(next, codes[index + 2] as number))
  )
    return true;
  return beginsCode(digit, next) || (digit === 0x30 && isDigit(next) && !(index > 0 && isOfWord(index - 1)));
}

/** Returns whether a digit after this character may belong to an escape: `u4`, `4e7`, `4e-7`, `.5`. */
function leadsCode(code: number): boolean {
  return code === 0x2d || code === 0x2e || (code | 32) === 0x75 || (code | 32) === 0x65;
}

/**
 * Returns whether the digits up to an index of `codes` start a word. In ids, letters and digits are mixed at
 * random.
 */
function beginsWord(index: number): boolean {
  let before = index;
  while (before >= 0 && (isDigit(codes[before] as number) || codes[before] === 0x2e)) before--;
  return before < 0 || !isOfWord(before);
}

/** Returns whether a word ends with the digits at an index of `codes`. At the end of `codes` it may. */
function endsWord(index: number, count: number): boolean {
  let behind = index;
  while (behind < count && isDigit(codes[behind] as number)) behind++;
  return behind === count || !isOfWord(behind);
}

/** Returns whether the character at an index of `codes` is a letter or a digit. */
function isOfWord(index: number): boolean {
  return ((ascii[codes[index] as number] as number) & COUNTS) !== 0;
}

/** Returns whether two characters start `u0041` or `0x41`. */
function beginsCode(one: number, next: number): boolean {
  if ((one | 32) === 0x75) return isDigit(next);
  return one === 0x30 && (next | 32) === 0x78;
}

/** Returns whether two characters after a digit start the power in `10**6` or `10 ** 6`. */
function isTimes(next: number, behind: number): boolean {
  return (next === 0x2a || next === 0x20) && behind === 0x2a;
}

function beginsCodeAt(text: string, index: number): boolean {
  return beginsCode(text.charCodeAt(index), text.charCodeAt(index + 1));
}

/** Returns whether two characters make the digit after them a power of ten. */
function isPower(digit: number, letter: number): boolean {
  return (letter | 32) === 0x65 && isDigit(digit);
}

function isPowerAt(text: string, index: number): boolean {
  return isPower(text.charCodeAt(index - 1), text.charCodeAt(index)) && isDigit(text.charCodeAt(index + 1));
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** Appends text that is not all ASCII; returns where it stopped. */
function appendOthers(piece: NormalPiece, text: string, from: number, fold: typeof knownCharacter): number {
  const end = Math.min(text.length, from + PIECE_CHARACTERS);
  let index = from;
  while (index < end && piece.length < PIECE_UNITS) {
    const codePoint = text.codePointAt(index) as number;
    if (codePoint < ASCII && ((ascii[codePoint] as number) & MAY_ESCAPE) !== 0) piece.hasEscapes = true;
    if (index + 1 < end && (beginsCodeAt(text, index) || isPowerAt(text, index))) piece.hasEscapes = true;
    if (codePoint >= ASCII || isDigit(codePoint)) noteOther(piece, text, index, codePoint);
    appendFolded(piece, fold(codePoint));
    index += codePoint > 0xffff ? 2 : 1;
  }
  return index;
}

/**
 * Notes what calls for another reading: hidden text, powers of ten with special signs, leading zeros, and
 * shapes.
 */
function noteOther(piece: NormalPiece, text: string, index: number, codePoint: number): void {
  if (codePoint < ASCII) {
    const isSigned =
      text.charCodeAt(index - 1) === 0x2d && isPower(text.charCodeAt(index - 3), text.charCodeAt(index - 2));
    const next = text.charCodeAt(index + 1);
    const isZero = codePoint === 0x30 && (isDigit(next) || isTimes(next, text.charCodeAt(index + 2)));
    const isFraction = text.charCodeAt(index - 1) === 0x2e && !isDigit(text.charCodeAt(index - 2));
    if (isSigned || isZero || isFraction) piece.hasEscapes = true;
    return;
  }
  if (isHidden(codePoint) || MAY_BEGIN_ESCAPE.test(String.fromCodePoint(codePoint))) piece.hasEscapes = true;
  if (hasOtherShape(codePoint)) piece.hasShapes = true;
}

const MAY_BEGIN_ESCAPE = /[\x90-\x9f×·⋅²³¹⁰⁴-⁹]/;

function appendFolded(piece: NormalPiece, folded: ReturnType<typeof knownCharacter>): void {
  for (const { kind, plain, misread, mark: added, leaves, weight } of folded) {
    // A character with an edge on both sides also separates a word from a digit.
    const beside = (added & EDGE_BEFORE) !== 0 ? kinds.separator : piece.previous;
    const mark = (kind ^ beside) | added | misreadMark(misread);
    piece.previous = leaves;
    if (kind === kinds.separator) continue;
    for (let unit = 0; unit < plain.length; unit++) {
      piece.marks[piece.length] = unit === 0 ? mark : SECOND_UNIT;
      piece.units[piece.length++] = plain.charCodeAt(unit);
    }
    piece.characters++;
    piece.weight += weight;
    if (kind === kinds.digit) piece.digits++;
  }
}
