/** Token rules: which command lines fit, word by word, and that nothing else does. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { samplePolicy } from '../../../test/guard/sample-policy.ts';
import { loadPolicy, matchRule } from '../index.ts';

const { exec } = loadPolicy(`${samplePolicy}
exec:
  scratch: shed
  sandbox: off
  rules:
    - { program: git, fixed: [status], flags: [--short, --porcelain], operands: none, loads_code_from: yard }
    - { program: python3, fixed: [-m, pytest], flags: [-x, '-k=any', --maxfail=number], operands: { kind: path, most: 2 }, loads_code_from: yard }
    - { name: build, program: make, flags: [-j=number], operands: { kind: name, most: 1 }, loads_code_from: yard }
    - { name: clean build, program: make, fixed: [clean], flags: [-n], loads_code_from: yard }
    - { name: elsewhere, program: make, fixed: [clean], loads_code_from: [shed/lab] }
    - { program: echo, operands: { kind: 'any', most: 3 } }
    - { program: rg, operands: { kind: name, most: 1 } }
    - { program: find, flags: [-name=name] }
    - { program: ls, fixed: [docs], flags: [-a] }
`);
if (exec === null) throw new Error('the policy has a section');

const yard = { root: 'yard', path: 'a/b' };
const ruleOf = (argv: readonly unknown[], directory = yard) =>
  matchRule(exec, { argv: argv as readonly string[], directory })?.rule.name ?? null;

describe('a command line', () => {
  test.each<[string, readonly string[]]>([
    ['git status', ['git', 'status']],
    ['git status', ['git', 'status', '--short', '--porcelain', '--short']],
    ['python3 -m pytest', ['python3', '-m', 'pytest']],
    ['python3 -m pytest', ['python3', '-m', 'pytest', '-x', 'tests/a.py', '-k', 'one or two', 'tests/b']],
    ['python3 -m pytest', ['python3', '-m', 'pytest', '--maxfail=2', '--', 'tests/a.py']],
    ['python3 -m pytest', ['python3', '-m', 'pytest', '--maxfail', '2']],
    ['python3 -m pytest', ['python3', '-m', 'pytest', '-k', '$(reboot) | ; `x`']],
    ['build', ['make', '-j', '4', 'all']],
    ['build', ['make', 'clean']],
    ['clean build', ['make', 'clean', '-n']],
    ['echo', ['echo', '', 'a b', '*']],
  ])('fits rule `%s`: %j', (rule, argv) => {
    expect(ruleOf(argv)).toBe(rule);
  });

  test.each<[string, readonly unknown[]]>([
    ['nothing', []],
    ['an empty program', ['']],
    ['another program', ['gitt', 'status']],
    ['a path to the program', ['/usr/bin/git', 'status']],
    ['a program in the directory', ['./git', 'status']],
    ['another sub-command', ['git', 'push']],
    ['a fixed word that is missing', ['git']],
    ['a flag before the fixed word', ['git', '-c', 'core.pager=x', 'status']],
    ['an unknown flag', ['git', 'status', '--ignored']],
    ['a part of a flag', ['git', 'status', '--shor']],
    ['an operand where there is none', ['git', 'status', 'a']],
    ['the end of flags where nothing follows flags', ['git', 'status', '--']],
    ['a flag that takes nothing with a value', ['git', 'status', '--short=1']],
    ['a value that is missing', ['python3', '-m', 'pytest', '-k']],
    ['a value that is a flag', ['python3', '-m', 'pytest', '-k', '--pdb']],
    ['a value in the word of a short flag', ['python3', '-m', 'pytest', '-k=x']],
    ['a value of the wrong kind', ['python3', '-m', 'pytest', '--maxfail=two']],
    ['another module', ['python3', '-m', 'http.server']],
    ['inline code', ['python3', '-c', 'print(1)']],
    ['too many operands', ['python3', '-m', 'pytest', 'a', 'b', 'c']],
    ['a path out of the directory', ['python3', '-m', 'pytest', '../a']],
    ['a path of the host', ['python3', '-m', 'pytest', '/etc/passwd']],
    ['a path with an empty part', ['python3', '-m', 'pytest', 'a//b']],
    ['no path at all', ['python3', '-m', 'pytest', '']],
    ['a list of words in a file', ['python3', '-m', 'pytest', '@words']],
    ['a pattern of git', ['python3', '-m', 'pytest', ':(top)a']],
    ['a flag after the end of flags', ['python3', '-m', 'pytest', '--', '-x']],
    ['a second end of flags', ['python3', '-m', 'pytest', '--', '--']],
    ['a name with a slash', ['make', 'a/b']],
    ['an assignment for a name', ['make', 'SHELL=x']],
    ['NUL', ['echo', 'a\0b']],
    ['a lone surrogate', ['echo', '\ud800']],
    ['a word that is too long', ['echo', 'x'.repeat(8 * 1024 + 1)]],
    ['a word of too many bytes', ['echo', 'é'.repeat(4 * 1024 + 1)]],
    ['too many words', ['echo', ...Array.from({ length: 256 }, () => 'x')]],
    ['what is no text', ['echo', 7]],
  ])('fits no rule: %s', (_what, argv) => {
    expect(ruleOf(argv)).toBeNull();
  });

  test('that names no place looks at the directory it runs in', () => {
    const pathsOf = (argv: readonly string[]) => matchRule(exec, { argv, directory: yard })?.paths;
    expect(pathsOf(['python3', '-m', 'pytest', '-x'])).toEqual(['']);
    expect(pathsOf(['python3', '-m', 'pytest', '--'])).toEqual(['']);
    expect(pathsOf(['rg', 'x'])).toEqual(['']);
    expect(pathsOf(['find', '-name', 'x'])).toEqual(['']);
    expect(pathsOf(['ls', 'docs', '-a'])).toEqual([]);
    expect(pathsOf(['make', 'all'])).toEqual([]);
    expect(pathsOf(['echo'])).toEqual([]);
  });

  test('tells which of its words are paths', () => {
    const argv = ['python3', '-m', 'pytest', '-k', 'a', 'b/c', '-x', 'd'];
    expect(matchRule(exec, { argv, directory: yard })?.paths).toEqual(['b/c', 'd']);
  });

  test.each<[string, string, string | null]>([
    ['yard', '', 'build'],
    ['yard', 'lab', 'build'],
    ['shed', 'lab', 'elsewhere'],
    ['shed', 'lab/deep', 'elsewhere'],
    ['shed', 'laboratory', null],
    ['shed', '', null],
  ])('that loads code fits in the places of its rule alone: in %s/%s, %s', (root, path, rule) => {
    expect(ruleOf(['make', 'clean'], { root, path })).toBe(rule);
  });

  test('that fits holds no flag the rule does not name, whatever the words', () => {
    const word = fc.oneof(
      fc.constantFrom('-m', 'pytest', '-x', '-k', '--', '--maxfail=1', 'a/b', '-c', '--pdb', '../x', '-'),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 6 }), (words) => {
        if (ruleOf(['python3', '-m', 'pytest', ...words]) === null) return;
        const flags = words.filter((one) => one.startsWith('-'));
        expect(flags.filter((one) => !/^(-x|-k|--|--maxfail(=[0-9]+)?)$/.test(one))).toEqual([]);
        expect(
          words.some((one) => one.startsWith('../') || one.startsWith('/')) && !words.includes('-k'),
        ).toBe(false);
      }),
    );
  });
});
