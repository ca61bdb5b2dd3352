/**
 * Handles that stand inside a text: ids of frames, also shortened, rules, and the names that packs give to what they do
 * not tell whole. A pack hands out what it lists and nothing that one of its texts happens to quote.
 */
import type { CanonicalValue } from '../../kernel/index.ts';

/** A handle as it stands in a text. */
export type QuotedHandle = { readonly written: string; readonly text: string; readonly index: number };

/** Ids may be shortened; without its type, only a whole one is told from other numbers. */
const QUOTED =
  /\bframe:[0-9a-f]{8,}|\brule_ref:\S{1,512}|\b(?:locked|partial|untold):[0-9]+|(?<![0-9a-z:])[0-9a-f]{64}(?![0-9a-z])/giu;
/** Every quoted handle has a colon or is a digest; most texts have neither, and need not be searched. */
const DIGEST_LENGTH = 64;

/** Returns a value in which every quoted handle, in texts and keys, is what `name` makes of it. */
export function renameHandles(value: CanonicalValue, name: (quoted: QuotedHandle) => string): CanonicalValue {
  if (typeof value === 'string') return renameIn(value, name);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return mapSame(value, (item) => renameHandles(item, name));
  const entries = Object.entries(value as { readonly [key: string]: CanonicalValue });
  const renamed = mapSame(entries, (entry): [string, CanonicalValue] => {
    const [key, item] = entry;
    const [newKey, newItem] = [renameIn(key, name), renameHandles(item, name)];
    return newKey === key && newItem === item ? entry : [newKey, newItem];
  });
  return renamed === entries ? value : Object.fromEntries(renamed);
}

function renameIn(text: string, name: (quoted: QuotedHandle) => string): string {
  // A text may be a handle of any form as a whole.
  const whole = name({ written: text, text, index: 0 });
  if (whole !== text) return whole;
  if (!text.includes(':') && text.length < DIGEST_LENGTH) return text;
  return text.replace(QUOTED, (written: string, index: number) => name({ written, text, index }));
}

/** Maps a list, and returns the list itself where nothing changed: what is told whole is known by that. */
function mapSame<Item>(items: readonly Item[], change: (item: Item) => Item): readonly Item[] {
  const changed = items.map(change);
  return changed.every((item, index) => item === items[index]) ? items : changed;
}
