/**
 * How wide a text is when nobody knows the font: at least as wide as the widest of the usual fonts would draw it, in
 * whole pixels, so that equal graphs give equal pictures everywhere.
 */

/** Widths in thousandths of the size of the font; what is in no class is as wide as a capital. */
const classes: readonly (readonly [characters: RegExp, width: number])[] = [
  [/[ijlI.,:;'|! ]/, 345],
  [/[frt()[\]{}/\\-]/, 430],
  [/[mwMW@%]/, 1_010],
  [/[a-z0-9_"*?]/, 645],
  [/[ -~]/, 850],
  [/[·…]/, 1_010],
];
const UNKNOWN = 1_150;
const BOLD = 112;
const MOST_CHARACTERS = 66;

/** How a text is drawn. */
export type TextStyle = { readonly size: number; readonly isBold?: boolean };

/** Returns how many pixels a text may take. */
export function textWidth(text: string, { size, isBold = false }: TextStyle): number {
  let width = 0;
  for (const character of text) width += classes.find(([one]) => one.test(character))?.[1] ?? UNKNOWN;
  return Math.ceil((width * size * (isBold ? BOLD : 100)) / 100_000);
}

/** Tells whether a text has only characters whose width is known. */
export function hasKnownWidth(text: string): boolean {
  return /^[ -~·…]*$/.test(text);
}

/** What is unseen, steers a text, or may not stand in XML; by number, so that no version of Unicode changes a picture. */
const UNSEEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff\u{e0000}-\u{e007f}]+/gu;

/** Returns a text as one line that can be drawn: a dot for what is unseen or steers, and cut where it is very long. */
export function drawableText(text: string): string {
  const characters = [...text.toWellFormed().replace(UNSEEN, '·')];
  if (characters.length <= MOST_CHARACTERS) return characters.join('');
  return `${characters.slice(0, MOST_CHARACTERS - 1).join('')}…`;
}
