/** Freezing at the border: what leaves a room cannot be changed by whoever receives it. */

/**
 * Freezes a value and everything in it, members of records and items of lists, at any depth and also where its outer part
 * is frozen already.
 */
export function deepFreeze<Value>(value: Value): Value {
  const reached = new Set<object>();
  const reach = (item: unknown): void => {
    if (typeof item === 'object' && item !== null) reached.add(item);
  };
  reach(value);
  // A set yields what is added while it is walked, once each: cycles end, and depth needs no stack.
  for (const item of reached) {
    Object.freeze(item);
    if (Array.isArray(item)) item.forEach(reach);
    else for (const key of Reflect.ownKeys(item)) reach((item as Record<PropertyKey, unknown>)[key]);
  }
  return value;
}
