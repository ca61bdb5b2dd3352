/** Patches: applied exactly or not at all, with the hunk that does not apply. */
import { describe, expect, test } from 'vitest';
import { toolLimits } from '../calls/tool-limits.ts';
import { applyPatch } from './patch-file.ts';

const NO_END = '\\ No newline at end of file';
const text = 'a\nb\nc\nd\ne\n';
const patchOf = (...lines: readonly string[]) => `${lines.join('\n')}\n`;

/** Applies a patch; a fault is shown as its hunk and reason. */
function check(before: string, patch: string, expected: string): void {
  const applied = applyPatch(before, patch);
  expect('reason' in applied ? `${applied.hunk} ${applied.reason}` : applied.text).toBe(expected);
}

describe('a patch applies', () => {
  test.each<[string, string, string, string]>([
    ['that replaces a line', text, patchOf('@@ -2 +2 @@', '-b', '+B'), 'a\nB\nc\nd\ne\n'],
    [
      'with headers',
      text,
      patchOf('--- a/x', '+++ b/x', '@@ -1,2 +1,2 @@ f()', ' a', '-b', '+B'),
      'a\nB\nc\nd\ne\n',
    ],
    [
      "with git's headers",
      text,
      patchOf('diff --git a/x b/x', 'index 12ab..34cd 100644', '--- a/x', '+++ b/x', '@@ -1 +0,0 @@', '-a'),
      'b\nc\nd\ne\n',
    ],
    ['without a last line feed', text, '@@ -2 +2 @@\n-b\n+B', 'a\nB\nc\nd\ne\n'],
    ['with empty lines after it', text, '@@ -2 +2 @@\n-b\n+B\n\n\n', 'a\nB\nc\nd\ne\n'],
    ['of two hunks', text, patchOf('@@ -1 +1 @@', '-a', '+A', '@@ -5 +5 @@', '-e', '+E'), 'A\nb\nc\nd\nE\n'],
    ['that inserts at the beginning', text, patchOf('@@ -0,0 +1 @@', '+z'), 'z\na\nb\nc\nd\ne\n'],
    ['that inserts after a line', text, patchOf('@@ -2,0 +3 @@', '+z'), 'a\nb\nz\nc\nd\ne\n'],
    ['that inserts at the end', text, patchOf('@@ -5,0 +6 @@', '+z'), 'a\nb\nc\nd\ne\nz\n'],
    ['to an empty file', '', patchOf('@@ -0,0 +1,2 @@', '+a', '+b'), 'a\nb\n'],
    ['that empties a file', 'a\n', patchOf('@@ -1 +0,0 @@', '-a'), ''],
    [
      'whose hunk stands elsewhere once',
      text,
      patchOf('@@ -9,2 +9,2 @@', ' c', '-d', '+D'),
      'a\nb\nc\nD\ne\n',
    ],
    [
      'whose later hunks are moved as the first one was',
      `x\nx\n${text}b\nc\n`,
      patchOf('@@ -1 +1 @@', '-a', '+A', '@@ -2 +2 @@', '-b', '+B'),
      'x\nx\nA\nB\nc\nd\ne\nb\nc\n',
    ],
    [
      'at the place it says, though it would fit twice',
      'a\nb\na\nb\n',
      patchOf('@@ -3,2 +3,2 @@', ' a', '-b', '+B'),
      'a\nb\na\nB\n',
    ],
    ['to a last line without an end', 'a\nb', patchOf('@@ -2 +2 @@', '-b', NO_END, '+B', NO_END), 'a\nB'],
    ['that gives the last line an end', 'a\nb', patchOf('@@ -2 +2 @@', '-b', NO_END, '+b'), 'a\nb\n'],
    ['that takes the end of the last line', 'a\nb\n', patchOf('@@ -2 +2 @@', '-b', '+b', NO_END), 'a\nb'],
    [
      'with an empty line of context without its space',
      'a\n\nb\n',
      patchOf('@@ -1,3 +1,3 @@', ' a', '', '-b', '+B'),
      'a\n\nB\n',
    ],
    [
      'that takes away a line that looks like a header',
      '-- x\na\n',
      patchOf('@@ -1,2 +1 @@', '--- x', ' a'),
      'a\n',
    ],
    ['to a file of CRLF from LF', 'a\r\nb\r\n', patchOf('@@ -2 +2 @@', '-b', '+B'), 'a\r\nB\r\n'],
    ['to a file of CRLF from CRLF', 'a\r\nb\r\n', '@@ -2 +2 @@\r\n-b\r\n+B\r\n', 'a\r\nB\r\n'],
    ['to a last line after CRLF', 'a\r\nb', patchOf('@@ -2 +2 @@', '-b', NO_END, '+B', NO_END), 'a\r\nB'],
    ['to a line of CRLF among others, exactly', 'a\nb\r\nc\n', '@@ -2 +2 @@\n-b\r\n+B\r\n', 'a\nB\r\nc\n'],
  ])('%s', (_name, before, patch, expected) => check(before, patch, expected));
});

