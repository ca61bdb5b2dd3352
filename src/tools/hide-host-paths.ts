/** Replaces the host paths of roots in text from inside a root, by the root's address. */
import type { HostRoot } from '../kernel/index.ts';

/** Returns a function that hides the places of some roots in a text. */
export function hideHostPaths(roots: readonly HostRoot[]): (text: string) => string {
  const known = roots
    .map(({ key, realPath }) => ({ key, path: realPath.replace(/[/\\]+$/, '') }))
    .filter(({ path }) => path !== '')
    .sort((a, b) => b.path.length - a.path.length);
  const patterns = known.map(({ key, path }) => ({ key, pattern: patternOf(path) }));
  return (text) =>
    patterns.reduce((result, { key, pattern }) => result.replaceAll(pattern, () => `root:${key}`), text);
}

/** A root right below the top, like `/app`, ends many relative paths too, and counts only where a path begins. */
function patternOf(path: string): string | RegExp {
  if (/[/\\].*[/\\]/.test(path)) return path;
  const literal = path.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  return new RegExp(`(?<![\\p{L}\\p{N}_.-])${literal}(?![\\p{L}\\p{N}_-])`, 'gu');
}
