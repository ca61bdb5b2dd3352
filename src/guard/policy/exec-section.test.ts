/** The `exec` section: how it is compiled, that the hash covers it, and every way to write it wrong. */
import { describe, expect, test } from 'vitest';
import { samplePolicy } from '../../../test/guard/sample-policy.ts';
import { lintPolicy, loadPolicy } from '../index.ts';

const start = samplePolicy.split('\n').length;

/** Writes a section with the least in it, and more lines. */
function withExec(...lines: readonly string[]): string {
  return `${samplePolicy}exec:\n  scratch: shed\n  sandbox: preferred\n${lines.map((line) => `  ${line}\n`).join('')}`;
}

function withRule(rule: string): string {
  return withExec('rules:', `  - ${rule}`);
}

/** Findings with their line counted from the first one after `sandbox`. */
function findingsOf(text: string): readonly string[] {
  return lintPolicy(text).map(
    ({ line, column, rule, message }) => `${line - start - 2}:${column} ${rule}: ${message}`,
  );
}

describe('the section', () => {
  test('has defaults for all but the place and the sandbox', () => {
    expect(loadPolicy(withExec()).exec).toEqual({
      scratch: { root: 'shed', subdirectory: null },
      sandbox: 'preferred',
      sees: [],
      environment: [],
      timeoutMs: 600_000,
      outputBytes: 1024 * 1024,
      rules: [],
    });
  });

  test('is compiled with what it says', () => {
    const text = withExec(
      'sees: [yard]',
      'environment: [LANG, TZ]',
      'timeout_seconds: 5',
      'output_bytes: 100',
      'rules:',
      '  - { program: wc, fixed: -l, flags: --short, operands: none }',
      '  - { name: tests, program: python3, fixed: [-m, pytest], flags: [-x, -k=any], operands: { kind: path, most: 50 }, loads_code_from: [yard, shed/lab] }',
    ).replace('scratch: shed', 'scratch: shed/wip');
    expect(loadPolicy(text).exec).toEqual({
      scratch: { root: 'shed', subdirectory: 'wip' },
      sandbox: 'preferred',
      sees: ['yard'],
      environment: ['LANG', 'TZ'],
      timeoutMs: 5_000,
      outputBytes: 100,
      rules: [
        {
          name: 'wc -l',
          program: 'wc',
          fixed: ['-l'],
          flags: [{ flag: '--short', takes: null }],
          operands: null,
          loadsCodeFrom: [],
        },
        {
          name: 'tests',
          program: 'python3',
          fixed: ['-m', 'pytest'],
          flags: [
            { flag: '-x', takes: null },
            { flag: '-k', takes: 'any' },
          ],
          operands: { kind: 'path', most: 50 },
          loadsCodeFrom: [
            { root: 'yard', subdirectory: null },
            { root: 'shed', subdirectory: 'lab' },
          ],
        },
      ],
    });
  });

  test('is frozen, and every part of it changes the hash', () => {
    const texts = [
      samplePolicy,
      withExec(),
      withExec().replace('preferred', 'required'),
      withExec().replace('scratch: shed', 'scratch: yard'),
      withExec('sees: [yard]'),
      withExec('environment: [TZ]'),
      withExec('timeout_seconds: 1'),
      withExec('output_bytes: 1'),
      withRule('{ program: wc }'),
      withRule('{ program: wc, flags: [-a] }'),
      withRule('{ program: wc, operands: { kind: path, most: 1 } }'),
      withRule('{ program: wc, loads_code_from: yard }'),
      withRule('{ program: wc, loads_code_from: yard/lab }'),
    ];
    expect(new Set(texts.map((text) => loadPolicy(text).hash)).size).toBe(texts.length);
    const { exec } = loadPolicy(withRule('{ program: wc, flags: [-a] }'));
    expect([exec, exec?.scratch, exec?.rules[0]?.flags[0]].every(Object.isFrozen)).toBe(true);
  });
});

