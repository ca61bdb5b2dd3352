// Which events become hints for a scan.

import { expect, test } from 'vitest';
import { hintOfPath } from './open-watcher.ts';

const ROOT = '/w/s';

function check(path: string, hint: string | undefined): void {
  expect(hintOfPath(ROOT, path), path).toBe(hint);
}

test('a path below the root is a hint relative to it', () => {
  check('/w/s/a/b.ts', 'a/b.ts');
  check('/w/s/.gitignore', '.gitignore');
  check('/w/s/..a/b', '..a/b');
  check('/w/s', '');
});

test('what is outside the root is no matter', () => {
  for (const path of ['/w', '/w/sibling/a', '/w/s2', '/', '/w/s/../t', '/w/s/a\0b']) check(path, undefined);
});

test('what the program itself keeps is no matter', () => {
  for (const path of ['/w/s/.penumbra', '/w/s/.penumbra/scan.index', '/w/s/a/.penumbra/x']) {
    check(path, undefined);
  }
});

test('of git only what decides about the tree is told, as a hint on its directory', () => {
  for (const file of ['', '/index', '/HEAD', '/info/exclude']) check(`/w/s/.git${file}`, '.git');
  check('/w/s/a/.git/HEAD', 'a/.git');
  for (const file of ['index.lock', 'objects/ab/cd', 'logs/HEAD', 'refs/heads/main', 'COMMIT_EDITMSG']) {
    check(`/w/s/.git/${file}`, undefined);
  }
});
