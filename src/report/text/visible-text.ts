/**
 * Text of reports, files and models made harmless for a screen: what steers a terminal or reorders letters becomes
 * visible as `\u{…}`, so that it can be read and does nothing.
 */

/** Controls, format characters (bidi, zero width), lone surrogates, line separators, fillers, and noncharacters. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0\ufffe\uffff]/gu;
const UNSEEN_BUT_LINES = new RegExp(`(?!\\n)${UNSEEN.source}`, 'gu');

/** Returns a text on one line with every unseen character made visible. */
export function visibleLine(text: string): string {
  return text.replace(UNSEEN, escapeCharacter);
}

/** Returns a text that keeps its lines, tabs as spaces, with every other unseen character made visible. */
export function visibleText(text: string): string {
  return text.replace(/\r\n/g, '\n').replaceAll('\t', '  ').replace(UNSEEN_BUT_LINES, escapeCharacter);
}

/** Returns a line of code or output, tabs as spaces, with every unseen character made visible. */
export function visibleSource(text: string): string {
  return visibleLine(text.replace(/\r?\n?$/, '').replaceAll('\t', '  '));
}

/** Returns a text to be copied as it is, tabs included; null where it has characters that would have to be made visible. */
export function copyableText(text: string): string | null {
  return text.split('\t').map(visibleText).join('\t') === text ? text : null;
}

/** Returns prose as one visible line: line ends and tabs become a space. */
export function visibleProse(text: string): string {
  return visibleLine(text.replace(/[\r\n\t]+/g, ' ')).trim();
}

function escapeCharacter(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
