/**
 * Handles within texts: frame ids, possibly shortened, rules, and the names that packs give to partly
 * disclosed or undisclosed items. A pack discloses the handles it lists, and not those its texts happen to
 * quote.
 */
import { type CanonicalValue, isFrozenCanonical } from '../../kernel/index.ts';
import { walkTexts } from '../guard/walk-texts.ts';

export type QuotedHandle = { readonly written: string; readonly text: string; readonly index: number };

/** Ids may be shortened. Without a prefix, only a full id can be distinguished from other numbers. */
const QUOTED =
  /\bframe:[0-9a-f]{8,}|\brule_ref:\S{1,512}|\b(?:locked|partial|untold):[0-9]+|(?<![0-9a-z:])[0-9a-f]{64}(?![0-9a-z])/giu;

/** Replaces every quoted handle in texts and keys with the result of `name`. */
export function renameHandles(value: CanonicalValue, name: (quoted: QuotedHandle) => string): CanonicalValue {
  if (typeof value === 'string') return renameIn(value, name);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return mapSame(value, (item) => renameHandles(item, name));
  const members = value as { readonly [key: string]: CanonicalValue };
  const keys = Object.keys(members);
  const [newKeys, newItems]: [string[], CanonicalValue[]] = [[], []];
  // Each key before its value, because names are numbered in document order.
  for (const key of keys) {
    newKeys.push(renameIn(key, name));
    newItems.push(renameHandles(members[key] as CanonicalValue, name));
  }
  if (keys.every((key, index) => newKeys[index] === key && newItems[index] === members[key])) return value;
  return Object.fromEntries(newKeys.map((key, index) => [key, newItems[index] as CanonicalValue]));
}

function renameIn(text: string, name: (quoted: QuotedHandle) => string): string {
  // A text as a whole may be a handle of any form.
  const whole = name({ written: text, text, index: 0 });
  if (whole !== text || !seemsToQuote(text)) return whole;
  return text.replace(QUOTED, (written: string, index: number) => name({ written, text, index }));
}

/**
 * Calls `visit` with every handle in a value, and with every text and key, which may be a handle as a whole.
 */
export function visitQuoted(value: CanonicalValue, visit: (quoted: QuotedHandle) => void): void {
  walkTexts(value, TEXTS_ALONE, (text) => {
    visit({ written: text, text, index: 0 });
    visitWithin(text, visit);
  });
}

function visitWithin(text: string, visit: (quoted: QuotedHandle) => void): void {
  if (!seemsToQuote(text)) return;
  for (const { 0: written, index } of text.matchAll(QUOTED)) visit({ written, text, index });
}

const TEXTS_ALONE = { hasNumbers: false };
const NO_QUOTES: readonly QuotedHandle[] = [];
const marked = new WeakMap<object, readonly QuotedHandle[]>();

/** Returns what `visitQuoted` visits, except whole texts without the mark of a handle. */
export function markedQuotes(value: CanonicalValue): readonly QuotedHandle[] {
  const isFixed = isFrozenCanonical(value);
  const known = isFixed ? marked.get(value) : undefined;
  if (known !== undefined) return known;
  let found = NO_QUOTES;
  walkTexts(value, TEXTS_ALONE, (text) => {
    if (!quotesSomething(text)) return;
    const quotes: QuotedHandle[] = hasHandleMark(text) ? [{ written: text, text, index: 0 }] : [];
    visitWithin(text, (quoted) => quotes.push(quoted));
    if (quotes.length > 0) found = [...found, ...quotes];
  });
  if (isFixed) marked.set(value, found);
  return found;
}

/** Returns whether a text is long enough for a digest or has a colon; otherwise it contains no handle. */
function quotesSomething(text: string): boolean {
  return text.length >= DIGEST_DIGITS || text.includes(':');
}

/** Returns whether a text is as long as a digest or has a colon, as all handles do except made-up ones. */
export function hasHandleMark(text: string): boolean {
  return text.length === DIGEST_DIGITS || text.includes(':');
}

const DIGEST_DIGITS = 64;
const STEP = 8;

/** A quick check of a few characters that shows, for most texts, that they contain no handle. */
function seemsToQuote(text: string): boolean {
  for (let colon = text.indexOf(':'); colon !== -1; colon = text.indexOf(':', colon + 1))
    if (endsType(text.charCodeAt(colon - 1))) return true;
  let digits = 0;
  for (let index = STEP - 1; index < text.length; index += STEP) {
    digits = isHexDigit(text.charCodeAt(index)) ? digits + 1 : 0;
    if (digits === DIGEST_DIGITS / STEP) return true;
  }
  return false;
}

/** The last letters of `frame`, `rule_ref`, `locked`, `untold` and `partial`. */
function endsType(code: number): boolean {
  const letter = code | 0x20;
  return letter === 0x65 || letter === 0x66 || letter === 0x64 || letter === 0x6c;
}

function isHexDigit(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x66);
}

/** Maps a list. Returns the list itself if nothing changed, which identifies what is disclosed whole. */
function mapSame<Item>(items: readonly Item[], change: (item: Item) => Item): readonly Item[] {
  const changed = items.map(change);
  return changed.every((item, index) => item === items[index]) ? items : changed;
}