describe('the section is refused with', () => {
  test.each<[string, string, string]>([
    [
      'an unknown field',
      withExec('see: []'),
      '1:3 unknown-field: `see` is not a field (did you mean `sees`?)',
    ],
    [
      'no time',
      withExec('timeout_seconds: 0'),
      '1:20 wrong-value: `exec.timeout_seconds` needs a whole number from 1 to 3600',
    ],
    [
      'too much time',
      withExec('timeout_seconds: 3601'),
      '1:20 wrong-value: `exec.timeout_seconds` needs a whole number from 1 to 3600',
    ],
    [
      'a part of a byte',
      withExec('output_bytes: 1.5'),
      '1:17 wrong-value: `exec.output_bytes` needs a whole number from 1 to 4194304',
    ],
    [
      'an unknown root to see',
      withExec('sees: [moon]'),
      '1:10 unknown-root: `moon` is not a root of this policy',
    ],
    [
      'our own variables',
      withExec('environment: [PENUMBRA_STORE]'),
      '1:17 withheld-name: `PENUMBRA_STORE` is passed to programs, and is a setting of Penumbra itself',
    ],
    [
      'what programs load code by',
      withExec('environment: [LD_PRELOAD]'),
      '1:17 withheld-name: `LD_PRELOAD` makes programs load other code',
    ],
    [
      'what is set anyway',
      withExec('environment: [HOME]'),
      '1:17 withheld-name: `HOME` is set for every program, and passed to none',
    ],
    [
      'what authenticates',
      withExec('environment: [SSH_AUTH_SOCK]'),
      '1:17 secret-in-environment: `SSH_AUTH_SOCK` is passed to programs, and looks like a secret',
    ],
    [
      'a password',
      withExec('environment: [db_password]'),
      '1:17 secret-in-environment: `db_password` is passed to programs, and looks like a secret',
    ],
    [
      'a variable that is none',
      withExec('environment: ["A=b"]'),
      '1:17 wrong-value: `exec.environment.0` needs the name of an environment variable',
    ],
    ['a rule without a program', withRule('{ fixed: [x] }'), '2:7 missing: `exec.rules.0` has no `program`'],
    [
      'a path as a program',
      withRule('{ program: /bin/ls }'),
      '2:18 wrong-value: `exec.rules.0.program` needs the plain name of a program, without a path',
    ],
    [
      'a program that is a flag',
      withRule('{ program: -x }'),
      '2:18 wrong-value: `exec.rules.0.program` needs the plain name of a program, without a path',
    ],
    [
      'a flag without a dash',
      withRule('{ program: x, flags: [short] }'),
      '2:29 wrong-value: `exec.rules.0.flags.0` needs a flag like --short, or with what it takes, like --count=number (path, name, number, any)',
    ],
    [
      'a flag of an unknown kind',
      withRule('{ program: x, flags: [--a=file] }'),
      '2:29 wrong-value: `exec.rules.0.flags.0` needs a flag like --short, or with what it takes, like --count=number (path, name, number, any)',
    ],
    [
      'a flag twice',
      withRule('{ program: x, flags: [-a, -a=any] }'),
      '2:33 repeated-name: `-a` is named twice',
    ],
    [
      'operands without a bound',
      withRule('{ program: x, operands: { kind: path } }'),
      '2:21 missing: `exec.rules.0.operands` has no `most`',
    ],
    [
      'operands without an end',
      withRule('{ program: x, operands: { kind: path, most: 256 } }'),
      '2:51 wrong-value: `exec.rules.0.operands.most` needs a whole number from 1 to 255',
    ],
    [
      'two rules of one name',
      withExec('rules: [{ program: x }, { program: x }]'),
      '1:27 repeated-name: `x` is the name of two rules',
    ],
    [
      'a shell',
      withRule('{ program: sh }'),
      '2:18 unsafe-rule: `sh` runs whatever it is given: it is a shell',
    ],
    [
      'inline code',
      withRule('{ program: node, flags: [--test, -e], loads_code_from: yard }'),
      '2:40 unsafe-rule: `-e` lets the caller say what is run',
    ],
    [
      'an interpreter of any file',
      withRule('{ program: python3, operands: { kind: path, most: 1 }, loads_code_from: yard }'),
      '2:37 unsafe-rule: `python3` with operands lets the caller choose the file that is run',
    ],
    [
      'code from an unsaid place',
      withRule('{ program: make }'),
      '2:18 unsafe-rule: `make` runs the steps that the build files of its directory hold, and the rule has no `loads_code_from`',
    ],
    [
      'code from no place',
      withRule('{ program: pytest, loads_code_from: [] }'),
      '2:18 unsafe-rule: `pytest` runs the tests, and with them the settings and plug-ins, of its directory, and the rule has no `loads_code_from`',
    ],
    [
      'code from an unknown root',
      withRule('{ program: make, loads_code_from: moon/base }'),
      '2:41 unknown-root: `moon` is not a root of this policy',
    ],
    [
      'code from a path',
      withRule('{ program: make, loads_code_from: [yard, yard/a/b] }'),
      '2:48 wrong-value: `exec.rules.0.loads_code_from.1` needs a root or a root/directory, without wildcards',
    ],
    [
      'code from further up',
      withRule('{ program: make, loads_code_from: yard/.. }'),
      '2:41 wrong-value: `exec.rules.0.loads_code_from` needs one plain component after its slash',
    ],
    [
      'a script of the caller',
      withRule('{ program: sed, fixed: [-n], operands: { kind: path, most: 2 } }'),
      '2:46 unsafe-rule: `sed` with operands lets the caller write a script for `sed`, which can run programs and read and write any file',
    ],
  ])('%s', (_what, text, finding) => {
    expect(findingsOf(text)).toEqual([finding]);
  });

  test.each<[string, string, string]>([
    ['an unknown root', 'moon', 'unknown-root: `moon` is not a root of this policy'],
    ['a path', 'shed/a/b', 'wrong-value: `exec.scratch` needs a root or a root/directory, without wildcards'],
    ['a way up', 'shed/..', 'wrong-value: `exec.scratch` needs one plain component after its slash'],
  ])('%s as the place of scripts', (_what, place, finding) => {
    const [found, ...others] = findingsOf(withExec().replace('scratch: shed', `scratch: ${place}`));
    expect([found?.replace(/^\S+ /, ''), others]).toEqual([finding, []]);
  });

  test('no sandbox said', () => {
    expect(findingsOf(withExec().replace('  sandbox: preferred\n', ''))).toEqual([
      '-2:1 missing: `exec` has no `sandbox`',
    ]);
  });
});

