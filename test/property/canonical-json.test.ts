// Canonical JSON against Python's, live where there is one and by a recorded sample and digest elsewhere;
// and the laws of writer and reader over the same corpus. `vitest -u` records anew (with python3) for the next run.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  type CanonicalValue,
  canonicalize,
  canonicalText,
  PenumbraError,
  parseCanonical,
  sha256,
} from '../../src/kernel/index.ts';
import { canonicalValues, fromWire, toWire, withOtherInsertionOrder } from './canonical-values.ts';

const seed = 20_251_115;
const corpus = canonicalValues({ seed, count: 24_000 });
const texts = corpus.map((value) => canonicalText(value));
const golden = join(import.meta.dirname, '../golden/canonical-json.txt');
const hasPython = spawnSync('python3', ['--version']).status === 0;

const python = `
import json, sys
sys.setrecursionlimit(10000)
getattr(sys, 'set_int_max_str_digits', int)(0)
for line in sys.stdin.buffer:
    value = json.loads(line)
    print(json.dumps(value, sort_keys=True, ensure_ascii=True, separators=(',', ':')))
`;

/** Returns what Python makes of every value of the corpus. */
function askPython(): string[] {
  const input = corpus.map((value) => `${toWire(value)}\n`).join('');
  const { stdout, stderr, status } = spawnSync('python3', ['-c', python], { input, maxBuffer: 2 ** 28 });
  expect(stderr.toString()).toBe('');
  expect(status).toBe(0);
  return stdout.toString('latin1').trimEnd().split('\n');
}

/** Writes the golden file: a head with the digest of all, then a sample of values, each with its canonical form. */
function goldenText(canonical: readonly string[]): string {
  const head = `${canonical.length} values of seed ${seed}, joined by line feeds: sha256 ${sha256(canonical.join('\n'))}`;
  const cases = canonical.flatMap((line, index) =>
    line.length < 400 && (index < 80 || index % 80 === 0)
      ? [`${toWire(corpus[index] as CanonicalValue)}\n${line}`]
      : [],
  );
  return `${[head, ...cases].join('\n\n')}\n`;
}

/** Asserts a law for every value; the small ones come first, so the first failure is a small one. */
function forAll(
  values: readonly CanonicalValue[],
  law: (value: CanonicalValue, index: number) => boolean,
): void {
  const broken = values.findIndex((value, index) => !law(value, index));
  expect(broken === -1 ? 'holds for all' : `broken by ${toWire(values[broken] as CanonicalValue)}`).toBe(
    'holds for all',
  );
}

function isRefused(bytes: Uint8Array): boolean {
  try {
    parseCanonical(bytes);
    return false;
  } catch (error) {
    return error instanceof PenumbraError && error.code === 'not-canonical';
  }
}

function isCanonical(bytes: Uint8Array): boolean {
  return Buffer.compare(canonicalize(parseCanonical(bytes)), bytes) === 0;
}

/** Tells whether bytes are refused or are the canonical form of what they parse to. */
function isRefusedOrCanonical(bytes: Uint8Array): boolean {
  return isRefused(bytes) || isCanonical(bytes);
}

describe('canonical JSON is that of Python', () => {
  test.skipIf(!hasPython)('byte for byte on the whole corpus, asked live', async () => {
    const expected = askPython();
    forAll(corpus, (_value, index) => texts[index] === expected[index]);
    expect(expected).toHaveLength(corpus.length);
    await expect(goldenText(expected)).toMatchFileSnapshot(golden);
  });

  const [head, ...cases] = readFileSync(golden, 'utf8').trimEnd().split('\n\n');

  test('on the recorded sample', () => {
    expect(cases.length).toBeGreaterThan(250);
    for (const pair of cases) {
      const [wire, expected] = pair.split('\n') as [string, string];
      expect(canonicalText(fromWire(wire))).toBe(expected);
    }
  });

  test('on the whole corpus, by the recorded digest', () => {
    expect(head).toBe(goldenText(texts).split('\n')[0]);
  });
});

