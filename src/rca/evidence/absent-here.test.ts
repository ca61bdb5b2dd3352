// What a failure lacks: packages, submodules and built files are told apart, and what the repository has is none of them.
import { expect, test } from 'vitest';
import { type Absent, absentHere, absentRemedy, absentWords } from './absent-here.ts';

const files: Record<string, string> = {
  'src/shop/__init__.py': '',
  'lib/index.js': '',
  'tests/test_cart.py': '',
  'pyproject.toml': '[project]\ndependencies = [\n  "typing-extensions",\n]\n',
  'package.json': '{\n  "devDependencies": { "@scope/tool": "1" }\n}\n',
  '.gitignore': '*.pyc\nsrc/*/_version.py\ndist/\n',
  '.gitmodules': '[submodule "suite"]\n\tpath = tests/suite\n',
};

function absent(message: string, more: Record<string, string> = {}): Absent | null {
  const all = { ...files, ...more };
  const sources = Object.keys(all).filter((path) => /\.(?:py|js)$/.test(path));
  const isTest = (path: string) => path.startsWith('tests/');
  return absentHere([message], {
    candidates: sources.filter((path) => !isTest(path)).map((path) => ({ path })) as never,
    tests: new Set(sources.filter(isTest)),
    read: (path) => (all[path] === undefined ? undefined : new TextEncoder().encode(all[path])),
  });
}

test.each<[string, string, Absent | null]>([
  ['a package of nobody', "No module named 'freezegun'", { kind: 'package', name: 'freezegun' }],
  [
    'a package that a manifest asks for, by its other spelling',
    "ModuleNotFoundError: No module named 'typing_extensions'",
    { kind: 'package', name: 'typing_extensions', said_at: 'pyproject.toml:3' },
  ],
  [
    'a file of a scoped package',
    "Cannot find module '@scope/tool/lib/cli.js'",
    { kind: 'package', name: '@scope/tool', said_at: 'package.json:2' },
  ],
  [
    'a module of Go',
    'x.go:3:2: no required module provides package github.com/a/b; to add it:',
    { kind: 'package', name: 'github.com/a/b' },
  ],
  [
    'a module that a build makes',
    "No module named 'shop._version'",
    { kind: 'build-output', name: 'shop._version', said_at: '.gitignore:2' },
  ],
  [
    'a folder that a build makes',
    "Cannot find module '../dist/index.js'",
    { kind: 'build-output', name: '../dist/index.js', said_at: '.gitignore:3' },
  ],
  [
    'a folder of a submodule',
    "ENOENT: no such file or directory, scandir '/tmp/shop/tests/suite/cases'",
    { kind: 'submodule', name: 'tests/suite' },
  ],
  ['a module of the project that was never there', "No module named 'shop.cart'", null],
  ['two packages', "No module named 'a1b2'\nNo module named 'c3d4'", null],
  ['a file that no submodule has', "ENOENT: no such file or directory, open '/tmp/x'", null],
  ['an assertion', 'expected 1 to be 2', null],
])('%s', (_, message, expected) => {
  expect(absent(message)).toEqual(expected);
});

test('a submodule of which something is here is not absent', () => {
  const message = "ENOENT: no such file or directory, open 'tests/suite/one.txt'";
  expect(absent(message, { 'tests/suite/run.py': '' })).toBeNull();
});

test.each<[Absent, string, string]>([
  [
    { kind: 'package', name: 'lodash', said_at: 'package.json:7' },
    'the package `lodash`, which `package.json:7` asks for, is not installed where the tests ran',
    'install what `package.json` lists, and run `adds` again',
  ],
  [
    { kind: 'package', name: 'lodash' },
    'the package `lodash` is not installed where the tests ran',
    'install `lodash`, and run `adds` again',
  ],
  [
    { kind: 'submodule', name: 'tests/suite' },
    'the submodule `tests/suite` is not checked out',
    '`git submodule update --init tests/suite`, and run `adds` again',
  ],
])('%j is said in words, with its remedy', (one, words, remedy) => {
  expect(absentWords(one)).toBe(words);
  expect(absentRemedy(one, '`adds`')).toBe(remedy);
});
