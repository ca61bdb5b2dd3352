// Attacks by the words of a command line: no word is read by a shell, none becomes code or a flag, and none leads outside.

import { chmodSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { loadPolicy } from '../../src/guard.ts';
import { makeFolder } from '../context/workspace.ts';
import { attack } from './attack.ts';
import { execPolicy } from './exec-target.ts';

const policy = execPolicy({
  rules: [
    '{ program: echo, operands: { kind: any, most: 5 } }',
    '{ name: state, program: git, fixed: [status], flags: [--short], loads_code_from: data }',
  ],
});
const DENIED = 'EN-EXEC-D-003';

attack('exec-shell-words', 'what a shell would act on is a word like any other', async (open) => {
  const target = await open({ policy });
  const evil = target.at('data/wip/evil');
  const words = [
    `; touch ${evil}`,
    `| touch ${evil}`,
    `$(touch ${evil})`,
    `\`touch ${evil}\``,
    `&& touch ${evil}`,
  ];
  for (const word of words) {
    const { reply } = await target.call('exec run', 'root:data/wip', { argv: ['echo', 'x', word] });
    expect(reply.code).toBe('MCP-EXEC-S-001');
    expect(existsSync(evil)).toBe(false);
    expect(reply.data.stdout).toBe(`x ${word.replaceAll(evil, 'root:data/wip/evil')}\n`);
  }
  const lines = [
    ['git status && true'],
    ['git', 'status', '&&', 'true'],
    ['git', 'status;', 'true'],
    ['git|true'],
  ];
  for (const argv of lines) expect(await target.code('exec run', 'root:data/wip', { argv })).toBe(DENIED);
  expect(await target.code('exec run', 'root:data/wip', { argv: 'git status' })).toBe('MCP-CALL-I-001');
});

attack(
  'exec-inline-code',
  'no program runs that no rule names, and none with code in its words',
  async (open) => {
    const target = await open({ policy });
    const evil = target.at('outside/evil');
    const lines: readonly (readonly string[])[] = [
      ['sh', '-c', `touch ${evil}`],
      ['python3', '-c', `open('${evil}', 'w')`],
      ['node', '-e', `require('fs').writeFileSync('${evil}', '')`],
      ['env', 'sh'],
      ['xargs', 'touch', evil],
      ['/bin/sh', evil],
      ['git', '-c', `core.pager=touch ${evil}`, 'status'],
      ['git', `--exec-path=${target.at('data')}`, 'status'],
      ['git', 'status', '-c', 'core.pager=x'],
      ['git', 'log'],
      ['ECHO', 'x'],
      ['echo ', 'x'],
    ];
    for (const argv of lines)
      expect([argv, await target.code('exec run', 'root:data/wip', { argv })]).toEqual([argv, DENIED]);
  },
);

attack(
  'exec-open-rule',
  'a policy with a rule that runs whatever it is given does not load',
  async (open) => {
    await open();
    const from = 'loads_code_from: repo';
    const rules = [
      '{ program: sh, operands: { kind: path, most: 1 } }',
      '{ program: env, operands: { kind: name, most: 2 } }',
      `{ program: python3, flags: [-c=any], ${from} }`,
      `{ program: node, operands: { kind: path, most: 1 }, ${from} }`,
      `{ program: git, flags: [-c=any], ${from} }`,
      `{ program: git, operands: { kind: name, most: 2 }, ${from} }`,
      '{ program: find, flags: [-exec] }',
      '{ program: tar, flags: [--checkpoint-action=any] }',
      '{ program: sort, flags: [--compress-prog=name] }',
      '{ program: gawk, operands: { kind: any, most: 1 } }',
      ...['strace', 'ionice', 'npx', 'gdb', 'vim', 'vim.basic', 'less', 'ssh', 'docker', 'xargs'].map(
        (program) => `{ program: ${program}, operands: { kind: path, most: 2 }, ${from} }`,
      ),
    ];
    for (const rule of rules) expect(() => loadPolicy(execPolicy({ rules: [rule] })), rule).toThrow();
    expect(loadPolicy(policy).exec?.rules).toHaveLength(3);
  },
);

/** Rules with a flag that lets the caller write or run something, among letters that are harmless. */
const clustered = [
  '{ program: sort, flags: [-uo=path], operands: { kind: path, most: 1 } }',
  '{ program: fd, flags: [-Hx], operands: { kind: any, most: 1 } }',
  '{ program: fd, flags: [-1X], operands: { kind: any, most: 1 } }',
  '{ program: file, flags: [-bm=path] }',
  '{ program: sha256sum, flags: [-bc=path] }',
  '{ program: make, flags: [-sf=path], loads_code_from: repo }',
  '{ program: pytest, flags: [-qp=name], loads_code_from: repo }',
  '{ program: python3, fixed: [-m, pytest], flags: [-xp=name], loads_code_from: repo }',
  '{ program: python3, flags: [-Ic=any], loads_code_from: repo }',
  '{ program: tar, flags: [-xI=name] }',
  '{ program: curl, flags: [-sK=path] }',
  '{ program: git, fixed: [rebase], flags: [-ix=name], loads_code_from: repo }',
];

attack('exec-clustered-flag', 'a flag that is refused alone is refused among other letters', async (open) => {
  await open();
  for (const rule of clustered) expect(() => loadPolicy(execPolicy({ rules: [rule] })), rule).toThrow();
  // The letter is the value of the one before it.
  for (const rule of [
    '{ program: fd, flags: [-tx] }',
    '{ program: sort, flags: [-to], operands: { kind: path, most: 1 } }',
    '{ program: pytest, flags: [-rp], loads_code_from: repo }',
    '{ program: git, fixed: [log], flags: [-x], loads_code_from: repo }',
  ])
    expect(loadPolicy(execPolicy({ rules: [rule] })).exec?.rules).toHaveLength(2);
});

attack('exec-second-spelling', 'what is refused by one name is refused by the others', async (open) => {
  await open();
  const rest = 'operands: { kind: name, most: 2 }, loads_code_from: repo }';
  const commands = [
    ...['uv, fixed: run', 'uv, fixed: [tool, run]', 'poetry, fixed: run', 'bundle, fixed: exec'],
    ...[
      'composer, fixed: exec',
      'dotnet, fixed: exec',
      'gem, fixed: exec',
      'bun, fixed: x',
      'yarn, fixed: run',
    ],
    ...['npm, fixed: init', 'npm, fixed: create', 'yarn, fixed: create', 'pnpm, fixed: create'],
    ...[
      'npm, fixed: install',
      'pip, fixed: install',
      'cargo, fixed: install',
      'go, fixed: run',
      'uv, fixed: pip',
    ],
    ...['poetry, fixed: [run, sh]', 'poetry, fixed: [run, python]', 'uv, fixed: [run, --with, x]'],
    ...['python3, fixed: [-m, cProfile]', 'python3, fixed: [-m, pdb]', 'python3, fixed: [-m, runpy]'],
    ...['python3, fixed: [-m, pip, install]', 'python3, fixed: [-m, coverage, run]'],
    ...['git, fixed: [hook, run]', 'git, fixed: submodule', 'git, fixed: [grep, -Osh]', 'git, fixed: svn'],
  ].map((command) => `{ program: ${command}, ${rest}`);
  const flags = [
    '{ program: git, fixed: rebase, flags: [-x=name], loads_code_from: repo }',
    '{ program: git, fixed: clone, flags: [-u=name], loads_code_from: repo }',
    '{ program: mvn, fixed: test, flags: [-f=path], loads_code_from: repo }',
    '{ program: gradle, fixed: test, flags: [-I=path], loads_code_from: repo }',
  ];
  for (const rule of [...commands, ...flags])
    expect(() => loadPolicy(execPolicy({ rules: [rule] })), rule).toThrow();
  for (const rule of [
    `{ program: poetry, fixed: [run, pytest], flags: [-x, -m=name], ${rest}`,
    `{ program: python3, fixed: [-m, pytest], flags: [-x, -m=name], ${rest}`,
    `{ program: python3, fixed: [-m, cProfile, bench.py], ${rest}`,
    `{ program: npm, fixed: [run, create], ${rest}`,
    `{ program: npm, fixed: ci, loads_code_from: repo }`,
    `{ program: git, fixed: [submodule, status], ${rest}`,
    `{ program: git, fixed: diff, flags: [-u], ${rest}`,
  ])
    expect(loadPolicy(execPolicy({ rules: [rule] })).exec?.rules, rule).toHaveLength(2);
});

attack(
  'exec-script-rule',
  'a policy with a rule by which the caller writes a script for a program does not load',
  async (open) => {
    await open();
    const operands = 'operands: { kind: path, most: 2 }';
    for (const rule of [
      `{ program: sed, ${operands} }`,
      `{ program: sed, fixed: [-n], ${operands} }`,
      `{ program: sed, fixed: ['1e id'], ${operands} }`,
      `{ program: sed, fixed: [1p], flags: [-e=any], ${operands} }`,
      `{ program: gsed, fixed: [-n], ${operands} }`,
      `{ program: sed, fixed: [-n, -l, --sandbox], ${operands} }`,
    ])
      expect(() => loadPolicy(execPolicy({ rules: [rule] })), rule).toThrow();
    for (const rule of [
      `{ program: sed, fixed: [-n, '1,5p'], ${operands} }`,
      `{ program: sed, fixed: [--sandbox], flags: [-e=any], ${operands} }`,
    ])
      expect(loadPolicy(execPolicy({ rules: [rule] })).exec?.rules).toHaveLength(2);
  },
);

attack(
  'exec-operand-absent',
  'an operand leads to something that is there, or it is answered like one that is hidden',
  async (open) => {
    using tools = makeFolder();
    // What such a program does with a word that is no file: many take it for a command.
    writeFileSync(join(tools.path, 'tool'), `#!/bin/sh\n[ -e "$1" ] || echo "$1" > ${tools.path}/evil\n`);
    chmodSync(join(tools.path, 'tool'), 0o755);
    const target = await open({
      policy: execPolicy({ rules: ['{ program: tool, operands: { kind: path, most: 2 } }'] }).replace(
        'data: {}',
        'data: { hidden: [.den] }',
      ),
      environment: { PATH: tools.path },
      files: { 'data/.den/x': '' },
    });
    const replyTo = async (word: string) => {
      const { code, data } = (await target.call('exec run', 'root:data', { argv: ['tool', word] })).reply;
      return { code, data };
    };
    const hidden = await replyTo('.den/x');
    expect(hidden.code).toBe(DENIED);
    for (const word of ['1e id', 'r/etc/passwd', 'none', 'list.txt/none', '.den/none', 'wip/1e touch evil'])
      expect([word, await replyTo(word)]).toEqual([word, hidden]);
    expect(existsSync(join(tools.path, 'evil'))).toBe(false);
    expect((await replyTo('list.txt')).code).toBe('MCP-EXEC-S-001');
  },
);

attack('exec-flag-smuggling', 'a flag that no rule names comes in by no spelling', async (open) => {
  const target = await open({ policy });
  for (const word of [
    '--files0-from=list.txt',
    '--files0-from',
    '-llist.txt',
    '-l=list.txt',
    '-lc',
    '-',
    '-c',
    '--version',
  ])
    expect([word, await target.code('exec run', 'root:data', { argv: ['wc', word] })]).toEqual([
      word,
      DENIED,
    ]);
  expect(await target.code('exec run', 'root:data', { argv: ['wc', '-l', '--', 'list.txt'] })).toBe(
    'MCP-EXEC-S-001',
  );
});

attack(
  'exec-operand-flag',
  'an operand is no flag and no list of words, even where such a file is there',
  async (open) => {
    const target = await open({
      policy,
      files: { 'data/--version': '', 'data/@list.txt': '', 'data/:x': '' },
    });
    for (const word of ['--version', '@list.txt', ':x'])
      expect([word, await target.code('exec run', 'root:data', { argv: ['wc', '--', word] })]).toEqual([
        word,
        DENIED,
      ]);
  },
);

attack('exec-operand-outside', 'an operand leads to nothing that the caller does not see', async (open) => {
  const prepare = (folder: string) =>
    symlinkSync(join(folder, 'outside/secret.txt'), join(folder, 'data/link'));
  const target = await open({ policy, prepare });
  for (const word of [
    '../outside/secret.txt',
    target.at('outside/secret.txt'),
    'link',
    'link/x',
    'wip//x',
    '.',
  ])
    expect([word, await target.code('exec run', 'root:data', { argv: ['wc', '-l', word] })]).toEqual([
      word,
      DENIED,
    ]);
});

attack(
  'exec-operand-directory',
  'a directory with something in it that is not seen, or a link, is no operand',
  async (open) => {
    const rules = ['{ program: diff, fixed: [-u], operands: { kind: path, most: 2 } }'];
    const target = await open({
      policy: execPolicy({ rules }),
      files: { 'data/secret.txt': 'x\n', 'data/plain/secret.txt': 'x\n', 'data/deep/sub/x': '' },
      prepare: (folder) => {
        mkdirSync(join(folder, 'data/linked'));
        for (const directory of ['linked', 'deep/sub'])
          symlinkSync(join(folder, 'outside/secret.txt'), join(folder, 'data', directory, 'secret.txt'));
      },
    });
    for (const [directory, code] of [
      ['linked', DENIED],
      ['deep', DENIED],
      ['deep/sub', DENIED],
      ['plain', 'MCP-EXEC-S-001'],
    ]) {
      const argv = ['diff', '-u', 'secret.txt', directory];
      expect([directory, await target.code('exec run', 'root:data', { argv })]).toEqual([directory, code]);
    }
  },
);

attack(
  'exec-no-operand',
  'a program that is given no place looks through none in which something is not seen',
  async (open) => {
    const rules = [
      '{ program: grep, flags: [-r, -e=name], operands: { kind: path, most: 3 } }',
      '{ program: ls, flags: [-R, -a] }',
      '{ program: find, flags: [-type=name] }',
    ];
    const target = await open({
      policy: execPolicy({ rules }).replace('data: {}', 'data: { hidden: [.den] }'),
      files: { 'data/.den/x': '{canary}\n', 'data/wip/plain.txt': 'canary\n' },
    });
    const calls = [
      ['grep', '-r', '-e', 'canary'],
      ['grep', '-r', '-e', 'canary', '--'],
      ['ls', '-R', '-a'],
      ['find', '-type', 'f'],
    ];
    for (const argv of calls) {
      expect([argv, await target.code('exec run', 'root:data', { argv })]).toEqual([argv, DENIED]);
      const inside = (await target.call('exec run', 'root:data/wip', { argv })).reply;
      expect([argv, inside.code]).toEqual([argv, 'MCP-EXEC-S-001']);
      expect(inside.data.stdout).toContain('plain.txt');
    }
  },
);