describe('the corpus', () => {
  const text = texts.join('\n');

  test.each([
    ['an astral key', /"[^"]*\\ud83d\\ude00[^"]*":/],
    [
      'an astral key after a key that is lower by code point and higher by unit',
      /"\\uff61":2,"\\ud83d\\ude00":1/,
    ],
    ['an empty key', /[{,]"":/],
    ['the key `__proto__`', /"__proto__":/],
    ['DEL', /\\u007f/],
    ['a line separator', /\\u2028/],
    ['a control character', /\\u0001/],
    ['ten to the thirtieth', /[^0-9]10{30}[^0-9]/],
    ['the greatest depth', /\[{511}/],
  ])('holds %s', (_name, pattern) => {
    expect(text).toMatch(pattern);
  });

  test('has at least twenty thousand different values', () => {
    expect(new Set(texts).size).toBeGreaterThan(20_000);
  });
});

describe('for every value', () => {
  test('what is written is read back as the same value', () => {
    for (const value of corpus.slice(0, 4_000))
      expect(parseCanonical(canonicalize(value))).toStrictEqual(value);
  });

  test('what is read is written back as the same bytes', () => {
    forAll(corpus, (value) => isCanonical(canonicalize(value)));
  });

  test('bytes and text are read alike, and are ASCII', () => {
    forAll(corpus.slice(0, 10_000), (value, index) => {
      const text = texts[index] as string;
      return (
        /^[\x20-\x7e]+$/.test(text) &&
        toWire(parseCanonical(text)) === toWire(parseCanonical(canonicalize(value)))
      );
    });
  });

  test('the order in which keys were put in does not matter', () => {
    const reordered = corpus.map((value, index) => withOtherInsertionOrder(value, index));
    expect(
      reordered.filter((value, index) => toWire(value) !== toWire(corpus[index] as CanonicalValue)).length,
    ).toBeGreaterThan(5_000);
    forAll(corpus, (_value, index) => texts[index] === canonicalText(reordered[index]));
  });

  test('two values share their bytes only where they are equal', () => {
    const wires = new Map<string, string>();
    forAll(corpus, (value, index) => {
      const bytes = texts[index] as string;
      const wire = toWire(withSortedKeys(value));
      const known = wires.get(bytes) ?? wire;
      wires.set(bytes, wire);
      return known === wire;
    });
    expect(new Set(wires.values()).size).toBe(wires.size);
  });
});

describe('damaged bytes', () => {
  const small = corpus.filter((_value, index) => (texts[index] as string).length < 80);
  const sample = (count: number) =>
    small.filter((_value, index) => index % Math.floor(small.length / count) === 0);

  test('cut anywhere are refused, unless what is left of a number is a number', () => {
    forAll(sample(2_000), (value) => {
      const bytes = canonicalize(value);
      const isNumber = typeof value === 'number' || typeof value === 'bigint';
      return bytes.every((_byte, length) =>
        isNumber ? isRefusedOrCanonical(bytes.subarray(0, length)) : isRefused(bytes.subarray(0, length)),
      );
    });
  });

  test('with any one byte replaced are refused or are another value in its canonical form', () => {
    const printable = Array.from({ length: 0x61 }, (_, index) => 0x1f + index);
    forAll(sample(50), (value) => {
      const bytes = canonicalize(value);
      return bytes.every((original, offset) =>
        [0x00, ...printable, 0x80, 0xef, 0xff].every(
          (byte) => byte === original || isRefusedOrCanonical(bytes.with(offset, byte)),
        ),
      );
    });
  });

  test('with one byte taken out or put in anywhere are refused or are another value in its canonical form', () => {
    const added = [...'"\\{}[],:-01.eE tfnu\u0000\u007f\u00ff'].map((character) => character.charCodeAt(0));
    forAll(sample(80), (value) => {
      const bytes = [...canonicalize(value)];
      return [...bytes, 0].every(
        (_byte, offset) =>
          isRefusedOrCanonical(Uint8Array.from(bytes.toSpliced(offset, 1))) &&
          added.every((byte) => isRefusedOrCanonical(Uint8Array.from(bytes.toSpliced(offset, 0, byte)))),
      );
    });
  });
});

function withSortedKeys(value: CanonicalValue): CanonicalValue {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withSortedKeys);
  const entries = Object.entries(value).map(([key, inner]): [string, CanonicalValue] => [
    key,
    withSortedKeys(inner),
  ]);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
