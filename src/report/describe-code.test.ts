// Which lines of a diff are shown: numbered, those near a change, long blocks folded with how many are left out.
import { expect, test } from 'vitest';
import { shownDiff } from './describe-code.ts';

/** Returns a diff as it would be shown. */
function shown(diff: string, { most = 20, context = 1 } = {}): readonly string[] {
  const lines = shownDiff({ path: 'a.ts', lines: [7, 7], diff }, { most, context });
  return lines.map(({ margin, text }) => `${margin}${text}`);
}

const block = (sign: string, count: number): string =>
  Array.from({ length: count }, (_, index) => `${sign}${index}\n`).join('');

test('lines have the numbers of their own side, and only those near a change are shown', () => {
  expect(shown('@@ -98,4 +98,5 @@ f()\n far\n near\n-old\n+new\n+more\n near\n far\n')).toEqual([
    '   99 | near',
    '- 100 | old',
    '+ 100 | new',
    '+ 101 | more',
    '  102 | near',
  ]);
});

test('without a head lines count from the place of the piece', () => {
  expect(shown('-old\n+new')).toEqual(['- 7 | old', '+ 7 | new']);
});

test('pieces of one diff are set apart, and what is no line has no number', () => {
  expect(shown('@@ -1 +1 @@\n-a\n@@ -9 +9 @@\n+b\n\\ No newline at end of file\n')).toEqual([
    '- 1 | a',
    '      …',
    '+ 9 | b',
    '      \\ No newline at end of file',
  ]);
  expect(shown('old mode 100755\nnew mode 100644\n')).toEqual([
    '     old mode 100755',
    '     new mode 100644',
  ]);
});

test('both sides of a long change are shown, with how much of each is left out', () => {
  expect(shown(` a\n${block('-', 30)}${block('+', 40)} b\n`, { most: 6 })).toEqual([
    '- 8 | 0',
    '- 9 | 1',
    '      … (28 more lines)',
    '+ 8 | 0',
    '+ 9 | 1',
    '      … (38 more lines)',
  ]);
});

test('many small changes end with how many lines there are more', () => {
  const diff = Array.from({ length: 50 }, () => '-a\n+b\n').join('');
  const lines = shown(diff, { most: 6 });
  expect(lines).toHaveLength(7);
  expect(lines.at(-1)).toContain('… (94 more lines)');
});
