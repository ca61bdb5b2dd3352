/** Who may be told of an item at all, before the mask matrix decides how much of it. */
import { sortByCodePoint } from '../../kernel/index.ts';
import { hasFields, isOneOf, listOf, nameOf } from './value-shape.ts';

/** Who may be told of an item; `owner` is whoever the item names as its owner. */
export type Visibility = 'public' | 'owner' | 'system' | { readonly consumers: readonly string[] };

/** A visibility as the mask matrix names it. */
export type VisibilityClass = 'public' | 'consumers' | 'owner' | 'system';

/** A visibility with the owner it may name. */
export type Audience = { readonly visibility: Visibility; readonly owner?: string };

/** The classes from the widest to the narrowest. */
export const visibilityClasses = [
  'public',
  'consumers',
  'owner',
  'system',
] as const satisfies VisibilityClass[];

/** Tells whether a value is a visibility; one that names nobody is one, and admits nobody. */
export function isVisibility(value: unknown): value is Visibility {
  return isOneOf(['public', 'owner', 'system'])(value) || hasFields(value, { consumers: listOf(nameOf) });
}

/** Returns the class of a visibility. */
export function visibilityClass(visibility: Visibility): VisibilityClass {
  return typeof visibility === 'string' ? visibility : 'consumers';
}

/** Tells whether a visibility admits a consumer; an item without a named owner leaves `owner` to the matrix. */
export function admits(visibility: Visibility, consumer: string, owner?: string): boolean {
  if (typeof visibility !== 'string') return visibility.consumers.includes(consumer);
  return visibility !== 'owner' || owner === undefined || owner === consumer;
}

/** Returns who is in both of two audiences: the narrower class, and of the named those in both. */
export function narrower(left: Audience, right: Audience): Audience {
  const narrowest = rank(left) >= rank(right) ? left.visibility : right.visibility;
  const named = inBoth(namedIn(left), namedIn(right));
  if (named === null) return { visibility: narrowest };
  const [owner] = named;
  if (typeof narrowest !== 'string') return { visibility: { consumers: sortByCodePoint([...named]) } };
  // An owner is one, and the system is no one that could be named: otherwise nobody is in both.
  return narrowest === 'owner' && owner !== undefined && named.length === 1
    ? { visibility: 'owner', owner }
    : { visibility: { consumers: [] } };
}

/** Returns the consumers an audience names, or null where it leaves them to the matrix. */
function namedIn({ visibility, owner }: Audience): readonly string[] | null {
  // Whoever is named twice is still one.
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
