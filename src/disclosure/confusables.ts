/**
 * Characters that pass for others, each folded to one plain spelling: letters of other scripts that look Latin,
 * digits of other scripts, enclosed letters, and the pairs people misread (0 and o, 1 and l and i, m and rn).
 * Used by `normalizeText` on both sides, so a fold that merges too much can only block more.
 */

/** Lower-case look-alikes by the plain letter they pass for; compatibility forms and accents are folded before. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  a: 'аαɑɐᴀꭺⲁ',
  b: 'ьвβбʙᏼƅ',
  c: 'сϲᴄⲥҫ',
  d: 'ԁɗđᴅꓒδ',
  e: 'еєεҽɛᴇⲉэ',
  f: 'ƒғꜰϝ',
  g: 'ɡցɢ',
  h: 'һнհηʜħⲏ',
  j: 'јϳʝᴊ',
  k: 'кκᴋқⲕ',
  l: 'іιɩıӏʟוןاⲓɪł',
  m: 'мᴍⲙ',
  n: 'пոռɴⲛ',
  o: 'оοσςօøɵᴏⲟөծഠဝ',
  p: 'рρᴘⲣþ',
  q: 'ԛզգ',
  r: 'гʀⲅᴦꭇ',
  s: 'ѕꜱʂꞩ',
  t: 'тτᴛⲧŧ',
  u: 'υսᴜцμʋ',
  v: 'νѵᴠ',
  w: 'ѡωшԝᴡꮃ',
  x: 'хχⲭ×',
  y: 'уγүʏყⲩ',
  z: 'ᴢʐƶζⲍ',
};

/** Where the ten digits of a script begin. */
const DIGIT_ZEROS = [
  0x0660, 0x06f0, 0x07c0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66, 0x0e50,
  0x0ed0, 0x0f20, 0x1040, 0x17e0, 0x1810,
];

/** Where the letters a to z of an enclosed or flag alphabet begin. */
const ENCLOSED_ALPHABETS = [0x1f130, 0x1f150, 0x1f170, 0x1f1e6];

/** What a plain letter or digit is folded to in the end; one may become two, never two one, so no context is needed. */
const MISREAD: Readonly<Record<string, string>> = { '0': 'o', '1': 'l', i: 'l', m: 'rn', w: 'vv' };

const table = new Map<number, string>();
for (const [plain, alikes] of Object.entries(LOOK_ALIKES)) {
  for (const alike of alikes) table.set(codeOf(alike), misreadOf(plain));
}
for (const zero of DIGIT_ZEROS) {
  for (let digit = 0; digit < 10; digit++) table.set(zero + digit, misreadOf(String(digit)));
}
for (const start of ENCLOSED_ALPHABETS) {
  for (let letter = 0; letter < 26; letter++) {
    table.set(start + letter, misreadOf(String.fromCharCode(0x61 + letter)));
  }
}
for (const [plain, folded] of Object.entries(MISREAD)) table.set(codeOf(plain), folded);

/** Returns what a code point is folded to, or undefined where it stands for itself. */
export function foldConfusable(codePoint: number): string | undefined {
  return table.get(codePoint);
}

/** Returns the digit a code point stands for in its script, or undefined. */
export function digitOf(codePoint: number): number | undefined {
  if (codePoint >= 0x30 && codePoint <= 0x39) return codePoint - 0x30;
  const zero = DIGIT_ZEROS.find((start) => codePoint >= start && codePoint < start + 10);
  return zero === undefined ? undefined : codePoint - zero;
}

function misreadOf(plain: string): string {
  return MISREAD[plain] ?? plain;
}

function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}
