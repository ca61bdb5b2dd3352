/**
 * A contract's targets. A relative path covers itself, `*` and `?` match within a segment, and `**` matches
 * any number of segments. The matcher keeps a single backtracking position, so no pattern can make it slow.
 */
import { findPathFault } from './path-fault.ts';

/** Returns whether a target covers a path. The empty path (the whole root) is only covered by `**`. */
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
 * Returns whether a target covers everything that a pattern does. True is always right; false may be wrong if
 * only several targets together cover the pattern.
 */
export function targetHolds(target: string, pattern: string): boolean {
  if ([target, pattern].some((text) => text === '' || findPathFault(text) !== null)) return false;
  return matchItems(segmentsOf(target), segmentsOf(pattern), {
    isAny: (segment) => segment === '**',
    matches: (segment, other) =>
      other !== '**' &&
      matchItems([...segment], [...other], {
        isAny: (character) => character === '*',
        // A plain character covers only some of what a wildcard of the pattern can match.
        matches: (character, one) => one !== '*' && (character === '?' || character === one),
      }),
  });
}

function segmentsOf(target: string): readonly string[] {
  const segments = target.split('/');
  // A trailing `**` covers what is below a directory, but not the directory itself.
  if (segments.length > 1 && segments.at(-1) === '**') segments.push('*');
  return segments;
}

type Matching = {
  /** Returns whether a part of a pattern matches any number of items. */
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