describe('a rule is warned about', () => {
  const rulesOf = (rule: string, ...replaced: readonly [string, string][]) =>
    lintPolicy(replaced.reduce((text, [from, to]) => text.replace(from, to), withRule(rule)))
      .filter(({ severity }) => severity === 'warning')
      .map(({ line, column, message }) => `${line - start - 2}:${column} ${message}`);
  const written = (place: string) => [
    `2:7 rule \`make in ${place}\` loads code and settings that agents can write there`,
  ];
  const noWriting: [string, string] = ['allow: file_write', 'allow: exec'];

  test('whose program nothing is known about, unless it says from where it loads code', () => {
    expect(rulesOf('{ program: gizmo }')).toEqual([
      '2:7 nothing is known about the program of rule `gizmo`: it may run others, or code and settings of its directory',
    ]);
    expect(rulesOf('{ program: gizmo, loads_code_from: yard }', noWriting)).toEqual([]);
    expect(rulesOf('{ program: wc }')).toEqual([]);
  });

  test('that loads code from where a row lets agents write, under whatever conditions', () => {
    const rule = (place: string) => `{ program: make, loads_code_from: ${place} }`;
    expect(rulesOf(rule('yard'))).toEqual(written('yard'));
    expect(rulesOf(rule('yard/src'))).toEqual(written('yard/src'));
    expect(rulesOf(rule('yard'), noWriting)).toEqual([]);
    const inNotes: [string, string] = [
      '    yard:\n      - allow: READ\n      - { allow: file_write, when: [has_contract] }',
      '    yard:\n      - allow: READ\n    yard/notes: [{ allow: file_write }]',
    ];
    expect(rulesOf(rule('yard'), inNotes)).toEqual(written('yard'));
    expect(rulesOf(rule('yard/notes'), inNotes)).toEqual(written('yard/notes'));
    expect(rulesOf(rule('yard/src'), inNotes)).toEqual([]);
  });

  test('that loads code from the scratch area, where programs write', () => {
    const rule = '{ program: make, loads_code_from: shed }';
    expect(rulesOf(rule)).toEqual(written('shed'));
    expect(rulesOf(rule, ['scratch: shed', 'scratch: shed/wip'])).toEqual(written('shed'));
    expect(rulesOf(rule, ['scratch: shed', 'scratch: yard'])).toEqual([]);
  });
});
