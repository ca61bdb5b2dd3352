// Ledgers to measure on: facts of about 1 kB about nodes, ten of each, dated by a clock that only counts.
// Equal frames in equal order make equal rows, so what the bare statements write can be known beforehand.

import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore } from '../src/adapters/sqlite/index.ts';
import { canonicalText, makeId, sha256 } from '../src/kernel/index.ts';
import { defineFrameTypes, type FrameDraft, type Ledger, putFrame, type Store } from '../src/ledger/index.ts';
import { sampleDocument } from './sample-document.ts';

const factsPerNode = 10;
const putsAtOnce = 1_000;
const startMs = Date.UTC(2026, 0, 1);
const types = defineFrameTypes({ name: 'fact', cardinality: 'many', mediaType: 'application/json' });

const directory = mkdtempSync(join(tmpdir(), 'penumbra-bench-'));
process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
const built = new Map<number, string>();
let copies = 0;

/** Makes a ledger on a store that has so many frames; its clock goes on from there. */
export function sampleLedger(store: Store, frames: number): Ledger {
  let nowMs = startMs + frames;
  return { store, types, clock: { now: () => nowMs++ } };
}

/** Opens the ledger of so many frames in a file. */
export async function openSample(file: string, frames: number): Promise<Ledger> {
  return sampleLedger(await openSqliteStore({ file }), frames);
}

/** Returns a file with a ledger of so many frames, for the caller alone. */
export async function sampleLedgerFile(frames: number): Promise<string> {
  const original = built.get(frames) ?? (await buildLedger(frames));
  built.set(frames, original);
  const copy = join(directory, `copy-${copies++}.db`);
  copyFileSync(original, copy);
  return copy;
}

/** Returns the drafts of frames from a position on. */
export function sampleDrafts(start: number, count: number): readonly FrameDraft[] {
  return Array.from({ length: count }, (_, offset) => {
    const node = Math.floor((start + offset) / factsPerNode);
    return sampleDraft(start + offset, `packages/part-${node % 100}/src/file-${node}.ts`);
  });
}

/** Returns the draft of one fact about the node at a path. */
export function sampleDraft(position: number, path: string): FrameDraft {
  const bytes = sha256(`bytes of ${path}`);
  return {
    subject: { kind: 'node', id: path },
    type: 'fact',
    agent: 'scanner',
    basis: {
      inputs: [makeId('content', bytes), makeId('node', sha256(`${path} with ${bytes}`))],
      producer: { name: 'facts', version: String(position) },
    },
    content: canonicalText(sampleDocument({ bytes: 1_000, seed: position })),
  };
}

async function buildLedger(frames: number): Promise<string> {
  const file = join(directory, `ledger-${frames}.db`);
  const ledger = await openSample(file, 0);
  for (let start = 0; start < frames; start += putsAtOnce) {
    const drafts = sampleDrafts(start, Math.min(putsAtOnce, frames - start));
    await Promise.all(drafts.map((draft) => putFrame(ledger, draft)));
  }
  await ledger.store.close();
  return file;
}
