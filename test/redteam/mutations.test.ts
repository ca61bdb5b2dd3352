// The attacks and what stops them belong together: each attack has a check, and each check stands in the program.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listAttacks } from './list-attacks.ts';
import { mutations } from './mutations.ts';

const attacks = listAttacks();
const root = join(import.meta.dirname, '../..');

test('every attack has a name of its own and a check that stops it', () => {
  const ids = attacks.map(({ id }) => id);
  expect(ids.length).toBeGreaterThan(0);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !mutations.some(({ attack }) => attack === id))).toEqual([]);
});

describe('the check', () => {
  test.each(mutations)('against $attack is one text of $file', ({ attack, file, remove, put }) => {
    expect(attacks.map(({ id }) => id)).toContain(attack);
    expect(readFileSync(join(root, file), 'utf8').split(remove).length - 1).toBe(1);
    expect(put).not.toBe(remove);
  });
});
