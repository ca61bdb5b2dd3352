// Frames as callers put and read them, on the reference store.

import { describe, expect, test } from 'vitest';
import { contentId, digestOf, type FrameId, makeId, type PenumbraError, sha256 } from '../../kernel/index.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import type { Rewrite } from '../store/batch.ts';
import { frameLogValue } from '../store/log.ts';
import { createMemoryStore } from '../store/memory-store.ts';
import { everyMember } from '../store/pages.ts';
import type { Store } from '../store/store.ts';
import { type Tombstone, toObject } from '../store/stored-object.ts';
import type { Basis } from './basis.ts';
import { frameLog } from './frame.ts';
import { defineFrameTypes, type FrameType, type Ledger, noteType } from './frame-type.ts';
import { type FrameDraft, putFrame } from './put-frame.ts';
import { currentFrames, frameHistory, readFrames } from './read-frame.ts';

const factType: FrameType = {
  name: 'fact',
  cardinality: 'many',
  mediaType: 'application/json',
  check: (content) => (typeof content === 'object' ? null : 'a fact is a record'),
};

const subject = { kind: 'node', id: 'src/a.ts' } as const;
const basis: Basis = { inputs: [contentId('bytes of a.ts')] };

function newLedger(): Ledger {
  return {
    store: createMemoryStore(),
    types: defineFrameTypes(noteType, factType),
    clock: createFakeClock(1_000),
  };
}

function put(ledger: Ledger, changes: Partial<FrameDraft> = {}) {
  return putFrame(ledger, { subject, type: 'note', agent: 'person', basis, content: 'first', ...changes });
}

const erased = (text: string): Tombstone => ({ id: sha256(text), reason: 'erased', agent: 'person' });

async function rewrite({ store }: Ledger, change: Rewrite): Promise<void> {
  const session = await store.maintain();
  await session.apply(change);
  await session.commit();
}

async function texts(frames: Promise<readonly { content: Uint8Array | null }[]>): Promise<readonly string[]> {
  return (await frames).map(({ content }) => new TextDecoder().decode(content ?? undefined));
}

describe('putting a frame', () => {
  test('makes it the head, with what it was made from and when', async () => {
    const ledger = newLedger();
    const { frameId, isNew } = await put(ledger);
    expect(isNew).toBe(true);
    const [head] = await currentFrames(ledger, subject);
    expect(head).toMatchObject({ id: frameId, type: 'note', sequence: 1, recordedMs: 1_000, basis });
    expect(head?.frame).toMatchObject({ subject, agent: 'person', mediaType: 'text/plain' });
  });

  test('twice is one frame', async () => {
    const ledger = newLedger();
    const first = await put(ledger);
    expect(await put(ledger)).toEqual({ frameId: first.frameId, isNew: false });
    expect(await frameHistory(ledger, subject)).toHaveLength(1);
  });

  test('again after another moves the head back, and the history tells', async () => {
    const ledger = newLedger();
    await put(ledger);
    await put(ledger, { content: 'second' });
    expect((await put(ledger)).isNew).toBe(true);
    expect(await texts(currentFrames(ledger, subject))).toEqual(['first']);
    expect(await texts(frameHistory(ledger, subject))).toEqual(['first', 'second', 'first']);
  });

  test('of a type of which many stand keeps them all, each once', async () => {
    const ledger = newLedger();
    for (const content of ['{"n":1}', '{"n":2}', '{"n":1}']) await put(ledger, { type: 'fact', content });
    expect(await texts(currentFrames(ledger, subject))).toEqual(['{"n":1}', '{"n":2}']);
  });

  test.each<[string, Partial<FrameDraft>]>([
    ['subject', { subject: { kind: 'case', id: 'src/a.ts' } }],
    ['agent', { agent: 'other' }],
    ['basis', { basis: { inputs: [contentId('other bytes')] } }],
    ['content', { content: 'other' }],
    ['type', { type: 'fact', content: '{}' }],
  ])('with another %s is another frame', async (_field, changes) => {
    const ledger = newLedger();
    const [one, other] = [await put(ledger), await put(ledger, changes)];
    expect(other.frameId).not.toBe(one.frameId);
  });

  test('is found again by its basis and by each input', async () => {
    const ledger = newLedger();
    const { frameId } = await put(ledger);
    const external = { external: { name: 'commit', value: 'abc' } };
    const second = await put(ledger, {
      basis: { inputs: [...basis.inputs, frameId, external] },
      content: 'second',
    });
    const on = (key: string) => Array.fromAsync(everyMember(ledger.store, 'input', key));
    expect(await on(contentId('bytes of a.ts'))).toEqual([frameId, second.frameId].sort());
    expect(await on(frameId)).toEqual([second.frameId]);
    const [read] = await readFrames(ledger.store, [frameId]);
    expect(await Array.fromAsync(everyMember(ledger.store, 'basis', read?.frame?.basis ?? ''))).toEqual([
      frameId,
    ]);
  });
});

