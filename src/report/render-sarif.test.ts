// A patch of git as a fix: put in place of its lines it gives the very file that git gives, or there is no fix.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { type FileFix, readFixes } from './render-sarif.ts';

/** Returns the patch that git makes of two texts, with so many lines around each change. */
function patchOf(before: string, after: string, context: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'penumbra-fix-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  execFileSync('git', ['init', '--quiet', folder]);
  writeFileSync(join(folder, 'file.txt'), before);
  execFileSync('git', ['add', '.'], { cwd: folder });
  writeFileSync(join(folder, 'file.txt'), after);
  return spawnSync('git', ['diff', `-U${context}`], { cwd: folder, encoding: 'utf8' }).stdout;
}

/** Applies a fix as SARIF says: regions count in the file as it was. */
function applied(text: string, { replacements }: FileFix): string {
  const lines = text.split(/(?<=\n)/);
  let at = 1;
  const parts = replacements.map(({ start, end, inserted }) => {
    const kept = lines.slice(at - 1, start - 1);
    at = end;
    return [...kept, inserted].join('');
  });
  return [...parts, ...lines.slice(at - 1)].join('');
}

test('put in place of its lines it gives the file that git gives', () => {
  const line = fc.constantFrom('a', 'b', 'c', '', '+ d', '- e', '@@ -1 +1 @@', '--- a/x', 'crlf\r');
  const text = fc
    .array(line, { minLength: 1, maxLength: 14 })
    .map((lines) => lines.map((one) => `${one}\n`).join(''));
  fc.assert(
    fc.property(text, text, fc.constantFrom(0, 1, 3), (before, after, context) => {
      if (before === after) return;
      const fixes = readFixes(patchOf(before, after, context));
      expect(fixes).toHaveLength(1);
      const [fix] = fixes ?? [];
      expect(fix?.path).toBe('file.txt');
      expect(fix && applied(before, fix)).toBe(after);
    }),
    { numRuns: 40 },
  );
});

const HEAD = 'diff --git a/a.ts b/a.ts\n';
const FILES = '--- a/a.ts\n+++ b/a.ts\n';

test.each<[string, string]>([
  ['that is empty', ''],
  ['of a new file', `${HEAD}new file mode 100644\n--- /dev/null\n+++ b/a.ts\n@@ -0,0 +1 @@\n+a\n`],
  ['that removes a file', `${HEAD}deleted file mode 100644\n--- a/a.ts\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n`],
  [
    'that moves a file',
    'diff --git a/a.ts b/b.ts\nsimilarity index 100%\nrename from a.ts\nrename to b.ts\n',
  ],
  ['of a mode', `${HEAD}old mode 100644\nnew mode 100755\n`],
  ['of bytes', `${HEAD}Binary files a/a.ts and b/a.ts differ\n`],
  ['whose last line has no end', `${HEAD}${FILES}@@ -1 +1 @@\n-a\n+b\n\\ No newline at end of file\n`],
  ['that ends too early', `${HEAD}${FILES}@@ -1,3 +1,3 @@\n-a\n`],
  ['that counts too few lines', `${HEAD}${FILES}@@ -1 +1 @@\n-a\n+b\n+c\n`],
  [
    'whose one file of two is new',
    `${HEAD}${FILES}@@ -1 +1 @@\n-a\n+b\ndiff --git a/b b/b\nnew file mode 100644\n`,
  ],
  ['that is none', '</script>\n'],
])('a patch %s gives no fix', (_what, patch) => {
  expect(readFixes(patch)).toBeNull();
});
