// What an archive that someone forged cannot do to a ledger: take what is not content, or use up the time.

import { describe, expect, test } from 'vitest';
import {
  archiveOf,
  inChunks,
  put,
  type SampleLedger,
  sampleLedger,
  storeOf,
} from '../../../test/ledger/sample-ledger.ts';
import { canonicalText, digestOf, type FrameId, makeId, type Sha256 } from '../../kernel/index.ts';
import { readFrames } from '../frames/read-frame.ts';
import type { Rewrite } from '../store/batch.ts';
import { LATEST_MS, STAMPS_PER_MILLISECOND } from '../store/log.ts';
import { toObject } from '../store/stored-object.ts';
import { validateLedger } from '../validate/validate.ts';
import { importArchive } from './import.ts';

/** Makes an archive of a ledger after a change that no rule allows. */
async function forge({ store }: SampleLedger, change: Rewrite): Promise<Uint8Array> {
  const session = await store.maintain();
  await session.apply(change);
  await session.commit();
  return archiveOf(store);
}

async function expectRefused(ledger: SampleLedger, archive: Uint8Array, message: string): Promise<void> {
  const before = await archiveOf(ledger.store);
  await expect(importArchive(ledger.store, inChunks(archive))).rejects.toMatchObject({
    code: 'archive-invalid',
    message: expect.stringContaining(message),
  });
  expect(await archiveOf(ledger.store)).toEqual(before);
}

const erased = (id: Sha256, agent = 'person') => ({ id, reason: 'erased', agent }) as const;

async function partsOf({ store }: SampleLedger, id: FrameId) {
  const [record] = await readFrames(store, [id]);
  const { basis, content } = record?.frame ?? expect.unreachable('the frame is there');
  return { frame: digestOf(id), basis: digestOf(basis), content: digestOf(content) };
}

describe('an erasure in an archive', () => {
  test.each(['frame', 'basis', 'content'] as const)(
    'of a %s that no frame of it has as content is refused',
    async (part) => {
      const ledger = sampleLedger();
      const parts = await partsOf(ledger, await put(ledger, { says: 'precious' }));
      const archive = await forge(sampleLedger(), { tombstones: [erased(parts[part])] });
      await expectRefused(
        ledger,
        archive,
        `${parts[part]} is said to be removed, but is the content of no frame`,
      );
    },
  );

  test('in the name of an agent that never wrote the content is refused', async () => {
    const [ledger, other] = [sampleLedger(), sampleLedger()];
    for (const each of [ledger, other]) await put(each, { says: 'precious' });
    const archive = await forge(other, { tombstones: [erased(toObject('precious').id, 'mallory')] });
    await expectRefused(ledger, archive, 'is the content of no frame of `mallory`');
  });

  test.each(['frame', 'basis'] as const)(
    'of the bytes of a %s is refused, though a frame has them as content',
    async (part) => {
      const ledger = sampleLedger();
      const id = (await partsOf(ledger, await put(ledger)))[part];
      const [bytes] = await ledger.store.getMany([id]);
      const other = sampleLedger();
      await put(other, { on: 'evil.ts', says: Buffer.from(bytes ?? []).toString() });
      const archive = await forge(other, { tombstones: [erased(id)] });
      await expectRefused(ledger, archive, part === 'frame' ? `it erases frame:${id}` : `basis:${id}`);
    },
  );

  test('of what a log names as a pack is refused', async () => {
    const ledger = sampleLedger();
    const pack = toObject('a pack');
    const value = canonicalText({ pack: makeId('pack', pack.id) });
    await ledger.store.commit({ atMs: 0, puts: [pack], appends: [{ log: 'run/1', value }] });
    const other = sampleLedger();
    await put(other, { says: 'a pack' });
    const archive = await forge(other, { tombstones: [erased(pack.id)] });
    await expectRefused(ledger, archive, `it erases pack:${pack.id}, which run/1 names and needs`);
  });

  test('that erased content comes with its bytes again is no contradiction, and it stays out', async () => {
    const [ledger, other] = [sampleLedger(), sampleLedger()];
    for (const each of [ledger, other]) await put(each, { says: 'secret' });
    await importArchive(
      ledger.store,
      inChunks(await forge(other, { tombstones: [erased(toObject('secret').id)] })),
    );
    const whole = sampleLedger();
    await put(whole, { says: 'secret' });
    const { objects } = await importArchive(ledger.store, inChunks(await archiveOf(whole.store)));
    expect(objects.erased).toBe(1);
    expect((await validateLedger(ledger.store)).faults).toEqual([]);
  });
});

describe('a stamp in an archive', () => {
  const latest = LATEST_MS * STAMPS_PER_MILLISECOND;
  const at = (stamp: number): Rewrite => ({
    logs: [{ log: 'pins', entries: [{ sequence: 1, stamp, value: '1' }] }],
  });

  test('later than any clock tells is refused', async () => {
    const archive = await forge(sampleLedger(), at(latest + 2));
    await expectRefused(sampleLedger(), archive, `it has a stamp of ${latest + 2}`);
  });

  test('as late as can be leaves room for what is appended and exported after it', async () => {
    const ledger = sampleLedger(await storeOf(await forge(sampleLedger(), at(latest))));
    for (const value of ['2', '3', '4'])
      await ledger.store.commit({ atMs: ledger.clock.now(), appends: [{ log: 'pins', value }] });
    expect(await ledger.store.head('pins')).toMatchObject({ sequence: 4, stamp: latest + 3 });
    const archive = await archiveOf(ledger.store);
    expect(await archiveOf(await storeOf(archive))).toEqual(archive);
  });
});
