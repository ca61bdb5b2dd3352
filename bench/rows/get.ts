// Reading every frame of a subject, against selecting its rows by keys known beforehand.
// Parsing, checking and verifying each object's hash are what the ledger adds.

import { digestOf } from '../../src/kernel/index.ts';
import { currentFrames, frameLog, putFrame } from '../../src/ledger/index.ts';
import { createBareRead, openBare, toKey } from '../bare-sqlite.ts';
import { cpuOf, repeated } from '../cpu.ts';
import type { Contestant, Row } from '../row.ts';
import { openSample, sampleDraft, sampleLedgerFile } from '../sample-ledger.ts';

const otherFrames = 1_000;
const path = 'packages/core/src/busy.ts';
const { subject, type } = sampleDraft(0, path);

export const getRow: Row = {
  name: 'get',
  work: 'reading a subject with 100 frames of 1 kB',
  comparedWith: 'bare SQLite statements reading the same rows',
  budget: 3,
  sizeUnit: 'frames of the subject',
  sizes: [10, 100, 1_000],
  subject: readFrames,
  peer: selectRows,
};

async function readFrames(frames: number): Promise<Contestant> {
  const ledger = await openSample(await busyLedgerFile(frames), otherFrames + frames);
  return {
    run: (times) =>
      cpuOf(async () => {
        for (let turn = 0; turn < times; turn++) await currentFrames(ledger, subject);
      }),
    close: () => ledger.store.close(),
  };
}

async function selectRows(frames: number): Promise<Contestant> {
  const file = await busyLedgerFile(frames);
  const database = openBare(file);
  const read = createBareRead(database, { logs: [frameLog(subject, type)], keys: await keysOf(file) });
  return { run: repeated(read), close: () => database.close() };
}

/** Returns a file with a ledger in which one subject has so many frames. */
async function busyLedgerFile(frames: number): Promise<string> {
  const file = await sampleLedgerFile(otherFrames);
  const ledger = await openSample(file, otherFrames);
  const drafts = Array.from({ length: frames }, (_, index) => sampleDraft(otherFrames + index, path));
  await Promise.all(drafts.map((draft) => putFrame(ledger, draft)));
  await ledger.store.close();
  return file;
}

/** Returns the keys of every object of the busy subject: frames, then bases and contents. */
async function keysOf(file: string): Promise<readonly Uint8Array[]> {
  const ledger = await openSample(file, otherFrames);
  const found = await currentFrames(ledger, subject);
  await ledger.store.close();
  const parts = found.flatMap(({ frame }) => (frame ? [frame.basis, frame.content] : []));
  return [...found.map(({ id }) => id), ...parts].map((id) => toKey(digestOf(id)));
}
