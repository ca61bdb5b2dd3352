/**
 * Reads texts one after the other and looks for patterns in them, in three streams: the values alone, the keys alone,
 * and keys with what stands before and behind them, as they stand in the document. Its buffers are of a fixed size,
 * whatever the texts.
 */
import { type FingerprintIndex, type FoundVisitor, scanStretch } from './fingerprint-index.ts';
import { createPiece, type NormalPiece } from './normalize-text.ts';
import {
  appendBarrier,
  appendTail,
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

/** What a reader looks for, and how it reads. */
export type ReaderTask = {
  readonly index: FingerprintIndex;
  readonly normalize: (piece: NormalPiece, text: string, from: number) => number;
  readonly minimumLength: number;
  /** Is told whose pattern was found and the number of the text in which it ends. */
  readonly report: FoundVisitor;
  /** Is told of each text that was read, with what was noticed in it. */
  readonly onRead: (text: NumberedText, noticed: Pick<NormalPiece, 'hasEscapes' | 'hasShapes'>) => void;
};

/** Keys with what stands around them; how many more units of values can be part of what begins with a key. */
type MemberStream = TextStream & {
  reachLeft: number;
  /** False once values were left out since the last key. */
  isWhole: boolean;
};

/** The buffers of a reader. */
export type ReaderBuffers = {
  readonly piece: NormalPiece;
  readonly values: TextStream;
  readonly keys: TextStream;
  readonly members: MemberStream;
};

/** A text with its number. */
export type NumberedText = { readonly text: string; readonly number: number; readonly isKey: boolean };

/** Makes buffers; two readers must not use the same at once. */
export function createBuffers(): ReaderBuffers {
  const members = { ...createStream(), reachLeft: 0, isWhole: true };
  return { piece: createPiece(), values: createStream(), keys: createStream(), members };
}

/** Reads the texts that `feed` hands over, then what is left in the streams. */
export function readTexts(
  buffers: ReaderBuffers,
  task: ReaderTask,
  feed: (read: (text: NumberedText) => void) => void,
): void {
  const { values, keys, members } = buffers;
  const streams = [values, keys, members];
  for (const stream of streams) resetStream(stream);
  members.reachLeft = 0;
  members.isWhole = true;
  const reach = Math.max(0, task.index.longest - 1);
  feed((text) => readText(buffers, task, reach, text));
  for (const stream of streams) if (stream.length > 0) scanStream(stream, task, stream.length);
}

function readText(buffers: ReaderBuffers, task: ReaderTask, reach: number, text: NumberedText): void {
  const { piece, values, keys, members } = buffers;
  if (text.isKey) beginKey(members, values, task, reach);
  for (let index = 0; index < text.text.length; ) {
    index = task.normalize(piece, text.text, index);
    append(text.isKey ? keys : values, task, piece, { text: text.number });
    appendMember(members, task, piece, text);
  }
  if (text.isKey) members.reachLeft = reach;
  if (text.text !== '') task.onRead(text, piece);
}

/** What the stream left out since the last key and may be part of what ends in the next one is made up for. */
function beginKey(stream: MemberStream, values: TextStream, task: ReaderTask, reach: number): void {
  if (stream.isWhole) return;
  makeRoom(stream, task, reach + 1);
  appendBarrier(stream);
  appendTail(stream, values, reach);
  stream.isWhole = true;
}

/** A key is taken whole; of values only what is near it, for the rest is found among the values. */
function appendMember(
  stream: MemberStream,
  task: ReaderTask,
  piece: NormalPiece,
  { number, isKey }: NumberedText,
): void {
  const to = isKey ? piece.length : Math.min(piece.length, stream.reachLeft);
  if (to < piece.length) stream.isWhole = false;
  if (to === 0) return;
  append(stream, task, piece, { to, text: number });
  if (!isKey) stream.reachLeft -= to;
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
