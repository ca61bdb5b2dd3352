// Every way an archive can be wrong, what is said of it, and that nothing is changed.

import { beforeAll, describe, expect, test } from 'vitest';
import {
  archiveOf,
  inChunks,
  orphan,
  pin,
  put,
  reseal,
  sampleLedger,
} from '../../../test/ledger/sample-ledger.ts';
import { canonicalText, type FrameId, limits, type PenumbraError, type Sha256 } from '../../kernel/index.ts';
import { extendDigest } from '../store/log.ts';
import { createMemoryStore } from '../store/memory-store.ts';
import { toObject } from '../store/stored-object.ts';
import { importArchive } from './import.ts';

let archive = '';
let frame: FrameId;

/** Two frames, a pin and an orphan; every content is ASCII, so the archive can be edited as text. */
beforeAll(async () => {
  const ledger = sampleLedger();
  frame = await put(ledger);
  await put(ledger, { on: 'src/b.ts', says: 'other' });
  await pin(ledger, frame);
  await orphan(ledger, 'orphan');
  archive = Buffer.from(await archiveOf(ledger.store)).toString('latin1');
});

function linesOf(record: string): string[] {
  return archive.split('\n').filter((line) => line.includes(`"record":"${record}"`));
}

function line(record: string, index = 0): string {
  return linesOf(record).at(index) ?? '';
}

function objectText(text: string): string {
  const { id } = toObject(text);
  return `${canonicalText({ id, record: 'object', size: text.length })}\n${text}\n`;
}

/** Imports an edited archive into a ledger with something in it; returns the error, after seeing that nothing changed. */
async function refusal(text: string): Promise<PenumbraError> {
  const ledger = sampleLedger();
  await put(ledger, { on: 'src/own.ts', says: 'own' });
  const before = await archiveOf(ledger.store);
  const error = await importArchive(ledger.store, inChunks(Buffer.from(text, 'latin1'))).then(
    () => expect.unreachable('the archive was taken'),
    (reason: unknown) => reason as PenumbraError,
  );
  expect(await archiveOf(ledger.store)).toEqual(before);
  await put(ledger, { on: 'src/own.ts', says: 'the store still takes writes' });
  return error;
}

