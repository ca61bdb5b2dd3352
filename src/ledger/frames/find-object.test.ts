// Which ids a person may type, and what they are told otherwise.

import { describe, expect, test } from 'vitest';
import { put, sampleLedger } from '../../../test/ledger/sample-ledger.ts';
import { digestOf, makeId, shortId } from '../../kernel/index.ts';
import { toObject } from '../store/stored-object.ts';
import { resolveId } from './find-object.ts';

async function sample() {
  const ledger = sampleLedger();
  const frame = await put(ledger);
  const { id } = toObject('text');
  return { store: ledger.store, ledger, frame, content: makeId('content', id) };
}

describe('an id', () => {
  test('is found by all of it, by its short form, by four digits, with and without its kind, in any case', async () => {
    const { store, frame, content } = await sample();
    const digits = digestOf(frame);
    for (const text of [
      frame,
      digits,
      shortId(frame),
      `frame:${digits.slice(0, 4)}`,
      digits.slice(0, 6).toUpperCase(),
    ]) {
      expect(await resolveId(store, text)).toBe(frame);
    }
    expect(await resolveId(store, digestOf(content).slice(0, 8))).toBe(content);
  });

  test('is found as the kind that is wanted', async () => {
    const { store, frame, content } = await sample();
    expect(await resolveId(store, digestOf(frame).slice(0, 8), 'frame')).toBe(frame);
    await expect(resolveId(store, digestOf(content).slice(0, 8), 'frame')).rejects.toMatchObject({
      code: 'frame-not-found',
    });
    await expect(resolveId(store, content, 'frame')).rejects.toThrow(
      /names a content, and a frame is wanted/,
    );
  });

  test('is found by all of it where only a tombstone is left', async () => {
    const { store, content } = await sample();
    const session = await store.maintain();
    await session.apply({ tombstones: [{ id: digestOf(content), reason: 'erased', agent: 'person' }] });
    await session.commit();
    expect(await resolveId(store, content)).toBe(content);
  });

  test('that is ambiguous is refused with the candidates', async () => {
    const { store, ledger } = await sample();
    const texts = Array.from({ length: 2_000 }, (_, index) => toObject(`text ${index}`));
    const twins = Object.values(Object.groupBy(texts, ({ id }) => id.slice(0, 4))).find(
      (group) => group?.length === 2,
    );
    const ids = (twins ?? []).map(({ id }) => makeId('content', id)).sort();
    await store.commit({ atMs: ledger.clock.now(), puts: texts });
    const prefix = ids[0]?.slice(8, 12) ?? '';
    await expect(resolveId(store, prefix)).rejects.toMatchObject({
      code: 'invalid-id',
      message: `\`${prefix}\` is ambiguous: ${ids.map(shortId).join(', ')}`,
      data: { candidates: ids },
    });
  });

  test.each([
    ['abc', 'invalid-id', '`abc` is not an id'],
    ['frame:xyz1', 'invalid-id', '`frame:xyz1` is not an id'],
    ['fraem:abcd', 'invalid-id', 'there are no ids of kind `fraem` (did you mean `frame`?)'],
    ['frame:0000', 'frame-not-found', '`frame:0000` names no frame in this ledger'],
    ['0000', 'invalid-id', '`0000` names no object in this ledger'],
    ['f'.repeat(64), 'invalid-id', `\`${'f'.repeat(64)}\` names no object in this ledger`],
  ])('%s is refused with the reason', async (text, code, message) => {
    const { store } = await sample();
    await expect(resolveId(store, text)).rejects.toMatchObject({ code, message });
  });
});
