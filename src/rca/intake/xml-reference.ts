/** Decodes what stands between `&` and `;`: the five predefined entities and characters by number, nothing else. */

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** The longest text that can be a reference; a longer one is a bare `&`. */
export const longestReference = 10;

/** Tells whether a character can stand in a reference. */
export function isReferenceUnit(unit: number): boolean {
  const lower = unit | 32;
  return unit === 35 || (unit >= 48 && unit <= 57) || (lower >= 97 && lower <= 122);
}

/** Returns the character a reference means, or nothing where it means none. */
export function decodeReference(reference: string): string | undefined {
  if (!reference.startsWith('#')) return ENTITIES.get(reference);
  const isHex = reference[1] === 'x' || reference[1] === 'X';
  const digits = reference.slice(isHex ? 2 : 1);
  if (!(isHex ? /^[0-9a-fA-F]+$/ : /^[0-9]+$/).test(digits)) return undefined;
  const codePoint = Number.parseInt(digits, isHex ? 16 : 10);
  // A half of a surrogate pair is kept as it is: some writers spell a character as two references.
  return codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : '\ufffd';
}
