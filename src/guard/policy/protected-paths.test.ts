/** Which changes reach a protected path, by whatever name. */
import { describe, expect, test } from 'vitest';
import { defaultProtected } from './default-protected.ts';
import { lintPolicy } from './lint-policy.ts';
import { protectedPaths } from './protected-paths.ts';

const protects = protectedPaths({
  protected: ['.github/workflows/**', 'package.json', 'a/**/b', '*.mk', 'n?'],
});

describe('a path is protected', () => {
  test.each([
    ['package.json', 'as it is written'],
    ['deep/down/package.json', 'at any depth'],
    ['PACKAGE.json', 'in other letters, since some disks do not care'],
    ['pac\u212aage.json', 'by a letter that folds to another'],
    ['package.json.', 'with a dot that some disks drop'],
    ['package.json ', 'with a space that some disks drop'],
    ['pack\u200dage.json', 'with a character that is not shown'],
    ['.github/workflows/ci.yml', 'below a directory'],
    ['sub/.GitHub/workflows/deep/ci.yml', 'below a directory at any depth'],
    ['.github/workflows', 'as the directory itself'],
    ['.github', 'as a directory on the way'],
    ['a/b', 'through no directory'],
    ['a/x/y/b', 'through several directories'],
    ['rules.mk', 'by a wildcard'],
    ['no', 'by one character'],
    ['', 'as part of the whole root'],
  ])('%s: %s', (path) => {
    expect(protects(path)).toBe(true);
  });
});

test.each([
  'package.jsonx',
  'package.json/x',
  'xpackage.json',
  'package/json',
  '.github/x',
  'workflows/ci.yml',
  'b',
  'a/x',
  'nooo',
  'amk',
])('%s is not protected', (path) => {
  expect(protects(path)).toBe(false);
});

test('a root without patterns protects nothing, not even as a whole', () => {
  expect(['', 'package.json'].map(protectedPaths({ protected: [] }))).toEqual([false, false]);
});

test('what ships protects what others run, and leaves sources alone', () => {
  const shipped = protectedPaths({ protected: defaultProtected });
  const run =
    '.github/workflows/ci.yml package.json .vscode/tasks.json .npmrc conftest.py .gitattributes .gitmodules Makefile x/Dockerfile vite.config.ts tests/conftest.py';
  expect(run.split(' ').filter((path) => !shipped(path))).toEqual([]);
  const more =
    'binding.gyp action.yml .cirrus.yml .semaphore/semaphore.yml buildspec.yml .teamcity/settings.kts netlify.toml vercel.json ' +
    '.zed/tasks.json .fleet/run.json x.sublime-project .run/x.run.xml .vimrc .helix/config.toml .lintstagedrc captainhook.json ' +
    '.simple-git-hooks.json .overcommit.yml hooks/pre-commit dune wscript build.sc project/plugins.sbt conanfile.py xmake.lua ' +
    'x.cabal x.podspec turbo.json nx.json angular.json Build.PL .Rprofile codemagic.yaml karma.conf.js .prettierrc.js';
  expect(more.split(' ').filter((path) => !shipped(path))).toEqual([]);
  const plain = 'src/index.ts README.md docs/config.md lib/build/main.py test/a.test.js data/package.txt';
  expect(plain.split(' ').filter(shipped)).toEqual([]);
});

test.each([
  [
    'defaults',
    '`defaults` is a name of a file here, and not `default` -> write `default`, or `**/defaults` for files of this name',
  ],
  [
    '[default, "!package.json"]',
    '`!package.json` would take something out, and patterns only add -> list what is protected; nothing is taken out of `default`',
  ],
])('a slip is told with its remedy: %s', (written, told) => {
  const policy = `
policy: p
modes: [work]
roots: { yard: { protected: ${written} } }
tools: { file: read }
sets: { read: { area: READ, commands: { file: read } } }
visibility: { work: { yard: always } }
operations: { work: { yard: [{ allow: READ }] } }
`;
  expect(lintPolicy(policy).map(({ message, remedy }) => `${message} -> ${remedy}`)).toEqual([told]);
});
