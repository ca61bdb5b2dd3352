/**
 * Makes text of a report fit to show and to compare: one kind of line end, no colour codes, no control characters.
 * Runners mangle the escape character of colour codes in several ways, for XML forbids it; all of them are known here.
 */

/** Escape sequences: colours and cursor moves, titles and links. The lengths are bounded to keep matching linear. */
const ESCAPE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character is what is looked for
  /\u001b(?:\[[0-9;:?]{0,32}[@-~]|\][^\u0007\u001b]{0,2048}(?:\u0007|\u001b\\)|[()][0-9A-B]|[=>78cDEHM])/g;

/** Colour codes whose escape character was spelt out, replaced or shown as a symbol. */
const MANGLED_COLOUR = /(?:#x1B|\\x1b|\\u001b|\ufffd|\u241b|\?)\[[0-9;]{0,32}m/gi;

/** Colour codes whose escape character was dropped; not `[3m]`, which somebody may mean. */
const BARE_COLOUR = /\[(?:0|1|2|3|4|7|22|23|24|27|39|49|[34][0-7]|9[0-7]|[34]8;5;\d{1,3})m(?!\])/g;

const LINE_END = /\r\n?/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g;

/** Most texts of a report are names and numbers, with nothing in them to clean. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const SUSPICIOUS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ud800-\udfff\ufffe\uffff]|\[[\d;m]/;

/** Returns a text without colour codes and control characters, with `\n` as line end. */
export function cleanText(text: string): string {
  if (!SUSPICIOUS.test(text)) return text;
  return text
    .replace(ESCAPE, '')
    .replace(MANGLED_COLOUR, '')
    .replace(BARE_COLOUR, '')
    .replace(LINE_END, '\n')
    .replace(CONTROL, '')
    .toWellFormed();
}
