/**
 * Reads texts one after the other and looks for patterns in them, in three streams: the values alone, keys with the
 * values that follow them, and texts with their escapes undone, each by itself. Its buffers are of a fixed size,
 * whatever the texts.
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
  readonly index: FingerprintIndex;
  readonly normalize: (piece: NormalPiece, text: string, from: number) => number;
  readonly minimumLength: number;
  /** Is told whose pattern was found and the number of the text in which it ends. */
  readonly report: FoundVisitor;
};

/** Keys, each with the values behind it; how many more units of values can be part of what begins with a key. */
type MemberStream = TextStream & { reachLeft: number; isAfterKey: boolean };

/** The buffers of a reader. */
export type ReaderBuffers = {
  readonly piece: NormalPiece;
  readonly values: TextStream;
  readonly members: MemberStream;
  readonly undone: TextStream;
};

/** A text with its number. */
export type NumberedText = { readonly text: string; readonly number: number; readonly isKey: boolean };

/** Makes buffers; two readers must not use the same at once. */
export function createBuffers(): ReaderBuffers {
  const members = { ...createStream(), reachLeft: 0, isAfterKey: true };
  return { piece: createPiece(), values: createStream(), members, undone: createStream() };
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
  Object.assign(members, { reachLeft: 0, isAfterKey: true });
  const reach = Math.max(0, task.index.longest - 1);
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
 * Of values only the end that is near their key: what does not reach it is found among the values. A key is taken whole,
 * and begins anew, unless another key stands right before it.
 */
function appendEnds(
  stream: MemberStream,
  task: ReaderTask,
  piece: NormalPiece,
  { number, isKey }: NumberedText,
  reach: number,
): void {
  if (isKey) {
    makeRoom(stream, task, 0);
    if (!stream.isAfterKey) appendBarrier(stream);
    append(stream, task, piece, { text: number });
    stream.reachLeft = reach;
  } else if (stream.reachLeft > 0) {
    const to = Math.min(piece.length, stream.reachLeft);
    append(stream, task, piece, { to, text: number });
    stream.reachLeft -= to;
  }
  stream.isAfterKey = isKey;
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

function scanStream(stream: TextStream, { index, minimumLength, report }: ReaderTask, until: number): void {
  const visit: FoundVisitor = (owner, end) => report(owner, textBefore(stream, end));
  scanStretch(index, stream, { until, minimumLength }, visit);
}
