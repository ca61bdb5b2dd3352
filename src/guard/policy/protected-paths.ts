/**
 * Paths that a policy protects wherever they stand below a root. A path is compared as every disk could take it: letters
 * without their case and in one composition, without characters that are not shown, and without the dots and spaces that
 * some disks drop. Where that takes two files for one, a person is asked once too often.
 */
import type { PolicyRoot } from './policy.ts';

/** Tells whether a change at a path could change something protected; the empty path is the whole root. */
export type ProtectsPath = (path: string) => boolean;

const SPECIAL = /[\\^$.+()[\]{}|]/gu;

/** Makes the test of one root. */
export function protectedPaths({ protected: patterns }: Pick<PolicyRoot, 'protected'>): ProtectsPath {
  if (patterns.length === 0) return () => false;
  const written = patterns.map((pattern) => foldPath(pattern).split('/').map(segmentPattern));
  // Who replaces or moves a directory on the way to something protected takes it along.
  const ways = written.flatMap((segments) =>
    segments.flatMap((segment, index) => {
      const isLast = index === segments.length - 1;
      return isLast || segment !== ANY ? [joined(segments.slice(0, index + 1))] : [];
    }),
  );
  const reaching = new RegExp(`(?:^|/)(?:${ways.join('|')})$`, 'u');
  return (path) => path === '' || reaching.test(foldPath(path));
}

const ANY = '(?:[^/]+/)*[^/]+';

function joined(segments: readonly string[]): string {
  return segments
    .map((segment, index) => {
      const isLast = index === segments.length - 1;
      if (segment === ANY && !isLast) return '(?:[^/]+/)*';
      return isLast ? segment : `${segment}/`;
    })
    .join('');
}

function segmentPattern(segment: string): string {
  if (segment === '**') return ANY;
  return segment.replace(SPECIAL, String.raw`\$&`).replaceAll('*', '[^/]*').replaceAll('?', '[^/]');
}

function foldPath(path: string): string {
  return path
    .normalize('NFD')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/[. ]+(?=\/|$)/gu, '');
}