const refused: readonly [what: string, edit: () => string, message: RegExp | (() => string)][] = [
  ['an empty file', () => '', /not a penumbra archive/],
  ['another kind of file', () => `PK\u0003\u0004${'\0'.repeat(5_000)}`, /not a penumbra archive/],
  ['another JSON file', () => '{"name":"penumbra"}\n', /not a penumbra archive/],
  ['a later version', () => archive.replace('archive/1', 'archive/2'), /of format `penumbra.archive\/2`/],
  [
    'altered bytes',
    () => archive.replace('other', 'Other'),
    () => `object ${toObject('other').id} is altered`,
  ],
  [
    'altered bytes under a right root',
    () => reseal(archive.replace('other', 'Other')),
    /object [0-9a-f]{64} is altered/,
  ],
  ['a longer object', () => archive.replace('other\n', 'other!\n'), /is altered: it is longer than 5 bytes/],
  [
    'an altered log',
    () => reseal(archive.replace(/"stamp":1/, '"stamp":2')),
    /log `frame\/[0-9a-f]{64}\/note` is altered/,
  ],
  [
    'a log with an entry too few',
    () => reseal(archive.replace(`${line('entry')}\n`, '')),
    /has 0 entries, not 1/,
  ],
  [
    'a value that is not canonical',
    () => reseal(archive.replace('"value":"{', '"value":"{ ')),
    /log `[^`]+` is altered: entry 1/,
  ],
  [
    'an altered index under the old root',
    () => archive.replace('"key":"basis', '"key":"bases'),
    /do not hash to its root/,
  ],
  ['a missing end', () => archive.slice(0, archive.lastIndexOf('{"counts"')), /cut off after member/],
  ['a missing newline', () => archive.slice(0, -1), /in the middle of a line/],
  ['half an object', () => archive.slice(0, archive.indexOf('other') + 2), /in the middle of an object/],
  ['bytes after the end', () => `${archive}x`, /bytes follow its end/],
  ['a second archive after the first', () => archive + archive, /bytes follow its end/],
  ['wrong counts', () => archive.replace('"members":4', '"members":5'), /counts 5 members and holds 4/],
  [
    'an object twice',
    () => reseal(archive.replace(objectText('other'), objectText('other').repeat(2))),
    /is there twice/,
  ],
  [
    'objects out of order',
    () =>
      reseal(
        archive
          .replace(objectText('orphan'), '')
          .replace(`${line('log')}\n`, `${objectText('orphan')}${line('log')}\n`),
      ),
    /out of order/,
  ],
  [
    'an index entry before the logs',
    () => reseal(archive.replace(`${line('log')}\n`, `${line('member')}\n${line('log')}\n`)),
    /out of order/,
  ],
  [
    'an entry outside a log',
    () => reseal(archive.replace(`${line('log')}\n`, `${line('entry')}\n${line('log')}\n`)),
    /where none belongs/,
  ],
  [
    'an unknown record',
    () => reseal(archive.replace('"record":"member"', '"record":"limb"')),
    /not a known record/,
  ],
  [
    'a record with a further field',
    () => reseal(archive.replace('"record":"member"', '"more":1,"record":"member"')),
    /not a well-formed|not a known record/,
  ],
  [
    'a negative size',
    () => reseal(archive.replace('"size":5', '"size":-5')),
    /not a well-formed object record/,
  ],
  ['a fractional size', () => reseal(archive.replace('"size":5', '"size":5.0')), /not a known record/],
  [
    'a size beyond all numbers',
    () => reseal(archive.replace('"size":5', `"size":${'9'.repeat(40)}`)),
    /not a well-formed object record/,
  ],
  [
    'a size beyond what is there',
    () => archive.replace('"size":5', `"size":${limits.objectBytes}`),
    /in the middle of an object/,
  ],
  [
    'a size over the limit',
    () => archive.replace('"size":5', `"size":${limits.objectBytes + 1}`),
    /more than 67108864/,
  ],
  [
    'a count of entries beyond what is there',
    () => archive.replace('"entries":1', '"entries":9007199254740991'),
    /has 1 entries, not/,
  ],
  [
    'a log without entries',
    () => reseal(archive.replace('"entries":1', '"entries":0')),
    /not a well-formed log record/,
  ],
  [
    'a line without end',
    () => `${line('archive')}\n${'x'.repeat(2 ** 20)}`,
    /a line of more than 135168 bytes/,
  ],
  [
    'a name with a space',
    () => reseal(archive.replace('"log":"pins"', '"log":"p ns"')),
    /not a well-formed log record/,
  ],
  [
    'a reference nobody holds',
    () => reseal(archive.replace(objectText('other'), '')),
    () => `content:${toObject('other').id}, which neither the archive nor the ledger holds`,
  ],
  [
    'a pin of something nobody holds',
    () => reseal(repin(frame.replace(/.{4}$/, '0000'))),
    /pins names frame:[0-9a-f]+0000, which neither/,
  ],
  [
    'a pin of a frame that is none',
    () => reseal(repin(`frame:${toObject('orphan').id}`)),
    /named by pins, is not a frame/,
  ],
  [
    'an index of a frame nobody holds',
    () => reseal(archive.replace(line('member'), line('member').replace(/0000|.{4}(?=","record)/, '0000'))),
    /an index names frame:/,
  ],
];

describe('the import refuses, names what is wrong, and changes nothing for', () => {
  test.each(refused)('%s', async (_, edit, message) => {
    const edited = edit();
    expect(edited).not.toBe(archive);
    const error = await refusal(edited);
    expect(['archive-invalid', 'limit-exceeded']).toContain(error.code);
    expect(error.message).toMatch(typeof message === 'function' ? message() : message);
    expect(error.hint).toBeTruthy();
  });
});

test('a frame in the log of another subject is refused', async () => {
  const value = canonicalText({ frame });
  const log = `frame/${'f'.repeat(64)}/note`;
  const digest = extendDigest(null, { stamp: 1, value });
  const forged = `${canonicalText({ digest, entries: 1, log, record: 'log' })}\n${canonicalText({ record: 'entry', stamp: 1, value })}\n`;
  const error = await refusal(reseal(archive.replace(line('log', -1), `${forged}${line('log', -1)}`)));
  expect(error.message).toMatch(/stands in log/);
});

test('a stamp at the end of all numbers is refused', async () => {
  const entry = { stamp: Number.MAX_SAFE_INTEGER, value: '1' };
  const head = canonicalText({ digest: extendDigest(null, entry), entries: 1, log: 'zzz', record: 'log' });
  const forged = `${head}\n${canonicalText({ record: 'entry', ...entry })}\n`;
  const error = await refusal(reseal(archive.replace(line('member'), `${forged}${line('member')}`)));
  expect(error.message).toContain('not a well-formed entry record');
});

test('a log whose entries are out of order is refused, though its digest fits', async () => {
  const entries = [2, 1].map((stamp) => ({ stamp, value: '1' }));
  const digest = entries.reduce<Sha256 | null>(extendDigest, null);
  const head = canonicalText({ digest, entries: 2, log: 'zzz', record: 'log' });
  const forged = [head, ...entries.map((entry) => canonicalText({ record: 'entry', ...entry }))].join('\n');
  const error = await refusal(reseal(archive.replace(line('member'), `${forged}\n${line('member')}`)));
  expect(error.message).toContain('log `zzz` is altered: entry 2 is out of order');
});

test('strays in the indexes of frames stay out', async () => {
  const stray = canonicalText({
    index: 'input',
    key: `content:${'f'.repeat(64)}`,
    member: frame,
    record: 'member',
  });
  const last = `${line('member', -1)}\n`;
  const members = [...linesOf('member'), stray].sort();
  const edited = reseal(archive.replace(`${linesOf('member').join('\n')}\n`, `${members.join('\n')}\n`));
  expect(edited).not.toBe(archive);
  expect(edited).toContain(last);
  const store = createMemoryStore();
  await importArchive(store, inChunks(Buffer.from(edited, 'latin1')));
  expect(Buffer.from(await archiveOf(store)).toString('latin1')).toBe(archive);
});

test('a stream that fails ends the import with its own error', async () => {
  async function* failing() {
    yield Buffer.from(archive.slice(0, 100), 'latin1');
    throw new Error('the disk is gone');
  }
  const store = createMemoryStore();
  await expect(importArchive(store, failing())).rejects.toThrow('the disk is gone');
  expect((await store.statistics()).objects).toBe(0);
});

test('a stream is let go of when the archive is refused', async () => {
  let isReleased = false;
  async function* endless() {
    try {
      for (;;) yield Buffer.from('no archive\n');
    } finally {
      isReleased = true;
    }
  }
  await expect(importArchive(createMemoryStore(), endless())).rejects.toThrow('not a penumbra archive');
  expect(isReleased).toBe(true);
});

/** Lets the pin name something else, with a digest to match. */
function repin(id: string): string {
  const entry = JSON.parse(line('entry', -1)) as { stamp: number };
  const value = canonicalText({ pinned: [id] });
  const head = JSON.parse(line('log', -1)) as { digest: string };
  return archive
    .replace(line('entry', -1), canonicalText({ record: 'entry', stamp: entry.stamp, value }))
    .replace(head.digest, extendDigest(null, { stamp: entry.stamp, value }));
}
