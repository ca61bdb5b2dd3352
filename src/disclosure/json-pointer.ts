/** JSON pointers (RFC 6901) into payloads: they name locked leaves and the fields of a tier. */
import { type CanonicalValue, PenumbraError } from '../kernel/index.ts';

/** Reads a pointer as its steps, or throws; a bare name is a field at the top. */
function parsePointer(pointer: string): readonly string[] {
  if (pointer === '') return [];
  if (!pointer.startsWith('/')) return [pointer];
  if (/~(?![01])/.test(pointer)) throw new PenumbraError('usage', 'a JSON pointer has a `~` without 0 or 1');
  return pointer
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Returns what a pointer leads to, or undefined. */
export function valueAt(value: CanonicalValue, pointer: string): CanonicalValue | undefined {
  let current: CanonicalValue | undefined = value;
  for (const step of parsePointer(pointer)) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, step)) return undefined;
    current = (current as { readonly [key: string]: CanonicalValue })[step];
  }
  return current;
}

/** Returns a value without the member a pointer leads to; everything else is as it was. */
export function withoutMember(value: CanonicalValue, pointer: string): CanonicalValue {
  return removeMember(value, parsePointer(pointer));
}

/** Returns every string and number in a value, in order. */
export function scalarLeaves(value: CanonicalValue): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number' || typeof value === 'bigint') return [String(value)];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(scalarLeaves);
}

function removeMember(value: CanonicalValue, [step, ...rest]: readonly string[]): CanonicalValue {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isRecord || step === undefined || !Object.hasOwn(value, step)) return value;
  const entries = Object.entries(value as { readonly [key: string]: CanonicalValue });
  return Object.fromEntries(
    rest.length === 0
      ? entries.filter(([key]) => key !== step)
      : entries.map(([key, item]) => [key, key === step ? removeMember(item, rest) : item]),
  );
}
