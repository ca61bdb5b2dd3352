/**
 * How long a value is as JSON, without writing it: what holds one part many times over would be written many times over.
 * Null for what is no JSON, so that two values that differ cannot have the same text.
 */
export function measureJson(value: unknown, most: number): number | null {
  const waiting: unknown[] = [value];
  let length = 0;
  while (waiting.length > 0 && length <= most) {
    const next = waiting.pop();
    const own = lengthOf(next);
    if (own === null) return null;
    length += own;
    if (typeof next !== 'object' || next === null) continue;
    // What is left out of a mapping is not written.
    for (const part of Object.values(next)) if (part !== undefined) waiting.push(part);
  }
  return length;
}

/** The length of a value without its parts. */
function lengthOf(value: unknown): number | null {
  if (value === null || typeof value === 'boolean') return 4;
  if (typeof value === 'string') return value.length + 2;
  if (typeof value === 'number') return Number.isFinite(value) ? 1 : null;
  if (typeof value !== 'object') return null;
  const keys = Object.keys(value);
  if (Array.isArray(value))
    return keys.length === value.length && !value.includes(undefined) ? 2 + keys.length : null;
  if (Object.getPrototypeOf(value) !== Object.prototype) return null;
  return keys.reduce((sum, key) => sum + key.length + 3, 2);
}
