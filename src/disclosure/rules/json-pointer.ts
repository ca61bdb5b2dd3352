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

/** Writes steps as a pointer, in its one full spelling. */
export function formatPointer(steps: Steps): string {
  return steps.map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** Which members of a value are told, each by a pointer that covers all below it. */
export type MemberSelection = {
  /** What is listed; nothing else is told. */
  readonly listed: readonly string[];
  /** What is withheld, listed or not. */
  readonly withheld: readonly string[];
};

/**
 * Returns the listed members of a value without the withheld ones, or undefined where nothing is left. What becomes empty
 * goes as well, for an empty place would tell that something stood there.
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
  // INVARIANT (deny by default): what no pointer covers is not told.
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