describe('a patch does not apply', () => {
  test.each<[string, string, string, string]>([
    ['that is none', text, 'hello', '0 no-hunk'],
    ['that is empty', text, '', '0 no-hunk'],
    ['with prose before it', text, patchOf('Here it is:', '@@ -2 +2 @@', '-b', '+B'), '0 not-a-patch'],
    ['that makes a file', text, patchOf('--- /dev/null', '+++ b/x', '@@ -0,0 +1 @@', '+a'), '0 not-a-patch'],
    [
      'that deletes a file',
      text,
      patchOf('--- a/x', '+++ /dev/null', '@@ -1 +0,0 @@', '-a'),
      '0 not-a-patch',
    ],
    [
      'that renames a file',
      text,
      patchOf('diff --git a/x b/y', 'rename from x', 'rename to y', '@@ -2 +2 @@', '-b', '+B'),
      '0 not-a-patch',
    ],
    ['with a header of its own kind', text, patchOf('@@ ... @@', '-b', '+B'), '1 malformed-header'],
    ['with more lines than it counts', text, patchOf('@@ -2 +2 @@', '-b', '+B', '+C'), '2 malformed-header'],
    ['with fewer lines than it counts', text, patchOf('@@ -2,2 +2,2 @@', '-b', '+B'), '1 malformed-lines'],
    [
      'that counts a line on the wrong side',
      text,
      patchOf('@@ -2,2 +2,0 @@', '-b', '+B'),
      '1 malformed-lines',
    ],
    ['with a line without a sign', text, patchOf('@@ -2,2 +2,2 @@', 'b', '-c', '+C'), '1 malformed-lines'],
    ['of a hunk of nothing', text, patchOf('@@ -2,0 +2,0 @@'), '1 malformed-lines'],
    ['of lines before the first', text, patchOf('@@ -0 +1 @@', '-a', '+A'), '1 malformed-header'],
    [
      'of another file behind it',
      text,
      patchOf('@@ -1 +1 @@', '-a', '+A', '--- a/y', '+++ b/y', '@@ -2 +2 @@', '-b', '+B'),
      '2 malformed-header',
    ],
    [
      'in another order',
      text,
      patchOf('@@ -4 +4 @@', '-d', '+D', '@@ -1 +1 @@', '-a', '+A'),
      '2 out-of-order',
    ],
    [
      'that overlaps itself',
      text,
      patchOf('@@ -1,2 +1,2 @@', ' a', ' b', '@@ -2 +2 @@', '-b', '+B'),
      '2 out-of-order',
    ],
    ['whose line is not there', text, patchOf('@@ -2 +2 @@', '-x', '+B'), '1 no-such-lines'],
    [
      'whose context differs by a space',
      text,
      patchOf('@@ -1,2 +1,2 @@', ' a ', '-b', '+B'),
      '1 no-such-lines',
    ],
    [
      'whose second hunk differs',
      text,
      patchOf('@@ -1 +1 @@', '-a', '+A', '@@ -2 +2 @@', '-x', '+B'),
      '2 no-such-lines',
    ],
    [
      'whose lines stand only before the hunk before',
      text,
      patchOf('@@ -3 +3 @@', '-c', '+C', '@@ -4 +4 @@', '-b', '+B'),
      '2 no-such-lines',
    ],
    [
      'that fits twice, and not where it says',
      'x\na\nb\na\nb\n',
      patchOf('@@ -1,2 +1,2 @@', ' a', '-b', '+B'),
      '1 ambiguous-lines',
    ],
    ['that inserts behind the end', text, patchOf('@@ -6,0 +7 @@', '+z'), '1 no-such-lines'],
    [
      'that takes an end in the middle',
      text,
      patchOf('@@ -2 +2 @@', '-b', '+B', NO_END),
      '1 no-newline-inside',
    ],
    ['that joins lines', 'a', patchOf('@@ -1,0 +2 @@', '+b'), '1 no-newline-inside'],
    [
      'that joins its own lines',
      'a\n',
      patchOf('@@ -1 +1,2 @@', '-a', '+b', NO_END, '+c'),
      '1 no-newline-inside',
    ],
    [
      'that has an end where the file has none',
      'a\nb',
      patchOf('@@ -2 +2 @@', '-b', '+B'),
      '1 no-such-lines',
    ],
    ['of CRLF to a file of LF', text, '@@ -2 +2 @@\r\n-b\r\n+B\r\n', '1 no-such-lines'],
    ['that counts to the sky', text, patchOf('@@ -1,999999999 +1,999999999 @@', ' a'), '1 malformed-lines'],
  ])('%s', (_name, before, patch, expected) => check(before, patch, expected));

  test('whose hunks are all somewhere else', () => {
    const count = toolLimits.searchedHunks + 1;
    const numbers = Array.from({ length: count }, (_, index) => index);
    // Each hunk stands one line further from where it says than the one before it.
    const before = numbers.map((index) => `x${index}\ny\ny\n`).join('');
    const hunks = numbers.map((index) => `@@ -${index * 2 + 100} +1 @@\n-x${index}\n+z\n`).join('');
    check(before, hunks, `${count} too-many-searches`);
  });
});

test('a patch of many hunks on many lines is applied in one pass', () => {
  const count = 20_000;
  const lines = Array.from({ length: count }, (_, index) => `${index}\n`);
  const patch = lines.map((line, index) => `@@ -${index + 1} +${index + 1} @@\n-${line}+x${line}`).join('');
  check(lines.join(''), patch, lines.map((line) => `x${line}`).join(''));
});
