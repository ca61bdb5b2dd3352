/**
 * Reads texts one after the other and searches them in three streams: values only, keys only, and keys with
 * the values before and after them, in document order. The size of the buffers does not depend on the texts.
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
  settledPlaces,
  type TextStream,
  textBefore,
} from './text-stream.ts';

/** What a reader looks for and how it reads. */
export type ReaderTask = {
  readonly index: FingerprintIndex;
  readonly normalize: (piece: NormalPiece, text: string, from: number) => number;
  readonly minimumLength: number;
  /** Receives the owner of each pattern found and the number of the text in which the match ends. */
  readonly report: FoundVisitor;
  /** Receives each text that was read, with what was noticed in it. */
  readonly onRead: (text: string, number: number, noticed: NoticedSigns) => void;
};

/** Properties of a text that call for another reading. */
type NoticedSigns = Pick<NormalPiece, 'hasEscapes' | 'hasShapes'>;

/**
 * Keys with the values around them. `reachLeft` is how many more units of values can be part of a match that
 * starts in a key.
 */
type MemberStream = TextStream & {
  reachLeft: number;
  /** False if values were left out since the last key. */
  isWhole: boolean;
};

export type ReaderBuffers = {
  readonly piece: NormalPiece;
  readonly values: TextStream;
  readonly keys: TextStream;
  readonly members: MemberStream;
};

/** Accepts the texts in document order. */
export type TextReader = {
  read(text: string, number: number, isKey: boolean): void;
  /** Separates what was read so far from what follows: no match spans both. */
  separate(): void;
};

/** Creates buffers. Two readers must not share them at the same time. */
export function createBuffers(): ReaderBuffers {
  const members = { ...createStream(), reachLeft: 0, isWhole: true };
  return { piece: createPiece(), values: createStream(), keys: createStream(), members };
}

/** Reads the texts that `feed` provides, then scans what is left in the streams. */
export function readTexts(
  buffers: ReaderBuffers,
  task: ReaderTask,
  feed: (reader: TextReader) => void,
): void {
  const { piece, values, keys, members } = buffers;
  const { normalize, onRead } = task;
  const streams = [values, keys, members];
  const reach = Math.max(0, task.index.longest - 1);
  for (const stream of streams) resetStream(stream);
  beginMembers(members);
  feed({
    read: (text, number, isKey) => {
      if (text === '' && !isKey) return;
      if (isKey) beginKey(members, values, task, reach);
      for (let index = 0; index < text.length; ) {
        index = normalize(piece, text, index);
        append(isKey ? keys : values, task, piece, number);
        appendMember(members, task, piece, number, isKey);
      }
      if (isKey) members.reachLeft = reach;
      if (text !== '') onRead(text, number, piece);
    },
    separate: () => {
      for (const stream of streams) separateStream(stream, task);
      beginMembers(members);
    },
  });
  for (const stream of streams) if (stream.length > 0) scanStream(stream, task, stream.length);
}

function beginMembers(members: MemberStream): void {
  members.reachLeft = 0;
  members.isWhole = true;
}

function separateStream(stream: TextStream, task: ReaderTask): void {
  if (stream.length === 0) return;
  makeRoom(stream, task, 1);
  appendBarrier(stream);
}

/**
 * Before a key, restores the last units of values that were left out, since a match may start in them and end
 * in the key.
 */
function beginKey(stream: MemberStream, values: TextStream, task: ReaderTask, reach: number): void {
  if (stream.isWhole) return;
  makeRoom(stream, task, reach + 1);
  appendBarrier(stream);
  appendTail(stream, values, reach);
  stream.isWhole = true;
}

/**
 * Keys are added whole, but values only near a key, because all values are also searched in their own stream.
 */
function appendMember(
  stream: MemberStream,
  task: ReaderTask,
  piece: NormalPiece,
  number: number,
  isKey: boolean,
): void {
  const to = isKey ? piece.length : Math.min(piece.length, stream.reachLeft);
  if (to < piece.length) stream.isWhole = false;
  if (to === 0) return;
  append(stream, task, piece, number, to);
  if (!isKey) stream.reachLeft -= to;
}

function append(
  stream: TextStream,
  task: ReaderTask,
  piece: NormalPiece,
  number: number,
  to = piece.length,
): void {
  makeRoom(stream, task, piece.length);
  appendUnits(stream, piece, number, to);
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
