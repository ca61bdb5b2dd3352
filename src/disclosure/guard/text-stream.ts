/**
 * Texts one after the other as one run of normal units, so that a token is found that begins in one and ends in
 * another. Only a window of it is held at a time: what has been looked through makes room, all but the last units, in
 * which something may still begin.
 */
import type { NormalPiece } from './normalize-text.ts';
import { type HashedUnits, LONGEST_WINDOW } from './unit-hash.ts';
import { TEXT_START } from './unit-mark.ts';

/** A window of the run: its units, the marks beside them, and which text each unit is from. */
export type TextStream = HashedUnits & {
  /** Where each text begins in the window, and its number. */
  readonly textStarts: Int32Array;
  readonly textNumbers: Int32Array;
  textCount: number;
};

const CAPACITY = 8_192;
/** From so many units on, copying them at once is worth a view of them. */
const WORTH_A_VIEW = 64;
/** A unit that no character is folded to. */
const BARRIER = 0xffff;

/** Makes an empty stream. */
export function createStream(): TextStream {
  return {
    units: new Uint16Array(CAPACITY),
    marks: new Uint8Array(CAPACITY + 1),
    first: new Int32Array(CAPACITY + 1),
    second: new Int32Array(CAPACITY + 1),
    length: 0,
    hashed: 0,
    textStarts: new Int32Array(CAPACITY),
    textNumbers: new Int32Array(CAPACITY),
    textCount: 0,
  };
}

/** Empties a stream. */
export function resetStream(stream: TextStream): void {
  stream.length = 0;
  stream.hashed = 0;
  stream.textCount = 0;
}

/** Tells whether that many more units have a place in the window. */
export function hasRoom({ length }: TextStream, units: number): boolean {
  return length + units + 1 <= CAPACITY;
}

/** Appends units of a piece, for which there is room: the first ones up to `to`, from the text of that number. */
export function appendUnits(stream: TextStream, piece: NormalPiece, text: number, to = piece.length): void {
  const { marks, length } = stream;
  const isFirst = to > 0 && noteText(stream, text);
  copyUnits(piece, { start: 0, end: to }, stream);
  stream.length = length + to;
  marks[stream.length] = piece.marks[to] as number;
  if (isFirst) marks[length] = (marks[length] as number) | TEXT_START;
}

/** Appends the last units of another stream, for which there is room, each from the text it is from there. */
export function appendTail(stream: TextStream, from: TextStream, count: number): void {
  const start = Math.max(0, from.length - count);
  const { marks, length } = stream;
  for (let text = 0; text < from.textCount; text++) {
    const begin = Math.max(start, from.textStarts[text] as number);
    const end = text + 1 < from.textCount ? (from.textStarts[text + 1] as number) : from.length;
    if (end <= start || end <= begin) continue;
    stream.textStarts[stream.textCount] = length + begin - start;
    stream.textNumbers[stream.textCount++] = from.textNumbers[text] as number;
  }
  copyUnits(from, { start, end: from.length }, stream);
  stream.length = length + from.length - start;
  marks[stream.length] = from.marks[from.length] as number;
}

function copyUnits(
  from: Pick<TextStream, 'units' | 'marks'>,
  { start, end }: { readonly start: number; readonly end: number },
  { units, marks, length }: TextStream,
): void {
  if (end - start < WORTH_A_VIEW) {
    for (let index = start, place = length; index < end; index++, place++) {
      units[place] = from.units[index] as number;
      marks[place] = from.marks[index] as number;
    }
  } else {
    units.set(from.units.subarray(start, end), length);
    marks.set(from.marks.subarray(start, end), length);
  }
}

/** Appends a barrier, across which nothing is found. */
export function appendBarrier(stream: TextStream): void {
  stream.units[stream.length++] = BARRIER;
}

/** Returns the number of the text that the unit before a place is from. */
export function textBefore({ textStarts, textNumbers, textCount }: TextStream, place: number): number {
  let [low, high] = [0, textCount - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((textStarts[middle] as number) < place) low = middle;
    else high = middle - 1;
  }
  return textNumbers[low] as number;
}

/** How many places of a full window can be looked through, since whatever begins there also ends there. */
export function settledPlaces({ length }: TextStream): number {
  return Math.max(0, length - LONGEST_WINDOW);
}

/** Forgets the units before a place. */
export function dropUnits(stream: TextStream, count: number): void {
  const { units, marks, length, textStarts, textNumbers } = stream;
  units.copyWithin(0, count, length);
  marks.copyWithin(0, count, length + 1);
  stream.length = length - count;
  stream.hashed = 0;
  let kept = 0;
  for (let index = 0; index < stream.textCount; index++) {
    const isOver = index + 1 < stream.textCount && (textStarts[index + 1] as number) <= count;
    if (isOver) continue;
    textStarts[kept] = Math.max(0, (textStarts[index] as number) - count);
    textNumbers[kept++] = textNumbers[index] as number;
  }
  stream.textCount = kept;
}

/** Notes where a text begins; returns false where more of the last one follows. */
function noteText(stream: TextStream, text: number): boolean {
  const { textStarts, textNumbers, textCount, length } = stream;
  if (textCount > 0 && textNumbers[textCount - 1] === text) return false;
  textStarts[textCount] = length;
  textNumbers[textCount] = text;
  stream.textCount++;
  return true;
}
