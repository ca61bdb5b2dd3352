// Owners by lines of a CODEOWNERS file, as hosts document them.

import { expect, test } from 'vitest';
import { createOwnersOf } from './code-owners.ts';

const text = `# Everybody
*                 @shop/all
*.js              @js-owner   # inline
/build/logs/      @doctocat @octo
docs/*            docs@example.com
apps/             @octocat
/scripts/         @doctocat
**/vendored       @vendor
/apps/github
[Section]
with\\ space/      @space
^[Optional] @nobody
`;
const ownersOf = createOwnersOf((path) =>
  path === 'CODEOWNERS' ? new TextEncoder().encode(text) : undefined,
);

test.each<[string, string | undefined]>([
  ['README', '@shop/all'],
  ['src/cart.js', '@js-owner'],
  ['build/logs/deep/a.txt', '@doctocat @octo'],
  ['other/build/logs/a.txt', '@shop/all'],
  ['docs/guide.md', 'docs@example.com'],
  ['docs/deep/guide.md', '@shop/all'],
  ['some/apps/deep/a.ts', '@octocat'],
  ['apps/github/a.ts', undefined],
  ['lib/vendored/a.c', '@vendor'],
  ['with space/a.ts', '@space'],
])('%s is owned by %s', (path, owners) => {
  expect(ownersOf(path)).toBe(owners);
});

test('the first place that hosts look at counts, and without a file nobody owns anything', () => {
  const files: Readonly<Record<string, string>> = { '.github/CODEOWNERS': '* @a', CODEOWNERS: '* @b' };
  const read = (path: string) =>
    files[path] === undefined ? undefined : new TextEncoder().encode(files[path]);
  expect(createOwnersOf(read)('x')).toBe('@a');
  expect(createOwnersOf(() => undefined)('x')).toBeUndefined();
});

test('a hostile file takes no longer than a long one', () => {
  const hostile = new TextEncoder().encode(
    `${'\\'.repeat(50_000)}\n${'@a '.repeat(50_000)}\n${'*/'.repeat(5_000)} @b`,
  );
  expect(() => createOwnersOf(() => hostile)('a/b/c.ts')).not.toThrow();
});
