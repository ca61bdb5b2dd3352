// Attacks on which program a name means: it is found once, outside every root, and must still be the one that was found.

import { chmodSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect } from 'vitest';
import { makeFolder } from '../context/workspace.ts';
import { attack } from './attack.ts';
import { execPolicy } from './exec-target.ts';

const policy = execPolicy({ rules: ['{ program: tool }'] });
const argv = ['tool'];

function writeProgram(directory: string, text: string): void {
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, 'tool'), `#!/bin/sh\n${text}\n`);
  chmodSync(join(directory, 'tool'), 0o755);
}

attack(
  'exec-replaced-program',
  'a program that was replaced after it was pinned does not run',
  async (open) => {
    using tools = makeFolder();
    writeProgram(tools.path, 'echo right');
    const target = await open({ policy, environment: { PATH: tools.path } });
    expect((await target.call('exec run', 'root:data/wip', { argv })).reply.data.stdout).toBe('right\n');
    writeProgram(tools.path, `touch ${tools.path}/evil`);
    const { reply } = await target.call('exec run', 'root:data/wip', { argv });
    expect([reply.code, reply.data.reason]).toEqual(['MCP-EXEC-I-002', 'program-changed']);
    expect(existsSync(join(tools.path, 'evil'))).toBe(false);
  },
);

attack(
  'exec-program-in-root',
  'a program that lies in a root is not found, through no link either',
  async (open) => {
    using tools = makeFolder();
    const target = await open({
      policy,
      environment: { PATH: join(tools.path, 'link') },
      prepare: (folder) => {
        writeProgram(join(folder, 'data/wip/bin'), `touch ${tools.path}/evil`);
        symlinkSync(join(folder, 'data/wip/bin'), join(tools.path, 'link'));
      },
    });
    const { reply } = await target.call('exec run', 'root:data/wip', { argv });
    expect([reply.code, reply.data.reason]).toEqual(['MCP-EXEC-I-002', 'not-installed']);
    expect(existsSync(join(tools.path, 'evil'))).toBe(false);
  },
);

attack('exec-relative-path', 'a search path that depends on where one stands leads nowhere', async (open) => {
  using tools = makeFolder();
  writeProgram(tools.path, `touch ${tools.path}/evil`);
  const target = await open({ policy, environment: { PATH: `:.:${relative(process.cwd(), tools.path)}` } });
  const { reply } = await target.call('exec run', 'root:data/wip', { argv });
  expect([reply.code, reply.data.reason]).toEqual(['MCP-EXEC-I-002', 'not-installed']);
  expect(existsSync(join(tools.path, 'evil'))).toBe(false);
});
