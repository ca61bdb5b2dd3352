/** Contract targets: what they cover, and that no pattern makes matching slow. */
import { describe, expect, test } from 'vitest';
import { targetCovers, targetHolds } from './target-pattern.ts';

describe('a target', () => {
  test.each<[target: string, covered: string[], left: string[]]>([
    ['src/a.ts', ['src/a.ts'], ['src', 'src/a.tsx', 'src/a.ts/b', 'SRC/a.ts', '']],
    ['src', ['src'], ['src/a', 's', '']],
    ['src/*', ['src/a', 'src/.hidden'], ['src', 'src/a/b', '']],
    ['src/*.ts', ['src/a.ts', 'src/.ts'], ['src/a.js', 'src/a/b.ts']],
    ['src/**', ['src/a', 'src/a/b'], ['src', 'source/a', '']],
    ['**', ['a', 'a/b/c', ''], []],
    ['**/*.ts', ['a.ts', 'a/b/c.ts'], ['a.js', '']],
    ['a/**/z', ['a/z', 'a/b/z', 'a/b/c/z'], ['a', 'z', 'a/b']],
    ['a/**/b/**/c', ['a/b/c', 'a/x/b/y/b/c'], ['a/c', 'a/b']],
    ['a?c', ['abc', 'a😀c'], ['ac', 'a/c', 'abbc']],
    ['a**b', ['ab', 'axxb'], ['a/b']],
    ['*', ['a'], ['a/b', '']],
    ['[a]', ['[a]'], ['a']],
    ['a/../b', [], ['b', 'a/../b']],
    ['../**', [], ['a', '../a']],
    ['a//b', [], ['a/b', 'a//b']],
    ['/a', [], ['a', '/a']],
    ['a/', [], ['a', 'a/']],
    ['', [], ['', 'a']],
    ['**', [], ['../a', '/a', 'a\\b', 'a\0', 'a//b']],
  ])('`%s` covers %j and not %j', (target, covered, left) => {
    expect(covered.filter((path) => !targetCovers(target, path))).toEqual([]);
    expect(left.filter((path) => targetCovers(target, path))).toEqual([]);
  });

  test('of many wildcards is matched in the order of its length', () => {
    const path = 'a/'.repeat(1_000);
    expect(targetCovers(`${'**/a/'.repeat(400)}b`, `${path}a`)).toBe(false);
    expect(targetCovers(`${'*a'.repeat(100)}b`, 'a'.repeat(250))).toBe(false);
  });
});

describe('a target holds a pattern', () => {
  test.each<[string, readonly string[], readonly string[]]>([
    ['src/a', ['src/a'], ['src/*', 'src/?', 'src', '**', '']],
    ['src/*', ['src/a', 'src/*', 'src/?b', 'src/*.ts'], ['src/**', 'src/*/a', '*/a']],
    ['src/**', ['src/a', 'src/**', 'src/*/b', 'src/**/c'], ['src', '**', '**/src']],
    ['**', ['**', 'a', '*/**', 'a/**/b'], ['../a', '']],
    ['a?', ['ab', 'a?'], ['a*', 'a']],
    ['*.ts', ['a.ts', '*.ts', '?.ts', 'a*.ts'], ['*', '*.t?', '**']],
    ['a/**/z', ['a/z', 'a/*/z', 'a/**/z', 'a/b/**/z'], ['a/**', '**/z']],
  ])('`%s` holds %j and not %j', (target, held, left) => {
    expect(held.filter((pattern) => !targetHolds(target, pattern))).toEqual([]);
    expect(left.filter((pattern) => targetHolds(target, pattern))).toEqual([]);
  });

  test('only where it covers every path that the pattern covers', () => {
    const patterns = joinedOf(['a', 'b', '*', '?', 'a*', '**'], 3);
    const paths = ['', ...joinedOf(['a', 'b', 'ab'], 4)];
    const covered = new Map(
      patterns.map((one) => [one, new Set(paths.filter((path) => targetCovers(one, path)))]),
    );
    const held = patterns.flatMap((target) =>
      patterns.filter((pattern) => targetHolds(target, pattern)).map((pattern) => ({ target, pattern })),
    );
    const isMistaken = ({ target, pattern }: (typeof held)[number]) =>
      [...(covered.get(pattern) ?? [])].some((path) => !covered.get(target)?.has(path));
    expect(held.length).toBeGreaterThan(patterns.length);
    expect(held.filter(isMistaken)).toEqual([]);
  });
});

/** Returns all paths of some names, up to a depth. */
function joinedOf(names: readonly string[], depth: number): readonly string[] {
  if (depth === 0) return [];
  return names.flatMap((name) => [name, ...joinedOf(names, depth - 1).map((rest) => `${name}/${rest}`)]);
}
