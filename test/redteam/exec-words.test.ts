// Attacks by the words of a command line: no word is read by a shell, none becomes code or a flag, and none leads outside.

import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { loadPolicy } from '../../src/guard.ts';
import { attack } from './attack.ts';
import { execPolicy } from './exec-target.ts';

const policy = execPolicy({
  rules: [
    '{ program: echo, operands: { kind: any, most: 5 } }',
    '{ name: state, program: git, fixed: [status], flags: [--short] }',
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
    const rules = [
      '{ program: sh, operands: { kind: path, most: 1 } }',
      '{ program: env, operands: { kind: name, most: 2 } }',
      '{ program: python3, flags: [-c=any] }',
      '{ program: node, operands: { kind: path, most: 1 } }',
      '{ program: git, flags: [-c=any] }',
      '{ program: find, flags: [-exec] }',
      '{ program: gawk, operands: { kind: any, most: 1 } }',
    ];
    for (const rule of rules) expect(() => loadPolicy(execPolicy({ rules: [rule] })), rule).toThrow();
    expect(loadPolicy(policy).exec?.rules).toHaveLength(3);
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
