/**
 * Paths that a policy protects at any depth below a root. Paths are compared the way a file system might:
 * ignoring case, Unicode composition, invisible characters, and the trailing dots and spaces that some file
 * systems drop. If this confuses two files, a person is asked unnecessarily.
 */
import type { PolicyRoot } from './policy.ts';

/** Returns whether a change at a path could change something protected. The empty path is the whole root. */
export type ProtectsPath = (path: string) => boolean;

const SPECIAL = /[\\^$.+()[\]{}|]/gu;

/** Creates the test for a root. */
export function protectedPaths({ protected: patterns }: Pick<PolicyRoot, 'protected'>): ProtectsPath {
  if (patterns.length === 0) return () => false;
  const written = patterns.map((pattern) => foldPath(pattern).split('/').map(segmentPattern));
  // Replacing or moving a parent directory of a protected path affects it too.
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
