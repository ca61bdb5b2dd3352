// Which texts may name a file, and which cannot name anything.

import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { isFileName } from './read-working-set-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'penumbra-names-'));
afterAll(() => rmSync(folder, { recursive: true }));
writeFileSync(join(folder, 'set'), '{}');
symlinkSync('loop', join(folder, 'loop'));

test.each<[string, string, boolean]>([
  ['a file', join(folder, 'set'), true],
  ['what leads to itself, which reading it will say', join(folder, 'loop'), true],
  ['a folder', folder, false],
  ['what is not there', join(folder, 'nothing'), false],
  ['what lies below a file', join(folder, 'set', 'below'), false],
  ['nothing', '', false],
])('%s is told apart', (_what, name, expected) => {
  expect(isFileName(name)).toBe(expected);
});

test.each<[string, string]>([
  ['a NUL', 'set\0.json'],
  ['more characters than a name may have', 'x'.repeat(300)],
  ['more characters than a path may have', 'x/'.repeat(5_000)],
])('a name with %s is refused with a remedy', (_what, name) => {
  const fault = expect.objectContaining({ code: 'usage', hint: expect.stringContaining('name a case') });
  expect(() => isFileName(name)).toThrow(fault);
});
