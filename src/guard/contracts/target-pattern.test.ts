/** Contract targets: what they cover, and that no pattern makes matching slow. */
import { describe, expect, test } from 'vitest';
import { targetCovers } from './target-pattern.ts';

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
