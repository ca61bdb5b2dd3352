/**
 * Text of scripts and command lines as a person approves it: every character that could steer a terminal, hide, pass for
 * another or change the order of its neighbours is written as `\u{…}`, and a byte that is not text as `\x{…}`.
 */

/** Controls, formats, spaces but the plain one, marks, what no font shows, and what is written from right to left. */
const TRICKY =
  /[\p{C}\p{M}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]|(?! )\p{Zs}/gu;
const TAB = '\t';
const SHOWN_TAB = '⇥   ';

/** Returns a text on one line in which nothing is hidden; tabs, too, are written out. */
export function visibleCode(text: string): string {
  return text.replace(TRICKY, escapeCharacter);
}

/** Returns a line of a script in which nothing is hidden; a tab is an arrow and three spaces. */
export function visibleCodeLine(line: string): string {
  return line.split(TAB).map(visibleCode).join(SHOWN_TAB);
}

/** Returns a line of bytes that are no text, each a character from 0 to 255. */
export function visibleBytes(line: string): string {
  return line.replace(/[^ -~]/g, (byte) => `\\x{${byte.charCodeAt(0).toString(16)}}`);
}

/** Returns a word of a command line in quotes, so that its beginning and end are seen. */
export function visibleWord(word: string): string {
  return visibleCode(JSON.stringify(word));
}

/** Counts the characters of a text that are written out, line ends and tabs aside. */
export function countTricky(text: string): number {
  return text.replace(/[\n\t]/g, '').match(TRICKY)?.length ?? 0;
}

function escapeCharacter(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
