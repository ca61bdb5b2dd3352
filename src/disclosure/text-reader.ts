/**
 * Reads texts one after the other and looks for patterns in them, in three streams: the values alone, the keys with the
 * values, and texts with their escapes undone, each by itself. Its buffers are of a fixed size, whatever the texts.
 */
import { type FingerprintIndex, type FoundVisitor, scanStretch } from './fingerprint-index.ts';
import { createPiece, type NormalPiece } from './normalize-text.ts';
import {
  appendBarrier,
  appendUnits,
  createStream,
  dropUnits,
  hasRoom,
  resetStream,
  type StreamedUnits,
  settledPlaces,
  type TextStream,
  textBefore,
} from './text-stream.ts';
import { unescapeText } from './unescape-text.ts';

/** What a reader looks for, and how it reads. */
export type ReaderTask = {
  readonly indexes: readonly FingerprintIndex[];
  readonly normalize: (piece: NormalPiece, text: string, from: number) => number;
  readonly minimumLength: number;
  /** Is told whose pattern was found and the number of the text in which it ends. */
  readonly report: FoundVisitor;
};

/** The buffers of a reader. */
export type ReaderBuffers = {
  readonly piece: NormalPiece;
  readonly values: TextStream;
  readonly members: TextStream;
  readonly undone: TextStream;
};

/** A text with its number. */
export type NumberedText = { readonly text: string; readonly number: number; readonly isKey: boolean };

/** Makes buffers; two readers must not use the same at once. */
export function createBuffers(): ReaderBuffers {
  return { piece: createPiece(), values: createStream(), members: createStream(), undone: createStream() };
}

/** Reads the texts that `feed` hands over, then what is left in the streams. */
export function readTexts(
  buffers: ReaderBuffers,
  task: ReaderTask,
  feed: (read: (text: NumberedText) => void) => void,
): void {
  const { values, members, undone } = buffers;
  const streams = [values, members, undone];
  for (const stream of streams) resetStream(stream);
  const reach = Math.max(0, ...task.indexes.map(({ longest }) => longest - 1));
  feed((text) => readText(buffers, task, reach, text));
  for (const stream of streams) scanStream(stream, task, stream.length);
}

function readText(buffers: ReaderBuffers, task: ReaderTask, reach: number, text: NumberedText): void {
  const { piece, values, members, undone } = buffers;
  readPieces(piece, task, text.text, () => {
    const units = { text: text.number };
    if (!text.isKey) append(values, task, piece, units);
    appendEnds(members, task, piece, text, reach);
  });
  const unescaped = piece.hasEscapes ? unescapeText(text.text) : null;
  if (unescaped === null) return;
  readPieces(piece, task, unescaped, () => append(undone, task, piece, { text: text.number }));
  makeRoom(undone, task, 0);
  appendBarrier(undone);
}

function readPieces(piece: NormalPiece, task: ReaderTask, text: string, use: () => void): void {
  for (let index = 0; index < text.length; ) {
    index = task.normalize(piece, text, index);
    use();
  }
}

/**
 * Of a value only the ends: what does not reach a key is found among the values. A key is taken whole.
 */
function appendEnds(
  stream: TextStream,
  task: ReaderTask,
  piece: NormalPiece,
  { number, isKey }: NumberedText,
  reach: number,
): void {
  const { length } = piece;
  if (isKey || length <= reach * 2) {
    append(stream, task, piece, { text: number });
    return;
  }
  append(stream, task, piece, { to: reach, text: number });
  appendBarrier(stream);
  append(stream, task, piece, { from: length - reach, text: number });
}

function append(stream: TextStream, task: ReaderTask, piece: NormalPiece, units: StreamedUnits): void {
  makeRoom(stream, task, piece.length);
  appendUnits(stream, piece, units);
}

function makeRoom(stream: TextStream, task: ReaderTask, units: number): void {
  if (hasRoom(stream, units)) return;
  const settled = settledPlaces(stream);
  scanStream(stream, task, settled);
  dropUnits(stream, settled);
}

function scanStream(stream: TextStream, { indexes, minimumLength, report }: ReaderTask, until: number): void {
  const visit: FoundVisitor = (owner, end) => report(owner, textBefore(stream, end));
  for (const index of indexes) scanStretch(index, stream, { until, minimumLength }, visit);
}
