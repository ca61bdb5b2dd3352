/**
 * Makes foreign text safe for a screen: characters that control a terminal or reorder letters are shown as
 * `\u{…}`.
 */

/**
 * Control and format characters (bidi, zero width), lone surrogates, line separators, fillers, and
 * noncharacters.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0\ufffe\uffff]/gu;
const UNSEEN_BUT_LINES = new RegExp(`(?!\\n)${UNSEEN.source}`, 'gu');

/** Returns a text on one line with all invisible characters escaped. */
export function visibleLine(text: string): string {
  return text.replace(UNSEEN, escapeCharacter);
}

/** Returns a text with its line breaks kept, tabs as spaces, and all other invisible characters escaped. */
export function visibleText(text: string): string {
  return text.replace(/\r\n/g, '\n').replaceAll('\t', '  ').replace(UNSEEN_BUT_LINES, escapeCharacter);
}

/** Returns a line of code or output with tabs as spaces and all invisible characters escaped. */
export function visibleSource(text: string): string {
  return visibleLine(text.replace(/\r?\n?$/, '').replaceAll('\t', '  '));
}

/** Returns a text for copying, including tabs; null if it has characters that need escaping. */
export function copyableText(text: string): string | null {
  return text.split('\t').map(visibleText).join('\t') === text ? text : null;
}

/** Returns prose on one line, with line breaks and tabs as spaces. */
export function visibleProse(text: string): string {
  return visibleLine(text.replace(/[\r\n\t]+/g, ' ')).trim();
}

function escapeCharacter(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
