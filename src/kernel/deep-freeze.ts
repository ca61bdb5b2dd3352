/** Freezing at the border: what leaves a room cannot be changed by whoever receives it. */
import { keptTextOf } from './canonical-json.ts';

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
