/**
 * Confusable characters, each folded to one plain spelling: letters of other scripts that look Latin, digits
 * of other scripts, enclosed letters, and the pairs people misread (0 and o, 1 and l and i, m and rn).
 * `foldCharacter` applies this to both the tokens and the text, so a fold that merges too much can only block
 * more. Plain letters are only misread in long words, so their folds are flagged and strict patterns can tell
 * them apart.
 *
 * A character may mean one thing and look like another: `Ν` is the capital of `ν` and looks like `N`, `٥` is
 * a five and looks like `o`. `foldConfusable` returns the meaning, `shapeOf` the look.
 */
import { CONFUSABLE_SHAPES } from './confusable-shapes.ts';

/** How a plain letter was folded: not at all, from a digit, or from another letter. */
export const misreadings = { none: 0, digit: 1, letter: 2 } as const;

/** The plain spelling a character is folded to, and how that fold was misread. */
export type Confusable = {
  readonly spelling: string;
  readonly misread: (typeof misreadings)[keyof typeof misreadings];
};

/** Lower-case look-alikes by plain letter. Compatibility forms and accents are folded earlier. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  a: 'аαɑɐᴀꭺⲁꓮ',
  b: 'ьвβбʙᏼƅꮟꓐ',
  c: 'сϲᴄⲥҫꮯꓚ',
  d: 'ԁɗđᴅꓒδꭰꓓ',
  e: 'еєεҽɛᴇⲉэꭼꓰ',
  f: 'ƒғꜰϝꓝ',
  g: 'ɡցɢꮐꓖ',
  h: 'һнհηʜħⲏꮋꓧ',
  i: 'іιɩıⲓɪꓲ',
  j: 'јϳʝᴊꭻꓙ',
  k: 'кκᴋқⲕꮶꓗ',
  l: 'ӏʟוןاłꮮꓡǀ',
  m: 'мᴍⲙꮇꓟ',
  n: 'пոռɴⲛꓠ',
  o: 'оοσςօøɵᴏⲟөծഠဝꓳ',
  p: 'рρᴘᴩⲣþꮲꓑ',
  q: 'ԛզգ',
  r: 'гʀⲅᴦꭇꓣ',
  s: 'ѕꜱʂꞩꮪꓢ',
  t: 'тτᴛⲧŧꭲꓔ',
  u: 'υսᴜцμʋꓴ',
  v: 'νѵᴠꮩꓦ',
  w: 'ѡωшԝᴡꮃꓪ',
  x: 'хχⲭ×ꓫ',
  y: 'уγүʏყⲩꓬ',
  z: 'ᴢʐƶζⲍꮓꓜ',
  л: 'ᴫ',
  λ: 'ᴧ',
  π: 'ᴨ',
  ψ: 'ᴪ',
};

/** The code points of the zero in each script's row of digits. */
const DIGIT_ZEROS = [
  0x0660, 0x06f0, 0x07c0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66, 0x0de6,
  0x0e50, 0x0ed0, 0x0f20, 0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50, 0x1bb0,
  0x1c40, 0x1c50, 0xa620, 0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0x104a0, 0x10d30, 0x10d40, 0x11066,
  0x110f0, 0x11136, 0x111d0, 0x112f0, 0x11450, 0x114d0, 0x11650, 0x116c0, 0x116d0, 0x116da, 0x11730, 0x118e0,
  0x11950, 0x11bf0, 0x11c50, 0x11d50, 0x11da0, 0x11de0, 0x11f50, 0x16130, 0x16a60, 0x16ac0, 0x16b50, 0x16d70,
  0x1e140, 0x1e2f0, 0x1e4f0, 0x1e5f1, 0x1e950,
];

/** The code points of the one in each row of enclosed digits that NFKD does not decompose. */
const ENCLOSED_ONES = [0x2776, 0x2780, 0x278a, 0x24f5];
const ENCLOSED_ZEROS = [0x24ff, 0x1f10b, 0x1f10c];

