/** Tells data from what only looks like it: a reply is read several times, and must be the same each time. */
import { type CanonicalValue, limits } from '../../kernel/index.ts';

/** Returns a copy of texts, numbers, lists and records as JSON has them, or undefined for anything else. */
export function copyPlainData(value: unknown): CanonicalValue | undefined {
  try {
    return copy(value, 0);
  } catch {
    return undefined;
  }
}

function copy(value: unknown, depth: number): CanonicalValue {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'bigint' || (typeof value === 'number' && Number.isFinite(value))) return value;
  if (typeof value !== 'object' || depth >= limits.jsonDepth) throw new TypeError('no data');
  const prototype = Object.getPrototypeOf(value);
  const isList = Array.isArray(value);
  if (!isList && prototype !== Object.prototype && prototype !== null) throw new TypeError('no data');
  const members = Object.entries(Object.getOwnPropertyDescriptors(value))
    .filter(([key]) => !isList || key !== 'length')
    .map(([key, descriptor]) => [key, copy(dataOf(descriptor), depth + 1)] as const);
  return isList ? members.map(([, item]) => item) : Object.fromEntries(members);
}

/** What answers by a getter may answer otherwise the next time. */
function dataOf(descriptor: PropertyDescriptor): unknown {
  if (!('value' in descriptor)) throw new TypeError('no data');
  return descriptor.value;
}
