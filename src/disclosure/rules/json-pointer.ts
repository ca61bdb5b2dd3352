/** JSON pointers (RFC 6901) into payloads, which name locked leaves and the fields of a tier. */
import { type CanonicalValue, PenumbraError } from '../../kernel/index.ts';

type Steps = readonly string[];
type Members = { readonly [key: string]: CanonicalValue };

const POSITION = /^(?:0|[1-9][0-9]*)$/;

/** Parses a pointer into steps, or throws. A bare name is a top-level field. */
export function parsePointer(pointer: string): Steps {
  if (pointer === '') return [];
  if (!pointer.startsWith('/')) return [pointer];
  if (/~(?![01])/.test(pointer)) throw new PenumbraError('usage', 'a JSON pointer has a `~` without 0 or 1');
  return pointer
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Returns the value at a pointer, or undefined. */
export function valueAt(value: CanonicalValue, pointer: string): CanonicalValue | undefined {
  let current: CanonicalValue | undefined = value;
  for (const step of parsePointer(pointer)) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, step)) return undefined;
    // Lists only have indexes; `length` is not a member.
    if (Array.isArray(current) && !POSITION.test(step)) return undefined;
    current = (current as Members)[step];
  }
  return current;
}

/** Formats steps as a pointer in canonical form. */
export function formatPointer(steps: Steps): string {
  return steps.map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** Which members of a value to keep. Each pointer covers everything below it. */
export type MemberSelection = {
  /** What to keep; everything else is withheld. */
  readonly listed: readonly string[];
  /** What to withhold, even if it is listed. */
  readonly withheld: readonly string[];
};

/**
 * Returns the listed members of a value without the withheld ones, or undefined if nothing is left. Anything
 * that becomes empty is removed too, because an empty place would reveal that something was there.
 */
export function selectMembers(
  value: CanonicalValue,
  { listed, withheld }: MemberSelection,
): CanonicalValue | undefined {
  return select(value, { listed: listed.map(parsePointer), withheld: withheld.map(parsePointer) }, false);
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

type Paths = { readonly listed: readonly Steps[]; readonly withheld: readonly Steps[] };

function select(
  value: CanonicalValue,
  { listed, withheld }: Paths,
  isAboveListed: boolean,
): CanonicalValue | undefined {
  if (withheld.some(isHere)) return undefined;
  // INVARIANT (deny by default): what no pointer covers is withheld.
  const isListed = isAboveListed || listed.some(isHere);
  if (isListed && withheld.length === 0) return value;
  if (!isListed && listed.length === 0) return undefined;
  const isScalar = typeof value !== 'object' || value === null;
  const entries = isScalar ? [] : Object.entries(value as Members);
  if (entries.length === 0) return isListed ? value : undefined;
  const left = entries.flatMap(([key, item]): readonly (readonly [string, CanonicalValue])[] => {
    const below = { listed: pathsBelow(listed, key), withheld: pathsBelow(withheld, key) };
    const kept = select(item, below, isListed);
    return kept === undefined ? [] : [[key, kept]];
  });
  if (left.length === 0) return undefined;
  return Array.isArray(value) ? left.map(([, item]) => item) : Object.fromEntries(left);
}

function isHere(steps: Steps): boolean {
  return steps.length === 0;
}

function pathsBelow(paths: readonly Steps[], key: string): readonly Steps[] {
  return paths.flatMap(([step, ...rest]) => (step === key ? [rest] : []));
}