/** Look-alikes from later Unicode versions, in the format of the generated table. */
const LATER_SHAPES = `
3 2c9c 2cc4
6 3ec 2cd3 2cdc
9 2ccb
b 2c82 16eb6
c 1004 105a
i 582
l 11dda 16eaa
o 3ed
p 1bf 3f8 2cce 2ccf
s d1f
w 2cbd
`;

/** Greek and Cyrillic letters that Unicode lists as look-alikes of each other or of `ß`, by their reading. */
const LETTER_SHAPES = `ss 3b2 3d0
y 413
λ 41b
π 41f 43f
φ 424 444
ψ 470 471
`;

/** The Chinese and Japanese digits, whose code points are not consecutive. */
const IDEOGRAPHIC_DIGITS = '〇一二三四五六七八九';

/** The code points of the letter A in each enclosed or flag alphabet. */
const ENCLOSED_ALPHABETS = [0x1f130, 0x1f150, 0x1f170, 0x1f1e6];

/**
 * The final fold of plain letters and digits. One may become two, but two never become one, so no context is
 * needed.
 */
const MISREAD: Readonly<Record<string, Confusable>> = {
  '0': { spelling: 'o', misread: misreadings.digit },
  '1': { spelling: 'l', misread: misreadings.digit },
  i: { spelling: 'l', misread: misreadings.letter },
  m: { spelling: 'rn', misread: misreadings.letter },
  w: { spelling: 'vv', misread: misreadings.letter },
};

const digits = new Map<number, number>();
for (const zero of [0x30, ...DIGIT_ZEROS]) {
  for (let digit = 0; digit < 10; digit++) digits.set(zero + digit, digit);
}
for (const [digit, character] of [...IDEOGRAPHIC_DIGITS].entries()) digits.set(codeOf(character), digit);
for (const one of ENCLOSED_ONES) {
  for (let digit = 1; digit < 10; digit++) digits.set(one + digit - 1, digit);
}
for (const zero of ENCLOSED_ZEROS) digits.set(zero, 0);

const table = new Map<number, Confusable>();
for (const [plain, alikes] of Object.entries(LOOK_ALIKES)) {
  for (const alike of alikes) table.set(codeOf(alike), misreadOf(plain));
}
for (const [code, digit] of digits) table.set(code, misreadOf(String(digit)));
for (const start of ENCLOSED_ALPHABETS) {
  for (let letter = 0; letter < 26; letter++) {
    table.set(start + letter, misreadOf(String.fromCharCode(0x61 + letter)));
  }
}
for (const [plain, folded] of Object.entries(MISREAD)) table.set(codeOf(plain), folded);

const PUNCTUATION = '-';
const shapes = new Map<number, readonly Confusable[]>();
// A line that starts with a space continues the previous one.
for (const row of `${LATER_SHAPES}${LETTER_SHAPES}${CONFUSABLE_SHAPES}`.replace(/\n /g, ' ').split('\n')) {
  const [plain = '', ...codes] = row.split(' ');
  const shape = plain === PUNCTUATION ? [] : [...plain].map(misreadOf);
  for (const code of codes) shapes.set(Number.parseInt(code, 16), shape);
}

/**
 * Returns the plain letters and digits a code point looks like: none for punctuation, undefined if unknown.
 */
export function shapeOf(codePoint: number): readonly Confusable[] | undefined {
  return shapes.get(codePoint);
}

/** Returns what a code point is folded to, or undefined if it is not folded. */
export function foldConfusable(codePoint: number): Confusable | undefined {
  return table.get(codePoint);
}

/** Returns the value of a digit in any script, or undefined. */
export function digitOf(codePoint: number): number | undefined {
  return digits.get(codePoint);
}

function misreadOf(plain: string): Confusable {
  return MISREAD[plain] ?? { spelling: plain, misread: misreadings.none };
}

function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}
