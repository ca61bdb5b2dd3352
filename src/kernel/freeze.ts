/** Freezes values at the border of a room, and canonical ones with their text, where they are written many times. */
import {
  type CanonicalValue,
  canonicalText,
  keepText,
  keptTextOf,
  sortByCodePoint,
} from './canonical-json.ts';
import { parseCanonical } from './parse-canonical.ts';

// INVARIANT (ASCII only): what is no ASCII in the bytes is refused by the parser, whatever it is decoded to.
const decoder = new TextDecoder('latin1');

/**
 * Returns a frozen copy of a value, its keys in the order in which its canonical form would be parsed. Whatever it
 * stands in is written faster from then on; one that was made here is returned as it is.
 */
export function freezeCanonical<Value extends CanonicalValue>(value: Value): Value {
  if (typeof value !== 'object' || value === null || isFrozenCanonical(value)) return value;
  const text = canonicalText(value);
  const { copy, height } = copyOf(value);
  keepText(copy as object, { text, height });
  return copy as Value;
}

/** Parses canonical JSON into a frozen value whose text is kept, or throws `not-canonical`. */
export function parseFrozen(bytes: Uint8Array): CanonicalValue {
  const text = decoder.decode(bytes);
  const value = parseCanonical(text);
  if (typeof value === 'object' && value !== null) keepText(value, { text, height: freezeIn(value) });
  return value;
}

/** Freezes a value that nobody else has, and returns how many lists and records stand within each other. */
function freezeIn(value: CanonicalValue): number {
  if (typeof value !== 'object' || value === null) return 0;
  let inner = 0;
  for (const item of Object.values(value) as readonly CanonicalValue[])
    inner = Math.max(inner, freezeIn(item));
  Object.freeze(value);
  return inner + 1;
}

/** Tells whether a value was made here, and so never changes. */
export function isFrozenCanonical(value: CanonicalValue): value is CanonicalValue & object {
  return typeof value === 'object' && value !== null && keptTextOf(value) !== undefined;
}

/** Copies a value; `height` is how many lists and records stand within each other. */
function copyOf(value: CanonicalValue): { readonly copy: CanonicalValue; readonly height: number } {
  if (typeof value !== 'object' || value === null) return { copy: value, height: 0 };
  const kept = keptTextOf(value);
  if (kept !== undefined) return { copy: value, height: kept.height };
  let inner = 0;
  const take = (item: CanonicalValue): CanonicalValue => {
    const { copy, height } = copyOf(item);
    inner = Math.max(inner, height);
    return copy;
  };
  if (Array.isArray(value)) {
    const list = (value as readonly CanonicalValue[]).map(take);
    return { copy: Object.freeze(list), height: inner + 1 };
  }
  const members = value as { readonly [key: string]: CanonicalValue };
  const entries = sortByCodePoint(Object.keys(members)).map(
    (key) => [key, take(members[key] as CanonicalValue)] as const,
  );
  return { copy: Object.freeze(Object.fromEntries(entries)), height: inner + 1 };
}

/**
 * Freezes a value and everything in it, members of records and items of lists, at any depth and also where its outer part
 * is frozen already.
 */
export function deepFreeze<Value>(value: Value): Value {
  const reached = new Set<object>();
  const reach = (item: unknown): void => {
    if (typeof item === 'object' && item !== null && keptTextOf(item) === undefined) reached.add(item);
  };
  reach(value);
  // A set yields what is added while it is walked, once each: cycles end, and depth needs no stack.
  for (const item of reached) {
    // Frozen last, and walked by index: engines are slow to walk what is frozen in other ways.
    if (Array.isArray(item)) for (let index = 0; index < item.length; index++) reach(item[index]);
    else for (const key of Reflect.ownKeys(item)) reach((item as Record<PropertyKey, unknown>)[key]);
    Object.freeze(item);
  }
  return value;
}
