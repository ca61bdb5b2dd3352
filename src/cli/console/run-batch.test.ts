// NDJSON from outside: however the bytes arrive, whole lines are values and broken ones are told by number.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readLines } from './run-batch.ts';

async function read(...chunks: readonly (string | Uint8Array)[]): Promise<readonly unknown[]> {
  async function* stream(): AsyncGenerator<Uint8Array> {
    for (const chunk of chunks) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
  }
  const lines: unknown[] = [];
  for await (const line of readLines(stream()))
    lines.push('fault' in line ? [line.number, line.fault.message] : [line.number, line.value]);
  return lines;
}

test('lines are values; empty ones are counted, and the last needs no end', async () => {
  expect(await read('{"a":1}\r\n\n"x"\n\r\n7')).toEqual([
    [1, { a: 1 }],
    [3, 'x'],
    [5, 7],
  ]);
  expect(await read('')).toEqual([]);
});

test('broken lines are told, and the others go on', async () => {
  const lines = await read('{"a":\n', new Uint8Array([0xff, 0x0a]), '\u001b[31m\n', '1\n');
  expect(lines).toEqual([
    [1, expect.stringMatching(/^line 1 is not JSON: /)],
    [2, 'line 2 is not JSON: not UTF-8'],
    [3, expect.stringMatching(/^line 3 is not JSON: /)],
    [4, 1],
  ]);
  expect(JSON.stringify(lines)).not.toContain('\u001b');
});

test('where the bytes are cut does not matter', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.jsonValue()), fc.array(fc.nat(20)), async (values, cuts) => {
      const bytes = Buffer.from(values.map((value) => `${JSON.stringify(value)}\n`).join(''));
      const chunks: Uint8Array[] = [];
      let start = 0;
      for (const length of cuts) {
        chunks.push(bytes.subarray(start, start + length));
        start += length;
      }
      expect(await read(...chunks, bytes.subarray(start))).toEqual(await read(bytes));
    }),
  );
});
