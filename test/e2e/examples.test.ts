// Every example runs against the built package and asserts its own result.

import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const examples = globSync('examples/*/run.ts', { cwd: root }).toSorted();

test('there are examples', () => expect(examples.length).toBeGreaterThan(1));

test.each(examples)('%s runs to its end', (file) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, file)], {
    cwd: root,
    encoding: 'utf8',
  });
  expect({ status, said: status === 0 ? '' : `${stdout}${stderr}` }).toEqual({ status: 0, said: '' });
});
