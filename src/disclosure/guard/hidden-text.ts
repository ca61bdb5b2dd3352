/**
 * Text in characters that show nothing: tags, each of which stands for one ASCII character, and variation selectors,
 * which are used for bytes. No reader sees it, and every model does.
 */

const TAGS = 0xe0000;
const FIRST_TAG = 0xe0020;
const LAST_TAG = 0xe007e;
const FIRST_SELECTOR = 0xe0100;
const LAST_SELECTOR = 0xe01ef;
/** So many bytes are those of the short selectors. */
const SHORT_SELECTORS = 16;

const TAG = /[\u{e0020}-\u{e007e}]/gu;
const SELECTORS = /\p{Variation_Selector}/gu;

const utf8 = new TextDecoder();

/** Tells whether a code point may stand for something that is not seen. */
export function isHidden(codePoint: number): boolean {
  return (
    (codePoint >= FIRST_TAG && codePoint <= LAST_TAG) ||
    (codePoint >= FIRST_SELECTOR && codePoint <= LAST_SELECTOR)
  );
}

/** Returns a text with its tags read where they stand, and behind it all that it hides by itself. */
export function showHidden(text: string): string {
  const tags = text.match(TAG) ?? [];
  const selectors = (text.match(SELECTORS) ?? []).filter(isByte);
  if (tags.length === 0 && selectors.length === 0) return text;
  const inPlace = text.replace(TAG, fromTag);
  const bytes = Uint8Array.from(selectors, fromSelector);
  return [inPlace, tags.map(fromTag).join(''), utf8.decode(bytes)].join('\n');
}

/** The short ones also choose how an emoji looks, and stand for control characters alone. */
function isByte(selector: string): boolean {
  return (selector.codePointAt(0) as number) >= FIRST_SELECTOR;
}

function fromTag(tag: string): string {
  return String.fromCodePoint((tag.codePointAt(0) as number) - TAGS);
}

function fromSelector(selector: string): number {
  return (selector.codePointAt(0) as number) - FIRST_SELECTOR + SHORT_SELECTORS;
}
