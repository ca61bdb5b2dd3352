/**
 * A contract's targets: a relative path covers itself; `*` and `?` match within a segment, `**` any number of
 * segments. Matching remembers one place to go back to, so no pattern can make it slow.
 */
import { findPathFault } from './path-fault.ts';

/** Tells whether a target covers a path; the empty path, the whole root, is covered by `**` alone. */
export function targetCovers(target: string, path: string): boolean {
  if (target === '' || findPathFault(target) !== null || findPathFault(path) !== null) return false;
  if (path === '') return target === '**';
  return matchItems(segmentsOf(target), path.split('/'), {
    isAny: (segment) => segment === '**',
    matches: (segment, name) =>
      matchItems([...segment], [...name], {
        isAny: (character) => character === '*',
        matches: (character, other) => character === '?' || character === other,
      }),
  });
}

/**
 * Tells whether a target covers all that a pattern does. It is never mistaken where it says so; what only several
 * targets cover together is not seen.
 */
export function targetHolds(target: string, pattern: string): boolean {
  if ([target, pattern].some((text) => text === '' || findPathFault(text) !== null)) return false;
  return matchItems(segmentsOf(target), segmentsOf(pattern), {
    isAny: (segment) => segment === '**',
    matches: (segment, other) =>
      other !== '**' &&
      matchItems([...segment], [...other], {
        isAny: (character) => character === '*',
        // Of what a wildcard of the pattern can stand for, a plain character covers too little.
        matches: (character, one) => one !== '*' && (character === '?' || character === one),
      }),
  });
}

function segmentsOf(target: string): readonly string[] {
  const segments = target.split('/');
  // What ends in `**` covers what lies below, not the directory itself.
  if (segments.length > 1 && segments.at(-1) === '**') segments.push('*');
  return segments;
}

type Matching = {
  /** Tells whether a part of a pattern stands for any number of items. */
  readonly isAny: (part: string) => boolean;
  readonly matches: (part: string, item: string) => boolean;
};

function matchItems(parts: readonly string[], items: readonly string[], matching: Matching): boolean {
  let part = 0;
  let item = 0;
  let retry: { readonly part: number; item: number } | null = null;
  while (item < items.length) {
    const current = parts[part];
    if (current !== undefined && matching.isAny(current)) {
      // The latest `any` can always take over from an earlier one.
      retry = { part, item };
      part += 1;
    } else if (current !== undefined && matching.matches(current, items[item] as string)) {
      part += 1;
      item += 1;
    } else if (retry !== null) {
      retry.item += 1;
      part = retry.part + 1;
      item = retry.item;
    } else {
      return false;
    }
  }
  return parts.slice(part).every(matching.isAny);
}
