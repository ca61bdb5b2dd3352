/** The program's own files are not part of the tree, whatever their names, and all others are. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { surveyWorkspace } from '../investigation/run/survey-workspace.ts';

const directory = mkdtempSync(join(tmpdir(), 'penumbra-own-'));
mkdirSync(join(directory, 'out'));
for (const file of ['a.ts', 'led.db', 'out/[x] *.html', 'out/x.html'])
  writeFileSync(join(directory, file), file);
afterAll(() => rmSync(directory, { recursive: true }));

test('own files are left out by their very names', () => {
  const { contentOf } = surveyWorkspace(directory, [
    'led.db',
    join(directory, 'out/[x] *.html'),
    '../led.db',
  ]);
  const seen = ['a.ts', 'led.db', 'out/[x] *.html', 'out/x.html'].filter(
    (path) => contentOf(path) !== undefined,
  );
  expect(seen).toEqual(['a.ts', 'out/x.html']);
});

test('writing an own file does not change the tree', () => {
  const before = surveyWorkspace(directory, ['led.db']).rootDigest;
  writeFileSync(join(directory, 'led.db'), 'more');
  expect(surveyWorkspace(directory, ['led.db']).rootDigest).toBe(before);
  expect(surveyWorkspace(directory).rootDigest).not.toBe(before);
});
