// The index against the obvious search: every pattern where it stands and no other, and bounded work whatever the text.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addPattern,
  createIndex,
  type FingerprintIndex,
  scanStretch,
  sealIndex,
} from './fingerprint-index.ts';
import { createPiece, normalizeInto } from './normalize-text.ts';
import { demands } from './pattern-demands.ts';
import { appendUnits, createStream, resetStream, type TextStream } from './text-stream.ts';

type Found = readonly [pattern: number, end: number];

const all = { until: Number.POSITIVE_INFINITY, minimumLength: 0 };

const piece = createPiece();
const stream = createStream();

/** Puts a text into the stream; the letters of these texts are their own normal form. */
function streamOf(text: string): TextStream {
  resetStream(stream);
  for (let index = 0; index < text.length; ) {
    index = normalizeInto(piece, text, index);
    appendUnits(stream, piece, 0);
  }
  return stream;
}

function indexOf(patterns: readonly string[]): FingerprintIndex {
  const index = createIndex();
  for (const [owner, pattern] of patterns.entries()) {
    const isBounded = pattern.length < 6;
    addPattern(index, streamOf(pattern), { length: pattern.length, owner, isBounded, asked: demands.none });
  }
  return sealIndex(index);
}

function findAll(index: FingerprintIndex, text: string): readonly string[] {
  const found: Found[] = [];
  scanStretch(index, streamOf(text), all, (owner, end) => found.push([owner, end]));
  return found.map(([owner, end]) => `${owner} ${end}`).sort();
}

/** Returns how many windows were compared. */
function scanAll(index: FingerprintIndex, text: string): number {
  return scanStretch(index, streamOf(text), all, () => {});
}

function findPlainly(patterns: readonly string[], text: string): readonly string[] {
  const found = patterns.flatMap((pattern, owner) =>
    Array.from({ length: text.length + 1 }, (_, end): Found => [owner, end]).filter(([, end]) =>
      pattern.length < 6 ? end === text.length && text === pattern : text.slice(0, end).endsWith(pattern),
    ),
  );
  return found.map(([owner, end]) => `${owner} ${end}`).sort();
}

const letters = fc.constantFrom('a', 'b');
const patterns = fc.uniqueArray(fc.string({ unit: letters, minLength: 1, maxLength: 12 }), { maxLength: 40 });
const texts = fc.string({ unit: letters, maxLength: 60 });

test('finds what the obvious search finds', () => {
  fc.assert(
    fc.property(patterns, texts, (few, text) => {
      expect(findAll(indexOf(few), text)).toEqual(findPlainly(few, text));
    }),
    { numRuns: 500 },
  );
});

test('grows without losing anything', () => {
  const many = Array.from(
    { length: 20_000 },
    (_, index) => `token${index.toString(2).replace(/0/g, 'a').replace(/1/g, 'b')}`,
  );
  const index = indexOf(many);
  expect(index.patterns.size).toBe(many.length);
  for (const [owner, pattern] of many.entries()) {
    if (owner % 997 === 0) expect(findAll(index, pattern)).toContain(`${owner} ${pattern.length}`);
  }
});

test('the first owner of a pattern keeps it', () => {
  expect(findAll(indexOf(['abcdefgh', 'abcdefgh']), 'abcdefgh')).toEqual(['0 8']);
});

test('patterns below the least length are passed over', () => {
  const found: number[] = [];
  const index = indexOf(['abcdef', 'abcdefgh']);
  scanStretch(index, streamOf('abcdefgh'), { ...all, minimumLength: 7 }, (owner) => found.push(owner));
  expect(found).toEqual([1]);
});

test('compares few windows in a text that repeats the beginning of all patterns', () => {
  const alike = Array.from({ length: 5_000 }, (_, index) => `secret${'ab'.repeat(index % 120)}${index}`);
  const text = 'secret'.repeat(600);
  const compared = scanAll(indexOf(alike), text);
  const lengths = new Set(alike.map(({ length }) => length)).size;
  expect(compared).toBeGreaterThan(600);
  expect(compared).toBeLessThanOrEqual(600 * lengths);
  expect(lengths).toBeLessThan(256);
});

test('compares at most one window for each length where every place begins a pattern', () => {
  const alike = Array.from({ length: 250 }, (_, index) => `${'a'.repeat(6 + index)}b`);
  const text = 'a'.repeat(3_000);
  expect(scanAll(indexOf(alike), text)).toBeLessThanOrEqual(250 * 3_000);
});
