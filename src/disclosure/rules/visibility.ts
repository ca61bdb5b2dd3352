/** Who may see an item at all, before the mask matrix decides how much of it. */
import { sortByCodePoint } from '../../kernel/index.ts';
import { hasFields, isOneOf, listOf, nameOf } from './value-shape.ts';

/** Who may see an item; `owner` is the owner named by the item. */
export type Visibility = 'public' | 'owner' | 'system' | { readonly consumers: readonly string[] };

/** The name of a visibility in the mask matrix. */
export type VisibilityClass = 'public' | 'consumers' | 'owner' | 'system';

/** A visibility and its owner, if named. */
export type Audience = { readonly visibility: Visibility; readonly owner?: string };

/** The classes from widest to narrowest. */
export const visibilityClasses = [
  'public',
  'consumers',
  'owner',
  'system',
] as const satisfies VisibilityClass[];

/** Returns whether a value is a visibility. An empty list of consumers is valid and admits nobody. */
export function isVisibility(value: unknown): value is Visibility {
  return isOneOf(['public', 'owner', 'system'])(value) || hasFields(value, { consumers: listOf(nameOf) });
}

export function visibilityClass(visibility: Visibility): VisibilityClass {
  return typeof visibility === 'string' ? visibility : 'consumers';
}

/** Returns whether a visibility admits a consumer. Without a named owner, `owner` is left to the matrix. */
export function admits(visibility: Visibility, consumer: string, owner?: string): boolean {
  if (typeof visibility !== 'string') return visibility.consumers.includes(consumer);
  return visibility !== 'owner' || owner === undefined || owner === consumer;
}

/** Returns the intersection of two audiences: the narrower class, and the consumers named in both. */
export function narrower(left: Audience, right: Audience): Audience {
  const narrowest = rank(left) >= rank(right) ? left.visibility : right.visibility;
  const named = inBoth(namedIn(left), namedIn(right));
  if (named === null) return { visibility: narrowest };
  const [owner] = named;
  if (typeof narrowest !== 'string') return { visibility: { consumers: sortByCodePoint([...named]) } };
  // Without a single owner, nobody is in both: an owner is one consumer, and the system is none.
  return narrowest === 'owner' && owner !== undefined && named.length === 1
    ? { visibility: 'owner', owner }
    : { visibility: { consumers: [] } };
}

/** Returns the consumers named by an audience, or null if they are left to the matrix. */
function namedIn({ visibility, owner }: Audience): readonly string[] | null {
  // A consumer may be listed twice.
  if (typeof visibility !== 'string') return [...new Set(visibility.consumers)];
  return visibility === 'owner' && owner !== undefined ? [owner] : null;
}

function inBoth(left: readonly string[] | null, right: readonly string[] | null): readonly string[] | null {
  if (left === null || right === null) return left ?? right;
  return left.filter((consumer) => right.includes(consumer));
}

function rank({ visibility }: Audience): number {
  return visibilityClasses.indexOf(visibilityClass(visibility));
}
