/** The line ends of a text: a text that ends every line by CRLF is changed by texts that do so, too. */

const BARE_FEED = /(?<!\r)\n/;
const LINE_END = /\r?\n/g;

/** Tells whether a text has lines and ends every one of them by CRLF. */
export function hasCrlfOnly(text: string): boolean {
  return text.includes('\n') && !BARE_FEED.test(text);
}

/** Returns a text with every line ended by CRLF. */
export function toCrlf(text: string): string {
  return text.replace(LINE_END, '\r\n');
}
