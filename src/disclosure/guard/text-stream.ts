/**
 * Joins consecutive texts into one run of normalized units, so that a token that starts in one text and ends
 * in another is found. Only a window of the run is in memory. Units that have been searched are dropped,
 * except for the last ones, where a match may still start.
 */
import type { NormalPiece } from './normalize-text.ts';
import { type HashedUnits, LONGEST_WINDOW } from './unit-hash.ts';
import { TEXT_START } from './unit-mark.ts';

/** A window of the run: its units, their marks, and the text that each unit comes from. */
export type TextStream = HashedUnits & {
  /** The position in the window where each text starts, and the number of the text. */
  readonly textStarts: Int32Array;
  readonly textNumbers: Int32Array;
  textCount: number;
};

const CAPACITY = 8_192;
/** From this many units on, copying through a view is faster than a loop. */
const WORTH_A_VIEW = 64;
/** A unit that no character is folded to. */
const BARRIER = 0xffff;

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

export function resetStream(stream: TextStream): void {
  stream.length = 0;
  stream.hashed = 0;
  stream.textCount = 0;
}

/** Returns whether the window has room for this many more units. */
export function hasRoom({ length }: TextStream, units: number): boolean {
  return length + units + 1 <= CAPACITY;
}

/**
 * Appends the units of a piece up to `to`, which belong to text number `text`. The caller makes room first.
 */
export function appendUnits(stream: TextStream, piece: NormalPiece, text: number, to = piece.length): void {
  const { marks, length } = stream;
  const isFirst = to > 0 && noteText(stream, text);
  copyUnits(piece, { start: 0, end: to }, stream);
  stream.length = length + to;
  marks[stream.length] = piece.marks[to] as number;
  if (isFirst) marks[length] = (marks[length] as number) | TEXT_START;
}

/** Appends the last units of another stream, keeping their text numbers. The caller makes room first. */
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

/** Appends a barrier that no match crosses. */
export function appendBarrier(stream: TextStream): void {
  stream.units[stream.length++] = BARRIER;
}

/** Returns the number of the text that contains the unit before a position. */
export function textBefore({ textStarts, textNumbers, textCount }: TextStream, place: number): number {
  let [low, high] = [0, textCount - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((textStarts[middle] as number) < place) low = middle;
    else high = middle - 1;
  }
  return textNumbers[low] as number;
}

/**
 * Returns how many positions of a full window can be searched, because every match that starts there also
 * ends in the window.
 */
export function settledPlaces({ length }: TextStream): number {
  return Math.max(0, length - LONGEST_WINDOW);
}

/** Drops the first `count` units. */
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

/** Records where a text starts; returns false if the text continues the previous piece. */
function noteText(stream: TextStream, text: number): boolean {
  const { textStarts, textNumbers, textCount, length } = stream;
  if (textCount > 0 && textNumbers[textCount - 1] === text) return false;
  textStarts[textCount] = length;
  textNumbers[textCount] = text;
  stream.textCount++;
  return true;
}
