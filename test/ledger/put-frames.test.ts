// Putting many frames is putting one after the other, on every store: whatever stands already, is named twice, rests
// on a frame that is missing, or was erased, outcomes, faults and what is stored afterwards are equal.

import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openSqliteStore } from '../../src/adapters/sqlite/index.ts';
import { contentId, type FrameId, makeId, PenumbraError, sha256 } from '../../src/kernel/index.ts';
import {
  defineFrameTypes,
  type FrameDraft,
  frameBatch,
  type Ledger,
  noteType,
  type PutOutcome,
  putFrame,
  putFrames,
  type Store,
  validateLedger,
} from '../../src/ledger/index.ts';
import { createFakeClock, createMemoryStore, describeStore } from '../../src/testing/index.ts';
import { freshDirectory } from '../contract/sqlite-fixture.ts';

const types = defineFrameTypes(noteType, {
  name: 'fact',
  cardinality: 'many',
  mediaType: 'application/json',
});
const contents = ['1', '2', '3'];

type DraftOutline = {
  readonly subject: string;
  readonly type: string;
  readonly content: string;
  /** How many drafts before it comes the one it rests on, if any; where there is none, a frame that is missing. */
  readonly restsOn: number | null;
};
type Work = {
  readonly before: readonly DraftOutline[];
  readonly erased: readonly string[];
  readonly drafts: readonly DraftOutline[];
};

const outline: fc.Arbitrary<DraftOutline> = fc.record({
  subject: fc.constantFrom('a', 'b'),
  type: fc.constantFrom('note', 'fact'),
  content: fc.constantFrom(...contents),
  restsOn: fc.oneof(
    { weight: 40, arbitrary: fc.constant(null) },
    { weight: 8, arbitrary: fc.integer({ min: 1, max: 3 }) },
    { weight: 1, arbitrary: fc.constant(99) },
  ),
});
const work: fc.Arbitrary<Work> = fc.record({
  before: fc.array(outline, { maxLength: 4 }),
  erased: fc.subarray(contents, { maxLength: 1 }),
  drafts: fc.array(outline, { maxLength: 10 }),
});

function toDrafts(ledger: Ledger, outlines: readonly DraftOutline[]): readonly FrameDraft[] {
  const ids: FrameId[] = [];
  return outlines.map(({ subject, type, content, restsOn }) => {
    const below = restsOn === null ? [] : [ids[ids.length - restsOn] ?? makeId('frame', sha256('missing'))];
    const inputs = [contentId('bytes'), ...below];
    const draft: FrameDraft = {
      subject: { kind: 'node', id: subject },
      type,
      agent: 'person',
      basis: { inputs },
      content,
    };
    ids.push(frameBatch(ledger, draft).frameId);
    return draft;
  });
}

type Put = (ledger: Ledger, drafts: readonly FrameDraft[]) => Promise<readonly PutOutcome[]>;

const putEach: Put = async (ledger, drafts) => {
  const outcomes: PutOutcome[] = [];
  for (const draft of drafts) outcomes.push(await putFrame(ledger, draft));
  return outcomes;
};

/** Does the work and tells what it came to, without the times at which it was recorded. */
async function result(store: Store, { before, erased, drafts }: Work, put: Put): Promise<unknown> {
  const ledger = { store, types, clock: createFakeClock() };
  const all = toDrafts(ledger, [...before, ...drafts]);
  for (const draft of all.slice(0, before.length)) await putFrame(ledger, draft).catch(faultOf);
  const session = await store.maintain();
  await session.apply({
    tombstones: erased.map((text) => ({ id: sha256(text), reason: 'erased', agent: 'person' })),
  });
  await session.commit();
  const outcome = await put(ledger, all.slice(before.length)).catch(faultOf);
  const { logs, ...rest } = await describeStore(store);
  const entries = logs.map(({ log, entries: all }) => [
    log,
    all.map(({ sequence, value }) => [sequence, value]),
  ]);
  return { outcome, entries, ...rest };
}

function faultOf(error: unknown): unknown {
  if (error instanceof PenumbraError) return { code: error.code, message: error.message, data: error.data };
  throw error;
}

async function check(open: () => Promise<Store>, numRuns: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(work, async (each) => {
      const store = await open();
      const many = await result(store, each, putFrames).finally(() => store.close());
      expect(many).toEqual(await result(createMemoryStore(), each, putEach));
    }),
    { numRuns },
  );
}

test('in memory', () => check(async () => createMemoryStore(), 500));

test('in the embedded store', async () => {
  const directory = freshDirectory();
  let places = 0;
  await check(() => openSqliteStore({ file: join(directory, String(++places), 'ledger.db') }), 60);
});

test('two writers of one file put each frame once and lose none', async () => {
  const file = join(freshDirectory(), 'ledger.db');
  const stores = [await openSqliteStore({ file }), await openSqliteStore({ file })];
  const facts = Array.from({ length: 300 }, (_, index): FrameDraft => {
    const subject = { kind: 'node', id: `${index % 7}` } as const;
    return { subject, type: 'fact', agent: 'person', basis: { inputs: [] }, content: `${index}` };
  });
  const halves = [facts.slice(0, 200), facts.slice(100).reverse()];
  const outcomes = await Promise.all(
    stores.map((store, position) =>
      putFrames({ store, types, clock: createFakeClock() }, halves[position] ?? []),
    ),
  );
  expect(outcomes.flat().filter(({ isNew }) => isNew)).toHaveLength(facts.length);
  const [store = expect.fail()] = stores;
  expect(await store.statistics()).toMatchObject({ entries: facts.length });
  expect(await validateLedger(store, { types })).toMatchObject({ ok: true });
  for (const each of stores) await each.close();
});
