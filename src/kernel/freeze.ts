/**
 * Freezes values at the boundary of a room, and caches the text of canonical values that are serialised
 * often.
 */
import {
  type CanonicalValue,
  canonicalText,
  keepText,
  keptTextOf,
  sortByCodePoint,
} from './canonical-json.ts';
import { parseCanonical } from './parse-canonical.ts';

// INVARIANT (ASCII only): the parser rejects bytes that are not ASCII, however they are decoded.
const decoder = new TextDecoder('latin1');

/**
 * Returns a frozen copy of a value with keys in canonical order. Values that contain it are then serialised
 * faster; a value already made here is returned unchanged.
 */
export function freezeCanonical<Value extends CanonicalValue>(value: Value): Value {
  if (typeof value !== 'object' || value === null || isFrozenCanonical(value)) return value;
  const text = canonicalText(value);
  const { copy, height } = copyOf(value);
  keepText(copy as object, { text, height });
  return copy as Value;
}

/** Parses canonical JSON into a frozen value with cached text, or throws `not-canonical`. */
export function parseFrozen(bytes: Uint8Array): CanonicalValue {
  const text = decoder.decode(bytes);
  const value = parseCanonical(text);
  if (typeof value === 'object' && value !== null) keepText(value, { text, height: freezeIn(value) });
  return value;
}

/** Freezes a value owned by the caller and returns its nesting depth. */
function freezeIn(value: CanonicalValue): number {
  if (typeof value !== 'object' || value === null) return 0;
  let inner = 0;
  for (const item of Object.values(value) as readonly CanonicalValue[])
    inner = Math.max(inner, freezeIn(item));
  Object.freeze(value);
  return inner + 1;
}

/** Checks whether a value was made here, and so never changes. */
export function isFrozenCanonical(value: CanonicalValue): value is CanonicalValue & object {
  return typeof value === 'object' && value !== null && keptTextOf(value) !== undefined;
}

/** Copies a value; `height` is its nesting depth. */
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
 * Freezes a value and everything inside records and lists, at any depth, even if the outer part is already
 * frozen.
 */
export function deepFreeze<Value>(value: Value): Value {
  const reached = new Set<object>();
  const reach = (item: unknown): void => {
    if (typeof item === 'object' && item !== null && keptTextOf(item) === undefined) reached.add(item);
  };
  reach(value);
  // Iterating a set includes items added meanwhile, once each, so cycles end and no recursion is needed.
  for (const item of reached) {
    // Iterated by index and frozen last, because engines iterate frozen objects slowly otherwise.
    if (Array.isArray(item)) for (let index = 0; index < item.length; index++) reach(item[index]);
    else for (const key of Reflect.ownKeys(item)) reach((item as Record<PropertyKey, unknown>)[key]);
    Object.freeze(item);
  }
  return value;
}
