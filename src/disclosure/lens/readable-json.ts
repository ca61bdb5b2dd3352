/**
 * Canonical JSON made readable in a prompt, on one line: letters of any script stand for themselves instead of escapes.
 * What a reader cannot see stays escaped, so the text has one reading and turns back into the same canonical text.
 */
const ESCAPED = /\\u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})|\\u([0-9a-f]{4})|\\./g;
const BEYOND_ASCII = /[^\p{ASCII}]/gu;
const VISIBLE = /^(?!\p{Default_Ignorable_Code_Point}|\p{ASCII})[\p{L}\p{M}\p{N}\p{P}\p{S}]$/u;

/** Returns canonical JSON text with its visible characters written out. */
export function toReadable(canonical: string): string {
  if (!canonical.includes('\\u')) return canonical;
  return canonical.replace(ESCAPED, (written, high?: string, low?: string, unit?: string) => {
    const character = unit === undefined ? fromHex(high) + fromHex(low) : fromHex(unit);
    return VISIBLE.test(character) ? character : written;
  });
}

/** Returns the canonical text a readable one was made from. */
export function fromReadable(readable: string): string {
  return readable.replace(BEYOND_ASCII, (character) => {
    let escapes = '';
    for (let index = 0; index < character.length; index++) {
      escapes += `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`;
    }
    return escapes;
  });
}

function fromHex(hex: string | undefined): string {
  return hex === undefined ? '' : String.fromCharCode(Number.parseInt(hex, 16));
}
