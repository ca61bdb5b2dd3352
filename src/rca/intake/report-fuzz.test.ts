// Laws of the intake: every split of the bytes gives the same reading, and even damaged reports give one.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fingerprint } from '../case/fingerprint.ts';
import { type ReportReading, readReports } from './read-reports.ts';

const fixtures = join(import.meta.dirname, '../../../test/fixtures/reports');
const documents = readdirSync(fixtures)
  .filter((name) => name.endsWith('.xml'))
  .map((name) => new Uint8Array(readFileSync(join(fixtures, name))));

async function* pieces(bytes: Uint8Array, cuts: readonly number[]) {
  const places = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort(
    (left, right) => left - right,
  );
  let start = 0;
  for (const place of [...places, bytes.length]) {
    yield bytes.subarray(start, place);
    start = place;
  }
}

const everyByte = (bytes: Uint8Array) => Array.from(bytes, (_, index) => index);

function read(bytes: Uint8Array, cuts: readonly number[] = []): Promise<ReportReading> {
  return readReports([{ name: 'r', bytes: pieces(bytes, cuts) }]);
}

/** Random damage: parts of documents are cut out, doubled, or overwritten with bytes that mean something to XML. */
const damaged = fc
  .record({
    document: fc.constantFrom(...documents),
    edits: fc.array(
      fc.record({
        at: fc.nat(),
        remove: fc.integer({ min: 0, max: 60 }),
        insert: fc.oneof(
          fc.constantFrom(
            '<',
            '>',
            '&',
            '"',
            "'",
            '/>',
            ']]>',
            '<![CDATA[',
            '<!--',
            '<?',
            '<!',
            '</',
            '&#0;',
            '\u0000',
          ),
          fc.constantFrom(
            '<testcase>',
            '</testcase>',
            '<testsuite>',
            '</testsuite>',
            '<failure>',
            '<error',
            '\u001b[31m',
          ),
          fc.string({ unit: 'binary', maxLength: 12 }),
        ),
      }),
      { maxLength: 6 },
    ),
    length: fc.nat(),
    isCut: fc.boolean(),
  })
  .map(({ document, edits, length, isCut }) => {
    let bytes = [...document];
    for (const { at, remove, insert } of edits) {
      bytes.splice(at % (bytes.length + 1), remove, ...new TextEncoder().encode(insert));
    }
    if (isCut) bytes = bytes.slice(0, length % (bytes.length + 1));
    return Uint8Array.from(bytes);
  });

function isSound({ tests, failures, flaky, unread }: ReportReading): void {
  expect(tests.total).toBe(tests.passed + tests.failed + tests.errored + tests.skipped + tests.flaky);
  expect(failures).toHaveLength(tests.failed + tests.errored);
  expect(flaky).toHaveLength(tests.flaky);
  // A fault of ours would show up as a broken stream.
  expect(unread.filter(({ reason }) => reason.startsWith('reading stopped'))).toEqual([]);
  for (const failed of failures) expect(fingerprint(failed).hash).toMatch(/^[0-9a-f]{64}$/);
}

describe('how the bytes are split', () => {
  test('into single bytes does not change the reading of any fixture', async () => {
    for (const document of documents) {
      expect(await read(document, everyByte(document))).toEqual(await read(document));
    }
  });

  test('does not change the reading of a document, sound or damaged', async () => {
    await fc.assert(
      fc.asyncProperty(damaged, fc.array(fc.nat(), { maxLength: 20 }), async (bytes, cuts) => {
        expect(await read(bytes, cuts)).toEqual(await read(bytes));
      }),
      { numRuns: 150 },
    );
  });

  test.each(['utf-16le', 'utf-8', 'latin1'] as const)(
    'does not change what is decoded from %s',
    async (encoding) => {
      const text =
        '<?xml version="1.0" encoding="latin1"?><testsuite><testcase><failure>é\u00ff𝄞 x</failure></testcase></testsuite>';
      const bytes = new Uint8Array(Buffer.from(encoding === 'latin1' ? text : `\ufeff${text}`, encoding));
      expect(await read(bytes, everyByte(bytes))).toEqual(await read(bytes));
    },
  );
});

describe('whatever is done to a report', () => {
  test('there is an answer', async () => {
    await fc.assert(
      fc.asyncProperty(damaged, async (bytes) => isSound(await read(bytes))),
      { numRuns: 250 },
    );
  });

  test('cutting it off anywhere never loses a failure that was complete before', async () => {
    for (const document of documents) {
      const step = Math.max(1, Math.floor(document.length / 30));
      let before = 0;
      for (let length = 0; length <= document.length; length += step) {
        const reading = await read(document.subarray(0, length));
        isSound(reading);
        expect(reading.failures.length).toBeGreaterThanOrEqual(before);
        before = reading.failures.length;
      }
    }
  });

  test.each<[string, string]>([
    ['open tags', '<testsuite '],
    ['ampersands', '&'],
    ['references', '&amp'],
    ['quotes', '<a b="'],
    ['comments', '<!--'],
    ['brackets', ']]'],
    ['declarations', '<!DOCTYPE a ['],
    ['attributes', ' a="b"'],
    ['escapes', '\u001b]'],
    ['colours', '\u001b[1;1;1;1;1;1'],
    ['ends', '</testsuite>'],
    ['blanks', ' \t'],
  ])('a megabyte of %s is read in linear time', async (_, unit) => {
    const hostile = unit.repeat(Math.ceil(1e6 / unit.length));
    for (const start of [
      '<testsuite><testcase><failure>',
      '<testsuite><testcase name="',
      '<testsuite><![CDATA[',
      '<testsuite ',
    ]) {
      isSound(await read(new TextEncoder().encode(start + hostile)));
    }
  });
});
