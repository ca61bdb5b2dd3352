// Sealed texts: opened by the key that sealed them, even after it is retired, and by nothing else.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { openKeys } from './open-keys.ts';
import { openSealer } from './open-sealer.ts';

function directory(): string {
  const folder = mkdtempSync(join(tmpdir(), 'penumbra-sealer-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'keys');
}

test('without a key nothing is sealed, and nothing opened', () => {
  const sealer = openSealer(directory());
  expect(sealer.seal('text')).toBeNull();
  expect(sealer.open('')).toBeNull();
});

test('what is sealed is opened again, is the same each time, and does not show', () => {
  const keys = directory();
  openKeys(keys).create();
  const sealer = openSealer(keys);
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const sealed = sealer.seal(text) ?? '';
      expect(sealer.open(sealed)).toBe(text.toWellFormed());
      expect(sealer.seal(text)).toBe(sealed);
    }),
  );
  const lengths = ['', 'a', 'a longer one'].map((text) => sealer.seal(text)?.length);
  expect(new Set(lengths).size).toBe(1);
});

test('a key that was rotated opens what it sealed; another key, or a changed text, opens nothing', () => {
  const [keys, others] = [directory(), directory()];
  openKeys(keys).create();
  openKeys(others).create();
  const sealed = openSealer(keys).seal('text') ?? '';
  openKeys(keys).rotate('secret');
  expect(openSealer(keys).open(sealed)).toBe('text');
  expect(openSealer(others).open(sealed)).toBeNull();
  const last = sealed.at(-2) === 'A' ? 'B' : 'A';
  expect(openSealer(keys).open(`${sealed.slice(0, -2)}${last}${sealed.at(-1)}`)).toBeNull();
  expect(openSealer(keys).open(sealed.slice(0, 20))).toBeNull();
});
