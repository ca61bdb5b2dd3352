// The normal form: the same from any stretch of a text, and every digit of every script is a digit.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { digitOf } from './confusables.ts';
import { createPiece, normalizeInto, normalizeText, normalKey } from './normalize-text.ts';
import { unescapeText } from './unescape-text.ts';
import { isEdge, isWordEdge, MISREAD } from './unit-mark.ts';

const pieces = fc.constantFrom(
  'a',
  'M',
  '1',
  ' ',
  '-',
  '\u200b',
  'é',
  'e\u0301',
  'ß',
  'Ж',
  '🐉',
  '𝐕',
  '\ufdfa',
  '\ud800',
  '٤',
);

test('is the same whether a text is short or stands behind a long one', () => {
  fc.assert(
    fc.property(
      fc.array(pieces, { maxLength: 40 }),
      fc.integer({ min: 2_020, max: 2_060 }),
      (parts, length) => {
        const text = parts.join('');
        const before = `${'x'.repeat(length)} `;
        const alone = normalizeText(text);
        const behind = normalizeText(before + text);
        expect(behind.units.subarray(length)).toEqual(alone.units);
        expect(behind.marks.subarray(length)).toEqual(alone.marks);
        expect(behind.characters).toBe(alone.characters + length);
      },
    ),
  );
});

test.each([
  ['Straße', 'strasse'],
  ['ＦＵＬＬ', 'full'],
  ['m0dern w1ll', 'rnodernvvlll'],
  ['a\u00adb\u200bc\u0336d', 'abcd'],
  ['x\ty\nz', 'xyz'],
  ['', ''],
])('of %j is %j', (text, key) => {
  expect(normalKey(text)).toBe(key);
});

test('parts words at lines and tabs, and not at invisible characters', () => {
  expect([...normalizeText('ab\tc\u200bd').marks].map(isEdge)).toEqual([true, false, true, false, true]);
});

test('tells a letter beside a digit from the edge of a word', () => {
  const marks = [...normalizeText('x1 y').marks];
  expect(marks.map(isEdge)).toEqual([true, true, true, true]);
  expect(marks.map(isWordEdge)).toEqual([true, false, true, true]);
});

test.each([
  ['o0', 'one'],
  ['l1i', 'one'],
  ['mw', 'none'],
  ['іιⲓꓲi', 'i'],
  ['ӏʟłl', 'l'],
  ['٠〇𝟎0', '0'],
])('tells apart what readers misread, and not what other scripts write: %j', (text, same) => {
  const forms = [...text].map((character) => {
    const { units, marks } = normalizeText(character);
    return `${[...units]} ${[...marks].map((mark) => mark & MISREAD)}`;
  });
  expect(new Set(forms).size).toBe(same.length === 1 ? 1 : forms.length);
});

function isNoticed(text: string): boolean {
  const piece = createPiece();
  normalizeInto(piece, text, 0);
  return piece.hasEscapes;
}

test('notices every number that is written another way', () => {
  const part = fc.constantFrom(
    '0',
    '00',
    '1',
    '23',
    '4567',
    '89012',
    'e',
    'E-',
    '.5',
    ',',
    ' ',
    ':',
    '-',
    'b',
    '_',
    '10',
    '**',
    '^6',
    '⁶',
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const text = parts.join('');
      expect(isNoticed(text) || unescapeText(text) === null).toBe(true);
    }),
    { numRuns: 5_000 },
  );
});

test.each([
  ['frame:4e07408562bedb8b', false],
  ['frame:7902699be42c8a8e', false],
  ['0e17daca5f3e175f', false],
  ['it costs 4e3', true],
  ['it costs 47.5e-1, or 5', true],
  ['number 0047', true],
])('a hash holds no number of its own: %j', (text, isOne) => {
  expect(isNoticed(text)).toBe(isOne);
});

test('knows the digits of every script', () => {
  const unknown = [];
  for (let code = 0x80; code <= 0x1ffff; code++) {
    if (!/\p{Nd}/u.test(String.fromCodePoint(code))) continue;
    const [plain] = String.fromCodePoint(code).normalize('NFKD');
    if (digitOf(plain?.codePointAt(0) ?? 0) === undefined) unknown.push(code);
  }
  expect(unknown).toEqual([]);
});
