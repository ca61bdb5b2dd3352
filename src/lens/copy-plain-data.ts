/** Tells data from what only looks like it: a reply is read several times, and must be the same each time. */
import { limits } from '../kernel/index.ts';

/** A value as JSON has it; unlike canonical values it may hold fractions. */
export type PlainData =
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly PlainData[]
  | { readonly [key: string]: PlainData };

/** Returns a copy of texts, numbers, lists and records as JSON has them, or undefined for anything else. */
export function copyPlainData(value: unknown): PlainData | undefined {
  try {
    return copy(value, 0);
  } catch {
    return undefined;
  }
}

function copy(value: unknown, depth: number): PlainData {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'bigint' || (typeof value === 'number' && Number.isFinite(value))) return value;
  if (typeof value !== 'object' || depth >= limits.jsonDepth) throw new TypeError('no data');
  if (Array.isArray(value)) return Array.from(value, (item) => copy(item, depth + 1));
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) throw new TypeError('no data');
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, copy(item, depth + 1)]));
}
