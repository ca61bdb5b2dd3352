/** The operator's command line: words as a shell reads them, and an error for all that would need one. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { splitCommandLine } from '../index.ts';

describe('a command line', () => {
  test.each<[string, readonly string[]]>([
    ['pytest', ['pytest']],
    ['pytest -k {test}', ['pytest', '-k', '{test}']],
    ['  npm \t test  ', ['npm', 'test']],
    [`pytest 'a b' "c d" e\\ f`, ['pytest', 'a b', 'c d', 'e f']],
    [`x ''`, ['x', '']],
    [`x a'b'"c"d`, ['x', 'abcd']],
    [`x 'a | b; $(c) \`d\`'`, ['x', 'a | b; $(c) `d`']],
    [`x "a | b > c"`, ['x', 'a | b > c']],
    [`x "\\$A \\" \\\\ \\n"`, ['x', '$A " \\ \\n']],
    ['x \\$HOME \\|', ['x', '$HOME', '|']],
    ['x tests/a.py::b[1-2] *.js ~ #a', ['x', 'tests/a.py::b[1-2]', '*.js', '~', '#a']],
    ['x a=b $', ['x', 'a=b', '$']],
    [`x 'a\nb'`, ['x', 'a\nb']],
  ])('%j is %j', (text, words) => {
    expect(splitCommandLine(text)).toEqual(words);
  });

  test.each<[string, string]>([
    ['a | b', '`|` in column 3 is for a shell'],
    ['a; b', '`;` in column 2'],
    ['a && b', '`&` in column 3'],
    ['a $(b)', '`$` in column 3'],
    ['a "$(b)"', '`$` in column 4'],
    ['a $HOME', '`$` in column 3'],
    ['a "${HOME"', '`$` in column 4'],
    ['a `b`', '``` in column 3'],
    ['a "`b`"', '``` in column 4'],
    ['a < b', '`<` in column 3'],
    ['a > b', '`>` in column 3'],
    ['(a)', '`(` in column 1'],
    ['a\nb', 'the line break in column 2'],
    ["a 'b", "`'` in column 3 is not closed"],
    ['a "b', '`"` in column 3 is not closed'],
    ['a \\', '`\\` in column 3 ends in a backslash'],
    ['', 'names no program'],
    ['   ', 'names no program'],
    ["'' a", 'names no program'],
    ['A=1 b', 'begins with a variable'],
    ['a \0', 'names no program, or has too much in it'],
    [`a ${'x '.repeat(256)}`, 'names no program, or has too much in it'],
  ])('%j is refused: %s', (text, message) => {
    expect(() => splitCommandLine(text)).toThrow(message);
  });

  test('gives back whatever words are put in single quotes', () => {
    const word = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0'));
    fc.assert(
      fc.property(fc.array(word, { maxLength: 8 }), (words) => {
        const quoted = words.map((one) => `'${one.replaceAll("'", `'\\''`)}'`);
        expect(splitCommandLine(['x', ...quoted].join(' '))).toEqual(['x', ...words]);
      }),
    );
  });
});