describe('a frame is refused, and nothing is written,', () => {
  const missing: FrameId = makeId('frame', sha256('nowhere'));
  test.each<[string, Partial<FrameDraft>, string, RegExp]>([
    [
      'of an unknown type, with the near one named',
      { type: 'note.' },
      'invalid-frame',
      /did you mean `note`/,
    ],
    ['with content that is not UTF-8', { content: new Uint8Array([0xff]) }, 'invalid-frame', /UTF-8/],
    ['with JSON that is not canonical', { type: 'fact', content: '{ }' }, 'invalid-frame', /canonical/],
    ['that its type does not take', { type: 'fact', content: '1' }, 'invalid-frame', /a fact is a record/],
    [
      'resting on a frame that is not there',
      { basis: { inputs: [missing] } },
      'frame-not-found',
      /nowhere|frame:/,
    ],
    [
      'naming an input twice',
      { basis: { inputs: [...basis.inputs, ...basis.inputs] } },
      'invalid-frame',
      /twice/,
    ],
    [
      'naming an input that is none',
      { basis: { inputs: ['file:x' as FrameId] } },
      'invalid-frame',
      /not an input/,
    ],
    ['by an agent without a name', { agent: '' }, 'invalid-name', /agent/],
    ['by an agent whose name is a path', { agent: '../x' }, 'invalid-name', /agent/],
    ['about nothing', { subject: { kind: 'node', id: '' } }, 'invalid-frame', /subject/],
    ['about half a character', { subject: { kind: 'node', id: '\ud800' } }, 'invalid-frame', /subject/],
    [
      'about an unknown kind of thing',
      { subject: { kind: 'file' as 'node', id: 'a' } },
      'invalid-frame',
      /subject/,
    ],
    ['with half a character in it', { content: '\ud800' }, 'not-canonical', /surrogate/],
    ['without content', { content: null as never }, 'usage', /bytes or a text/],
    ['with content that is a record', { content: {} as never }, 'usage', /bytes or a text/],
    ['with content of wider numbers', { content: new Uint16Array(2) as never }, 'usage', /bytes or a text/],
    ['about null', { subject: null as never }, 'invalid-frame', /subject/],
    ['of no type', { type: null as never }, 'invalid-frame', /unknown frame type/],
    ['without a basis', { basis: null as never }, 'invalid-frame', /record of inputs/],
    [
      'with a basis that has a further field',
      { basis: { inputs: [], extra: 1 } as Basis },
      'invalid-frame',
      /record of inputs/,
    ],
    [
      'with a hole among its inputs',
      { basis: { inputs: [undefined as never] } },
      'invalid-frame',
      /input 1 is not an input/,
    ],
  ])('%s', async (_what, changes, code, message) => {
    const ledger = newLedger();
    const fault: PenumbraError = await put(ledger, changes).then(
      () => expect.fail('it was taken'),
      (error) => error,
    );
    expect(fault.code).toBe(code);
    expect(fault.message).toMatch(message);
    expect(await ledger.store.statistics()).toMatchObject({ objects: 0, entries: 0, members: 0 });
  });
});

test('putting a frame whose content was erased is refused, also where it is the head', async () => {
  const ledger = newLedger();
  await put(ledger);
  await put(ledger, { type: 'fact', content: '{}' });
  await rewrite(ledger, { tombstones: [erased('first'), erased('{}')] });
  await expect(put(ledger)).rejects.toMatchObject({ code: 'erased' });
  await expect(put(ledger, { type: 'fact', content: '{}' })).rejects.toMatchObject({ code: 'erased' });
});

test('changing the bytes after putting them changes nothing', async () => {
  const ledger = newLedger();
  const content = Buffer.from('first');
  const putting = put(ledger, { content });
  content.fill(0);
  await putting;
  expect(await texts(currentFrames(ledger, subject))).toEqual(['first']);
});

describe('reading', () => {
  const log = frameLog(subject, 'note');

  test.each(['frame', 'basis', 'content'] as const)(
    'a %s that is gone without a tombstone is damage, not retention',
    async (part) => {
      const ledger = newLedger();
      const { frameId } = await put(ledger);
      const [record] = await readFrames(ledger.store, [frameId]);
      const { basis, content } = record?.frame ?? expect.unreachable('the frame is there');
      await rewrite(ledger, { removals: [digestOf({ frame: frameId, basis, content }[part])] });
      for (const read of [currentFrames, frameHistory]) {
        await expect(read(ledger, subject)).rejects.toMatchObject({
          code: 'store-damaged',
          message: expect.stringContaining(
            part === 'frame' ? `log \`${log}\` names ${frameId}` : `${frameId} names ${part}:`,
          ),
          hint: expect.stringContaining('penumbra validate'),
        });
      }
    },
  );

  test('a log entry with another digit is damage', async () => {
    const ledger = newLedger();
    await put(ledger);
    const other = frameLogValue(makeId('frame', sha256('other')));
    await rewrite(ledger, { logs: [{ log, entries: [{ sequence: 1, stamp: 1, value: other }] }] });
    await expect(currentFrames(ledger, subject)).rejects.toMatchObject({ code: 'store-damaged' });
  });

  test('a log entry that names no frame is damage', async () => {
    const ledger = newLedger();
    await put(ledger);
    const listHeads: Store['listHeads'] = async (page) =>
      (await ledger.store.listHeads(page)).map((head) => ({ ...head, value: '"junk"' }));
    const damaged = { ...ledger, store: { ...ledger.store, listHeads } };
    await expect(currentFrames(damaged, subject)).rejects.toMatchObject({
      code: 'log-corrupt',
      message: expect.stringContaining(log),
    });
  });

  test('content that comes back while it is read is read', async () => {
    const ledger = newLedger();
    const { frameId } = await put(ledger);
    await rewrite(ledger, { tombstones: [{ ...erased('first'), reason: 'dropped' }] });
    const store: Store = {
      ...ledger.store,
      async tombstone(id) {
        await rewrite(ledger, { puts: [toObject('first')] });
        return ledger.store.tombstone(id);
      },
    };
    expect(await texts(readFrames(store, [frameId]))).toEqual(['first']);
  });
});

test('a frame whose content was erased is read without it', async () => {
  const ledger = newLedger();
  const { frameId } = await put(ledger);
  await rewrite(ledger, { tombstones: [erased('first')] });
  expect(await readFrames(ledger.store, [frameId])).toMatchObject([{ content: null, basis }]);
  expect(await readFrames(ledger.store, [makeId('frame', sha256('never'))])).toMatchObject([{ frame: null }]);
});
