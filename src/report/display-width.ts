/** How many columns a text takes on a terminal: none for marks, two for wide letters and emoji, else one. */

const MARK = /\p{Mn}|\p{Me}/u;
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u4dbf\u4e00-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1faff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the range is that of plain letters
const PLAIN = /^[\u0000-\u02ff]*$/;

/** Counts the columns of a text without control characters. */
export function displayWidth(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let columns = 0;
  for (const character of text) columns += characterWidth(character);
  return columns;
}

/** Fills a text with spaces up to a number of columns. */
export function padColumns(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - displayWidth(text)));
}

/** Splits a text after as many characters as fit in the columns, at least one. */
export function splitAtColumn(text: string, columns: number): readonly [string, string] {
  let used = 0;
  let end = 0;
  for (const character of text) {
    used += characterWidth(character);
    if (used > columns && end > 0) break;
    end += character.length;
  }
  return [text.slice(0, end), text.slice(end)];
}

function characterWidth(character: string): number {
  if (PLAIN.test(character)) return 1;
  if (MARK.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}
