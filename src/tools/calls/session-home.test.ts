/** The home of a session: what is joined to it, and what stays as it was written. */
import { expect, test } from 'vitest';
import { createHome, joinHome } from './session-home.ts';

test.each<[string, string]>([
  ['', 'root:repo'],
  ['src', 'root:repo/src'],
  ['src/a.ts', 'root:repo/src/a.ts'],
  ['src/', 'root:repo/src/'],
  ['src/a:b', 'root:repo/src/a:b'],
  // What no path has is refused when it is resolved, joined or not.
  ['..', 'root:repo/..'],
  ['./src', 'root:repo/./src'],
  [' ', 'root:repo/ '],
  ['root:case/a', 'root:case/a'],
  ['mod:Name/a', 'mod:Name/a'],
  ['ROOT_REPO:/a', 'ROOT_REPO:/a'],
  ['C:/Windows', 'C:/Windows'],
  ['/etc/passwd', '/etc/passwd'],
  ['\\\\server\\share', '\\\\server\\share'],
  ['src\\a', 'src\\a'],
])('`%s` becomes `%s`', (address, joined) => {
  expect(
    joinHome(
      address,
      createHome(() => 'repo'),
    ),
  ).toBe(joined);
});

test('a home moves', () => {
  const home = createHome(() => 'repo');
  home.move('case');
  expect([home.key(), joinHome('a', home)]).toEqual(['case', 'root:case/a']);
});

test('a home is settled as soon as there is one', () => {
  const firsts = [null, 'repo', 'case'];
  const home = createHome(() => firsts.shift() ?? null);
  expect([home.key(), home.key(), home.key()]).toEqual(['', 'repo', 'repo']);
});
