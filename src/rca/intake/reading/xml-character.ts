/** Character classes and references of XML, as code units, for the lexer. */

/** The characters with a meaning in markup. */
export const units = {
  BANG: 33,
  QUOTE: 34,
  AMPERSAND: 38,
  APOSTROPHE: 39,
  SLASH: 47,
  SEMICOLON: 59,
  LESS: 60,
  EQUALS: 61,
  GREATER: 62,
  QUESTION: 63,
  OPEN_BRACKET: 91,
  CLOSE_BRACKET: 93,
} as const;

/** Returns whether text ends at a character. */
export function isTextStop(unit: number): boolean {
  return unit === units.LESS || unit === units.AMPERSAND;
}

/** Returns whether an unquoted attribute value ends at a character. */
export function isBareValueStop(unit: number): boolean {
  return isTextStop(unit) || unit === units.GREATER || isSpace(unit);
}

export function isSpace(unit: number): boolean {
  return unit === 32 || unit === 10 || unit === 13 || unit === 9;
}

/** Returns whether a name can begin with a character. */
export function isNameStart(unit: number): boolean {
  const lower = unit | 32;
  return (lower >= 97 && lower <= 122) || unit === 95 || unit === 58 || unit >= 0xc0;
}

/** Returns whether a name can contain a character. */
export function isNameUnit(unit: number): boolean {
  return isNameStart(unit) || unit === 45 || unit === 46 || (unit >= 48 && unit <= 57) || unit === 0xb7;
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** The longest text that can be a reference; a longer one is a bare `&`. */
export const longestReference = 10;

/** Returns whether a character can be part of a reference. */
export function isReferenceUnit(unit: number): boolean {
  const lower = unit | 32;
  return unit === 35 || (unit >= 48 && unit <= 57) || (lower >= 97 && lower <= 122);
}

/** Decodes a reference to one of the five predefined entities or to a number; undefined for anything else. */
export function decodeReference(reference: string): string | undefined {
  if (!reference.startsWith('#')) return ENTITIES.get(reference);
  const isHex = reference[1] === 'x' || reference[1] === 'X';
  const digits = reference.slice(isHex ? 2 : 1);
  if (!(isHex ? /^[0-9a-fA-F]+$/ : /^[0-9]+$/).test(digits)) return undefined;
  const codePoint = Number.parseInt(digits, isHex ? 16 : 10);
  // Half of a surrogate pair is kept, because some writers spell a character as two references.
  return codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : '\ufffd';
}
