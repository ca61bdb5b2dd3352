/** Freezing at the border: what leaves a room cannot be changed by whoever receives it. */

/** Freezes a value and everything in it, at any depth and also where its outer part is frozen already. */
export function deepFreeze<Value>(value: Value): Value {
  const reached = new Set<unknown>([value]);
  // A set yields what is added while it is walked, once each: cycles end, and depth needs no stack.
  for (const item of reached) {
    if (typeof item !== 'object' || item === null) continue;
    Object.freeze(item);
    for (const key of Reflect.ownKeys(item)) reached.add((item as Record<PropertyKey, unknown>)[key]);
  }
  return value;
}
