// Where a text may be written, how the file changes, and what is rejected beforehand.
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { requireWritable, writeTextFile } from '../commands/index.ts';

/** Makes a folder that is removed after the test. */
function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'penumbra-text-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('a text is written whole, also over an old file, whose permissions stay', async () => {
  const file = join(makeFolder(), 'page.html');
  await writeTextFile(file, 'first');
  chmodSync(file, 0o600);
  await writeTextFile(file, 'grüß');
  expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual(['grüß', 0o600]);
});

test.each(['there.html', 'not-there.html'])('a link is followed to %s', async (name) => {
  const folder = makeFolder();
  writeFileSync(join(folder, 'there.html'), 'old');
  symlinkSync(name, join(folder, 'link'));
  await requireWritable(join(folder, 'link'));
  await writeTextFile(join(folder, 'link'), 'new');
  expect(readFileSync(join(folder, name), 'utf8')).toBe('new');
});

test('what killed writers left is cleared, and what others are writing stays', async () => {
  const folder = makeFolder();
  const [remnant, inUse] = [`a.html.${2 ** 30}.1.partial`, `a.html.${process.pid}.9.partial`];
  for (const name of [remnant, inUse]) writeFileSync(join(folder, name), '');
  await writeTextFile(join(folder, 'a.html'), 'text');
  expect(readdirSync(folder).sort()).toEqual(['a.html', inUse]);
});

describe('refused before and at writing:', () => {
  test.each<[string, string, string]>([
    ['a directory', 'folder', 'is a directory'],
    ['a folder that is not there', 'nowhere/page.html', 'no such file or directory (ENOENT)'],
    ['a file where a folder should be', 'file/page.html', 'not a directory (ENOTDIR)'],
    ['a link that leads to itself', 'circle', 'too many symbolic links'],
    ['a name that no file can have', 'x'.repeat(300), 'name too long'],
  ])('%s', async (_what, name, message) => {
    const folder = makeFolder();
    mkdirSync(join(folder, 'folder'));
    writeFileSync(join(folder, 'file'), '');
    symlinkSync('circle', join(folder, 'circle'));
    for (const act of [requireWritable, (file: string) => writeTextFile(file, '')])
      await expect(act(join(folder, name))).rejects.toMatchObject({
        code: 'usage',
        message: expect.stringContaining(message),
      });
    expect(readdirSync(folder).sort()).toEqual(['circle', 'file', 'folder']);
  });

  // Root may write anywhere.
  test.skipIf(process.getuid?.() === 0)('a folder that is closed to writing', async () => {
    const folder = makeFolder();
    chmodSync(folder, 0o500);
    await expect(requireWritable(join(folder, 'page.html'))).rejects.toMatchObject({ code: 'usage' });
  });
});

test('looking whether a place takes a text leaves nothing there', async () => {
  const folder = makeFolder();
  await requireWritable(join(folder, 'page.html'));
  expect(readdirSync(folder)).toEqual([]);
});
