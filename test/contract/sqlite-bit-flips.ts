// What becomes of a small ledger when one bit of its file is flipped: whoever opens, reads, validates or writes it gets
// a fault of the store, or is told by the validation, or reads exactly what was written.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { openSqliteStore } from '../../src/adapters/sqlite/index.ts';
import { contentId, PenumbraError } from '../../src/kernel/index.ts';
import {
  collect,
  defineFrameTypes,
  type Ledger,
  noteType,
  putFrame,
  type Store,
  validateLedger,
} from '../../src/ledger/index.ts';
import { createFakeClock, describeStore } from '../../src/testing/index.ts';
import { freshDirectory } from './sqlite-fixture.ts';

const types = defineFrameTypes(noteType);

/** A ledger whose file can be flipped bit by bit. */
export type Flippable = {
  /** Where in the file there is more than zeros. */
  readonly offsets: readonly number[];
  /** Flips a bit and tells what was wrong with what came of it, or null. */
  judge(offset: number, bit: number): Promise<string | null>;
};

/** Lays a ledger that holds some of everything: histories, indexes, dropped and erased frames. */
export async function layFlippable(): Promise<Flippable> {
  const file = join(freshDirectory(), 'flipped', 'ledger.db');
  const store = await openSqliteStore({ file });
  const ledger = { store, types, clock: createFakeClock() };
  for (let number = 0; number < 12; number++) await putNote(ledger, `${number % 3}`, `note ${number}`);
  await collect(store, { types, historyBeforeMs: ledger.clock.now() });
  await collect(store, { types, erase: { kind: 'node', id: '2' } });
  for (let number = 0; number < 6; number++) await putNote(ledger, `${number % 2}`, `later ${number}`);
  const truth = await describeStore(store);
  await store.close();
  const whole = readFileSync(file);
  return {
    offsets: [...whole.keys()].filter((offset) => whole[offset] !== 0),
    async judge(offset, bit) {
      const flipped = Buffer.from(whole);
      flipped[offset] = (flipped[offset] as number) ^ (1 << bit);
      rmSync(dirname(file), { recursive: true });
      mkdirSync(dirname(file));
      writeFileSync(file, flipped);
      return judgeFile(file, truth);
    },
  };
}

function putNote(ledger: Ledger, id: string, content: string) {
  const basis = { inputs: [contentId(`source of ${content}`)] };
  return putFrame(ledger, { subject: { kind: 'node', id }, type: 'note', agent: 'person', basis, content });
}

async function judgeFile(file: string, truth: unknown): Promise<string | null> {
  const store = await openSqliteStore({ file }).catch(toFault);
  if (store instanceof Error) return wrongWith('opening', store);
  try {
    return await judgeStore(store, truth);
  } finally {
    await store.close();
  }
}

async function judgeStore(store: Store, truth: unknown): Promise<string | null> {
  const description = await describeStore(store).catch(toFault);
  const validation = await validateLedger(store, { types }).catch(toFault);
  const put = await putNote({ store, types, clock: createFakeClock() }, '0', 'new').catch(toFault);
  const wrong =
    wrongWith('reading', description) ?? wrongWith('validating', validation) ?? wrongWith('writing', put);
  if (wrong !== null) return wrong;
  const isFound = validation instanceof Error || !validation.ok;
  return isFound || isDeepStrictEqual(description, truth)
    ? null
    : 'altered, and the validation finds nothing';
}

function toFault(error: Error): Error {
  return error;
}

function wrongWith(act: string, outcome: unknown): string | null {
  const isRaw = outcome instanceof Error && !(outcome instanceof PenumbraError);
  return isRaw ? `${act} ends in ${outcome.stack}` : null;
}
