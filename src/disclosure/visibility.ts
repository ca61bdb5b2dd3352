/** Who may be told of an item at all, before the mask matrix decides how much of it. */
import { sortByCodePoint } from '../kernel/index.ts';

/** Who may be told of an item; `owner` is whoever the item names as its owner. */
export type Visibility = 'public' | 'owner' | 'system' | { readonly consumers: readonly string[] };

/** A visibility as the mask matrix names it. */
export type VisibilityClass = 'public' | 'consumers' | 'owner' | 'system';

/** The classes from the widest to the narrowest. */
export const visibilityClasses = [
  'public',
  'consumers',
  'owner',
  'system',
] as const satisfies VisibilityClass[];

/** Returns the class of a visibility. */
export function visibilityClass(visibility: Visibility): VisibilityClass {
  return typeof visibility === 'string' ? visibility : 'consumers';
}

/** Tells whether a visibility admits a consumer; an item without a named owner leaves `owner` to the matrix. */
export function admits(visibility: Visibility, consumer: string, owner?: string): boolean {
  if (typeof visibility !== 'string') return visibility.consumers.includes(consumer);
  return visibility !== 'owner' || owner === undefined || owner === consumer;
}

/** Returns the more restrictive of two visibilities; of two lists, those named in both. */
export function narrower(left: Visibility, right: Visibility): Visibility {
  if (typeof left !== 'string' && typeof right !== 'string') {
    const both = left.consumers.filter((consumer) => right.consumers.includes(consumer));
    return { consumers: sortByCodePoint(both) };
  }
  return rank(left) >= rank(right) ? left : right;
}

function rank(visibility: Visibility): number {
  return visibilityClasses.indexOf(visibilityClass(visibility));
}
