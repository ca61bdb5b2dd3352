/**
 * Formats scripts and command lines for review: every character that could control a terminal, hide, imitate
 * another or reorder its neighbours is shown as `\u{…}`, and an invalid byte as `\x{…}`.
 */

/**
 * Control and format characters, unusual spaces, combining marks, invisible characters, and right-to-left
 * scripts.
 */
const TRICKY =
  /[\p{C}\p{M}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]|(?! )\p{Zs}/gu;
const TAB = '\t';
const SHOWN_TAB = '⇥   ';

/** Returns a text on one line with nothing hidden; tabs are escaped too. */
export function visibleCode(text: string): string {
  return text.replace(TRICKY, escapeCharacter);
}

/** Returns a line of a script with nothing hidden; a tab becomes an arrow and three spaces. */
export function visibleCodeLine(line: string): string {
  return line.split(TAB).map(visibleCode).join(SHOWN_TAB);
}

/** Returns a line of binary data, given as characters from 0 to 255. */
export function visibleBytes(line: string): string {
  return line.replace(/[^ -~]/g, (byte) => `\\x{${byte.charCodeAt(0).toString(16)}}`);
}

/** Returns an argument in quotes, so that its ends are visible. */
export function visibleWord(word: string): string {
  return visibleCode(JSON.stringify(word));
}

/** Counts the escaped characters of a text, except line breaks and tabs. */
export function countTricky(text: string): number {
  return text.replace(/[\n\t]/g, '').match(TRICKY)?.length ?? 0;
}

function escapeCharacter(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
