/**
 * The one order of texts: by Unicode code point, which is also the order of their UTF-8 bytes.
 * JavaScript's own order compares UTF-16 units and puts astral characters before U+E000..U+FFFF.
 */

const SURROGATE = /[\ud800-\udfff]/;

/** Compares two texts by code point. */
export function compareCodePoints(left: string, right: string): number {
  const shared = Math.min(left.length, right.length);
  for (let index = 0; index < shared; index++) {
    const a = left.charCodeAt(index);
    const b = right.charCodeAt(index);
    if (a !== b) return codePointRank(a) - codePointRank(b);
  }
  return left.length - right.length;
}

/** Sorts texts by code point, in place. */
export function sortByCodePoint(texts: string[]): string[] {
  if (isSorted(texts)) return texts;
  // Where no surrogate occurs the built-in order is the same, and much faster.
  return SURROGATE.test(texts.join('')) ? texts.sort(compareCodePoints) : texts.sort();
}

/** Keys of what was parsed from canonical JSON are in order already, and looking is much cheaper than sorting. */
function isSorted(texts: readonly string[]): boolean {
  for (let index = 1; index < texts.length; index++) {
    if (compareCodePoints(texts[index - 1] as string, texts[index] as string) > 0) return false;
  }
  return true;
}

function codePointRank(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}
