// Many frames at once: the laws of putting them one after the other, on the reference store.

import { expect, test } from 'vitest';
import { contentId, type FrameId, makeId, sha256 } from '../../kernel/index.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import type { Batch } from '../store/batch.ts';
import { createMemoryStore } from '../store/memory-store.ts';
import type { Store } from '../store/store.ts';
import { defineFrameTypes, type FrameType, type Ledger, noteType } from './frame-type.ts';
import { type FrameDraft, frameBatch, putFrame } from './put-frame.ts';
import { putFrames } from './put-frames.ts';
import { frameHistory } from './read-frame.ts';

const factType: FrameType = { name: 'fact', cardinality: 'many', mediaType: 'application/json' };

/** A ledger that counts its batches, with something to happen right before each of them. */
function newLedger(before: (batch: Batch, store: Store) => Promise<void> = async () => {}) {
  const store = createMemoryStore();
  const batches: Batch[] = [];
  const commit: Store['commit'] = async (batch) => {
    batches.push(batch);
    await before(batch, store);
    return store.commit(batch);
  };
  const types = defineFrameTypes(noteType, factType);
  return { store: { ...store, commit }, types, clock: createFakeClock(1_000), batches };
}

function note(id: string, content: FrameDraft['content'], changes: Partial<FrameDraft> = {}): FrameDraft {
  const basis = { inputs: [contentId('bytes')] };
  return { subject: { kind: 'node', id }, type: 'note', agent: 'person', basis, content, ...changes };
}

async function texts(ledger: Ledger, id: string): Promise<readonly string[]> {
  const history = await frameHistory(ledger, { kind: 'node', id });
  return history.map(({ content }) => new TextDecoder().decode(content ?? undefined));
}

const frameIdOf = (ledger: Ledger, draft: FrameDraft): FrameId => frameBatch(ledger, draft).frameId;

test('nothing is put without a batch', async () => {
  const ledger = newLedger();
  expect(await putFrames(ledger, [])).toEqual([]);
  expect(ledger.batches).toEqual([]);
});

test('many frames go in few batches, each within the limits', async () => {
  const ledger = newLedger();
  const drafts = Array.from({ length: 3_000 }, (_, index) => note(`file ${index}`, `text ${index}`));
  const outcomes = await putFrames(ledger, drafts);
  expect(outcomes.every(({ isNew }) => isNew)).toBe(true);
  expect(new Set(outcomes.map(({ frameId }) => frameId)).size).toBe(3_000);
  expect(ledger.batches).toHaveLength(3);
  expect(await texts(ledger, 'file 2999')).toEqual(['text 2999']);
});

test('large contents are spread over batches', async () => {
  const ledger = newLedger();
  const drafts = ['a', 'b', 'c'].map((letter) => note(letter, letter.repeat(9 * 1024 * 1024)));
  await putFrames(ledger, drafts);
  expect(ledger.batches).toHaveLength(3);
});

test.each([
  ['one', 'note'],
  ['many', 'fact'],
])('frames of a type of which %s may stand are found standing in one more batch', async (_, type) => {
  const ledger = newLedger();
  const drafts = Array.from({ length: 100 }, (_, index) => note(`file ${index}`, '{}', { type }));
  await putFrames(ledger, drafts);
  const outcomes = await putFrames(ledger, [...drafts, note('new', '{}', { type })]);
  expect(outcomes.map(({ isNew }) => isNew)).toEqual([...drafts.map(() => false), true]);
  expect(ledger.batches).toHaveLength(3);
  expect((await ledger.store.statistics()).entries).toBe(101);
});

test('a head goes there and back within one call', async () => {
  const ledger = newLedger();
  const drafts = ['one', 'one', 'two', 'one'].map((text) => note('a', text));
  expect((await putFrames(ledger, drafts)).map(({ isNew }) => isNew)).toEqual([true, false, true, true]);
  expect(await texts(ledger, 'a')).toEqual(['one', 'two', 'one']);
});

test('a frame may rest on one that comes before it, not on one that comes after', async () => {
  const below = note('a', 'below');
  const above = (ledger: Ledger) => note('b', 'above', { basis: { inputs: [frameIdOf(ledger, below)] } });
  const ledger = newLedger();
  await putFrames(ledger, [below, above(ledger)]);
  expect(ledger.batches).toHaveLength(1);
  const other = newLedger();
  await expect(putFrames(other, [note('first', 'x'), above(other), below])).rejects.toMatchObject({
    code: 'frame-not-found',
    data: { frame: frameIdOf(other, below) },
  });
  expect([await texts(other, 'first'), await texts(other, 'a')]).toEqual([['x'], []]);
});

test.each<[string, FrameDraft, string]>([
  [
    'rests on nothing known',
    note('b', 'x', { basis: { inputs: [makeId('frame', sha256('none'))] } }),
    'frame-not-found',
  ],
  ['is of no known type', note('b', 'x', { type: 'nothing' }), 'invalid-frame'],
  ['is no text', note('b', new Uint8Array([0xff])), 'invalid-frame'],
  ['is too large', note('b', 'x'.repeat(64 * 1024 * 1024 + 1)), 'limit-exceeded'],
])('what comes before a draft that %s is written, what comes after is not', async (_, refused, code) => {
  const ledger = newLedger();
  const drafts = [note('a', 'before'), refused, note('c', 'after')];
  await expect(putFrames(ledger, drafts)).rejects.toMatchObject({ code });
  expect(await texts(ledger, 'a')).toEqual(['before']);
  expect(await ledger.store.statistics()).toMatchObject({ entries: 1 });
});

test('others who write in between lose nothing and are seen', async () => {
  let rounds = 0;
  const ledger = newLedger(async (_, store) => {
    rounds++;
    const others = { ...ledger, store };
    if (rounds <= 2) await putFrame(others, note('a', rounds === 1 ? 'mine' : 'theirs'));
  });
  const outcomes = await putFrames(ledger, [note('a', 'mine'), note('b', 'mine')]);
  expect(outcomes.map(({ isNew }) => isNew)).toEqual([true, true]);
  expect(await texts(ledger, 'a')).toEqual(['mine', 'theirs', 'mine']);
  expect(await texts(ledger, 'b')).toEqual(['mine']);
});

test('a writer who never rests does not stop the frames', async () => {
  let rounds = 0;
  const ledger = newLedger(async (_, store) => {
    await putFrame({ ...ledger, store }, note('a', rounds++ % 2 === 0 ? 'mine' : 'theirs'));
  });
  const outcomes = await putFrames(ledger, [note('a', 'mine'), note('b', 'mine')]);
  expect(outcomes).toHaveLength(2);
  expect(await texts(ledger, 'b')).toEqual(['mine']);
});

test('changing the bytes after putting them changes nothing', async () => {
  const ledger = newLedger();
  const content = Buffer.from('first');
  const putting = putFrames(ledger, [note('a', 'x'.repeat(17 * 1024 * 1024)), note('b', content)]);
  content.fill(0);
  await putting;
  expect(await texts(ledger, 'b')).toEqual(['first']);
});
