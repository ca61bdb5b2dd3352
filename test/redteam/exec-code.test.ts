// Attacks by code and settings that the attacker writes where programs run: none of it runs unless a rule says so.

import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { lintPolicy, loadPolicy } from '../../src/guard.ts';
import { git, makeFolder } from '../context/workspace.ts';
import { attack } from './attack.ts';
import { execPolicy, runApproved } from './exec-target.ts';

const DENIED = 'EN-EXEC-D-003';

attack(
  'exec-untold-code',
  'a policy with a program that loads code from where it runs does not load unless its rule says so',
  async (open) => {
    await open();
    const programs = [
      'make',
      'npm',
      'cargo',
      'pytest',
      'jest',
      'git',
      'python3',
      'node',
      'perl',
      'eslint',
      'gcc',
    ];
    for (const program of programs) {
      const rule = (more: string) => `{ program: ${program}, fixed: [check]${more} }`;
      expect(() => loadPolicy(execPolicy({ rules: [rule('')] })), program).toThrow(/loads_code_from/);
      expect(loadPolicy(execPolicy({ rules: [rule(', loads_code_from: repo')] })).exec?.rules).toHaveLength(
        2,
      );
    }
  },
);

attack('exec-told-code', 'a rule that loads code from where agents write is warned about', async (open) => {
  await open();
  const warningsOf = (place: string) =>
    lintPolicy(execPolicy({ rules: [`{ program: pytest, loads_code_from: ${place} }`] }))
      .filter(({ rule }) => rule === 'agent-written-code')
      .map(({ message }) => message);
  for (const place of ['repo', 'repo/desk', 'repo/vow', 'data', 'data/wip'])
    expect(warningsOf(place), place).toHaveLength(1);
  for (const place of ['repo/shelf', 'mods', 'data/other']) expect(warningsOf(place), place).toEqual([]);
  const found = lintPolicy(execPolicy({ rules: ['{ program: gizmo }'] }));
  expect(found.map(({ rule }) => rule)).toContain('unknown-program');
});

attack(
  'exec-written-code',
  'a program that loads code from one place loads none that was written in another',
  async (open) => {
    const target = await open({
      policy: execPolicy({ rules: ['{ program: node, fixed: [check.mjs], loads_code_from: repo }'] }).replace(
        '    repo: [{ allow: READ }]\n',
        '    repo: [{ allow: READ }, { allow: exec, when: [exec_allowed] }]\n',
      ),
      files: { 'repo/check.mjs': "console.log('checked');\n" },
      environment: { PATH: dirname(process.execPath) },
    });
    const evil = target.at('outside/evil');
    const text = `import { writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(evil)}, '');\n`;
    const argv = ['node', 'check.mjs'];
    expect(await target.code('file write', 'root:data/wip/check.mjs', { text })).toBe('MCP-FILE-S-003');
    for (const address of ['root:data/wip', 'root:data'])
      expect([address, await target.code('exec run', address, { argv })]).toEqual([address, DENIED]);
    expect(existsSync(evil)).toBe(false);
    const { reply } = await target.call('exec run', 'root:repo', { argv });
    expect([reply.code, reply.data.stdout]).toEqual(['MCP-EXEC-S-001', 'checked\n']);
  },
);

/** What a repository in the scratch area names to be run, as a program that leaves a mark. */
function writeTrap(directory: string, mark: string): string {
  const trap = join(directory, 'trap');
  writeFileSync(trap, `#!/bin/sh\ntouch ${mark}\n`);
  chmodSync(trap, 0o755);
  return trap;
}

const gitPolicy = execPolicy({
  rules: ['{ program: git, fixed: [status], flags: [--short], loads_code_from: data }'],
});

attack('exec-git-bare', 'git takes no directory for a bare repository that looks like one', async (open) => {
  using tools = makeFolder();
  const mark = join(tools.path, 'evil');
  const target = await open({
    policy: gitPolicy,
    prepare: (folder) => {
      const directory = join(folder, 'data/wip/bare');
      mkdirSync(join(directory, 'tree'), { recursive: true });
      git(directory, 'init', '--quiet', '--bare', '.');
      const trap = writeTrap(tools.path, mark);
      const core = '[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = tree\n';
      writeFileSync(join(directory, 'tree/.gitattributes'), '* filter=x\n');
      writeFileSync(join(directory, 'tree/a'), 'one\n');
      git(directory, '--git-dir', '.', '--work-tree', 'tree', 'add', 'a');
      writeFileSync(join(directory, 'tree/a'), 'two\n');
      writeFileSync(join(directory, 'config'), `${core}[filter "x"]\n\tclean = ${trap}\n`);
    },
  });
  const argv = ['git', 'status', '--short'];
  const { reply } = await target.call('exec run', 'root:data/wip/bare', { argv });
  expect(reply.code).toBe('MCP-EXEC-S-001');
  expect(existsSync(mark)).toBe(false);
});

attack('exec-git-monitor', 'git starts neither a monitor nor a hook of a repository', async (open) => {
  using tools = makeFolder();
  const marks = ['monitor', 'hook'].map((name) => join(tools.path, name));
  const [monitor = '', hook = ''] = marks;
  const target = await open({
    policy: gitPolicy,
    prepare: (folder) => {
      const directory = join(folder, 'data/wip/tree');
      mkdirSync(directory);
      git(directory, 'init', '--quiet');
      writeFileSync(join(directory, 'a'), 'one\n');
      git(directory, 'add', 'a');
      git(directory, 'config', 'core.fsmonitor', writeTrap(tools.path, monitor));
      const hooks = join(directory, '.git/hooks');
      mkdirSync(hooks, { recursive: true });
      writeFileSync(join(hooks, 'post-index-change'), `#!/bin/sh\ntouch ${hook}\n`);
      chmodSync(join(hooks, 'post-index-change'), 0o755);
      // The file is as it was but for its time, so that git writes the index anew.
      writeFileSync(join(directory, 'a'), 'one\n');
    },
  });
  const argv = ['git', 'status', '--short'];
  const { reply } = await target.call('exec run', 'root:data/wip/tree', { argv });
  expect([reply.code, reply.data.stdout]).toEqual(['MCP-EXEC-S-001', 'A  a\n']);
  expect(marks.filter((mark) => existsSync(mark))).toEqual([]);
});

attack(
  'exec-python-module',
  'a module in the directory of an approved script is not taken for another of its name',
  async (open) => {
    const target = await open({ policy: execPolicy() });
    const evil = target.at('outside/evil');
    const text = `open(${JSON.stringify(evil)}, 'w')\n`;
    for (const name of ['json.py', 'this.py'])
      expect(await target.code('file write', `root:data/wip/${name}`, { text })).toBe('MCP-FILE-S-003');
    // Older ones than Python 3.11 know no such setting, and are not tried.
    const { reply } = await runApproved(
      target,
      `#!/bin/sh
echo "set to $PYTHONSAFEPATH"
python3 -Ic 'import sys; sys.exit(sys.version_info < (3, 11))' || exit 0
python3 -m this > /dev/null
echo '{}' | python3 -m json.tool
`,
    );
    expect(reply.code).toBe('MCP-EXEC-S-001');
    expect(reply.data.stdout).toContain('set to 1\n');
    expect(existsSync(evil)).toBe(false);
  },
);
