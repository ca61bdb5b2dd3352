/**
 * Undoes escapes that stand for single characters (`%41`, `&#65;`, `&amp;`, `\u0041`, `\x41`, `=41`). The leak guard
 * reads a text with escapes twice, as it is and undone. Every mixture of plain and escaped characters would need a
 * pattern of its own, exponentially many, so this one encoding is met on the side of the text.
 */

// Bounded counts: every match is short, so that undoing takes linear time.
const ESCAPE =
  /%u([0-9a-f]{4})|((?:%[0-9a-f]{2}){1,4})|&#x([0-9a-f]{1,6});?|&#([0-9]{1,7});?|&([a-z]{2,8});|\\u\{([0-9a-f]{1,6})\}|\\u([0-9a-f]{4})|\\x([0-9a-f]{2})|=([0-9a-f]{2})|\\([0-7]{3})/gi;
const MAY_ESCAPE = /[%&\\=]/;
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  gt: '>',
  hyphen: '-',
  lt: '<',
  nbsp: ' ',
  quot: '"',
  shy: '',
  sol: '/',
};
const ROUNDS = 3;
const utf8 = new TextDecoder();

/** Returns a text with its escapes undone, also escapes of escapes, or null where there are none. */
export function unescapeText(text: string): string | null {
  if (!MAY_ESCAPE.test(text)) return null;
  let current = text;
  for (let round = 0; round < ROUNDS; round++) {
    const undone = current.replace(ESCAPE, undo);
    if (undone === current) break;
    current = undone;
  }
  return current === text ? null : current;
}

function undo(whole: string, ...groups: readonly (string | undefined)[]): string {
  const [percentU, percent, entityHex, entityDecimal, named, braced, unicode, byte, quoted, octal] = groups;
  if (percent !== undefined) return decodeBytes(percent);
  if (named !== undefined) return NAMED[named.toLowerCase()] ?? whole;
  const hex = percentU ?? entityHex ?? braced ?? unicode ?? byte ?? quoted;
  if (hex !== undefined) return fromCode(Number.parseInt(hex, 16)) ?? whole;
  return (
    fromCode(Number.parseInt(entityDecimal ?? octal ?? '', entityDecimal === undefined ? 8 : 10)) ?? whole
  );
}

function decodeBytes(percent: string): string {
  const bytes = percent
    .slice(1)
    .split('%')
    .map((hex) => Number.parseInt(hex, 16));
  return utf8.decode(Uint8Array.from(bytes));
}

function fromCode(code: number): string | null {
  return code <= 0x10ffff ? String.fromCodePoint(code) : null;
}
