/** JSON pointers (RFC 6901) into payloads: they name locked leaves and the fields of a tier. */
import { type CanonicalValue, PenumbraError } from '../../kernel/index.ts';

type Steps = readonly string[];
type Members = { readonly [key: string]: CanonicalValue };

const POSITION = /^(?:0|[1-9][0-9]*)$/;

/** Reads a pointer as its steps, or throws; a bare name is a field at the top. */
export function parsePointer(pointer: string): Steps {
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
    // A list has positions alone; its length is no member.
    if (Array.isArray(current) && !POSITION.test(step)) return undefined;
    current = (current as Members)[step];
  }
  return current;
}

/**
 * Returns a value without the members that pointers lead to, or undefined where nothing is left. What becomes empty goes
 * as well, for an empty place would tell that something stood there.
 */
export function withoutMembers(
  value: CanonicalValue,
  pointers: readonly string[],
): CanonicalValue | undefined {
  return pointers.length === 0 ? value : removeMembers(value, pointers.map(parsePointer));
}

/** Returns every string and number in a value, in order. */
export function scalarLeaves(value: CanonicalValue): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number' || typeof value === 'bigint') return [String(value)];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(scalarLeaves);
}

/** Returns every key in a value, at any depth. */
export function memberKeys(value: CanonicalValue): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const below = Object.values(value).flatMap(memberKeys);
  return Array.isArray(value) ? below : [...Object.keys(value), ...below];
}

function removeMembers(value: CanonicalValue, paths: readonly Steps[]): CanonicalValue | undefined {
  if (paths.some((steps) => steps.length === 0)) return undefined;
  if (typeof value !== 'object' || value === null || paths.length === 0) return value;
  const entries = Object.entries(value as Members);
  const left = entries.flatMap(([key, item]): readonly (readonly [string, CanonicalValue])[] => {
    const below = paths.flatMap(([step, ...rest]) => (step === key ? [rest] : []));
    const kept = removeMembers(item, below);
    return kept === undefined ? [] : [[key, kept]];
  });
  if (left.length === 0 && entries.length > 0) return undefined;
  return Array.isArray(value) ? left.map(([, item]) => item) : Object.fromEntries(left);
}
