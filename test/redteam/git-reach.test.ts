// Attacks on what git reaches: other repositories, commits that nobody shows, and paths that mean more than one file.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { git, writeFiles } from '../context/workspace.ts';
import { attack } from './attack.ts';
import { gitPolicy } from './git-target.ts';
import { redPolicy } from './red-policy.ts';

attack(
  'git-remote-outside',
  'nothing is pushed to a place of this machine, or by a protocol that runs programs',
  async (open) => {
    for (const url of [
      '{folder}/outside/other.git',
      'file://{folder}/outside/other.git',
      'ext::sh -c touch% {folder}/outside/evil',
      'ssh://x/y',
    ]) {
      const target = await open({
        policy: gitPolicy,
        prepare: (folder) => {
          git(folder, 'init', '--quiet', '--bare', 'outside/other.git');
          git(join(folder, 'repo'), 'config', 'remote.origin.url', url.replace('{folder}', folder));
        },
      });
      for (const command of ['push', 'pull'])
        expect([url, await target.code(`git ${command}`, 'root:repo')]).toEqual([url, 'MCP-GIT-I-005']);
      expect(existsSync(target.at('outside/evil'))).toBe(false);
    }
  },
);

attack(
  'git-other-repository',
  'nobody says by a file which repository git reads, or what is set in it',
  async (open) => {
    const target = await open({
      policy: redPolicy.replace(
        '    data: [{ allow: READ }, ',
        '    data: [{ allow: READ }, { allow: [file_write, file_delete] }, ',
      ),
      files: { 'data/wip/inner/.git/config': '[core]\n' },
      prepare: (folder) => {
        git(join(folder, 'outside'), 'init', '--quiet');
        git(join(folder, 'outside'), 'add', '--all');
        git(join(folder, 'outside'), 'commit', '--quiet', '--message', 'outside');
      },
    });
    const text = `gitdir: ${target.at('outside/.git')}\n`;
    const refused: readonly (readonly [string, string, unknown])[] = [
      ['file write', 'root:data/.git', { text }],
      ['file write', 'root:data/.GIT', { text }],
      ['file write', 'root:data/wip/.git/hooks/pre-commit', { text }],
      ['file edit', 'root:data/wip/inner/.git/config', { find: 'core', replace: 'diff' }],
      ['file delete', 'root:data/wip/inner/.git/config', {}],
    ];
    for (const [names, address, given] of refused)
      expect(await target.code(names, address, given)).toBe('MCP-FILE-I-007');
    expect(await target.code('git log', 'root:data')).toBe('MCP-GIT-I-001');
  },
);

attack('git-renamed-repository', 'nothing is renamed to what git reads', async (open) => {
  const target = await open({
    policy: redPolicy.replace(
      '    data: [{ allow: READ }, ',
      '    data: [{ allow: READ }, { allow: file_write }, ',
    ),
    files: { 'data/plain': 'x' },
    prepare: (folder) => {
      git(join(folder, 'outside'), 'init', '--quiet');
      git(join(folder, 'outside'), 'add', '--all');
      git(join(folder, 'outside'), 'commit', '--quiet', '--message', 'outside');
    },
  });
  writeFileSync(target.at('data/plain'), `gitdir: ${target.at('outside/.git')}\n`);
  expect(await target.code('file rename', 'root:data/plain', { to: 'root:data/.git' })).toBe(
    'MCP-FILE-I-007',
  );
  expect(await target.code('git log', 'root:data')).toBe('MCP-GIT-I-001');
});

attack(
  'git-hidden-commit',
  'a commit of hidden files alone is as unknown as one that never was',
  async (open) => {
    let commit = '';
    const target = await open({
      prepare: (folder, canary) => {
        writeFiles(folder, { 'repo/den/secret.txt': `changed ${canary}\n` });
        git(join(folder, 'repo'), 'commit', '--quiet', '--all', '--message', `about ${canary}`);
        commit = git(join(folder, 'repo'), 'rev-parse', 'HEAD').trim();
      },
    });
    const unknown = await target.call('git show', 'root:repo', { commit: '0123456789abcdef' });
    for (const start of [commit, commit.slice(0, 8)]) {
      const { reply } = await target.call('git show', 'root:repo', { commit: start });
      expect([reply.code, reply.data]).toEqual(['MCP-GIT-I-002', unknown.reply.data]);
      expect(await target.code('git diff', 'root:repo', { commit: start })).toBe('MCP-GIT-I-002');
    }
    expect((await target.call('git log', 'root:repo')).reply.data.commits).toBe(1);
  },
);

attack('git-unreachable', 'what was left behind, stashed or never merged is not shown', async (open) => {
  const left: string[] = [];
  const target = await open({
    prepare: (folder, canary) => {
      const repo = join(folder, 'repo');
      writeFiles(folder, { 'repo/desk/note.txt': `${canary}\n` });
      git(repo, 'stash', '--quiet');
      left.push(git(repo, 'rev-parse', 'stash@{0}').trim());
      writeFiles(folder, { 'repo/desk/note.txt': `${canary}\n` });
      git(repo, 'commit', '--quiet', '--all', '--message', 'amended away');
      left.push(git(repo, 'rev-parse', 'HEAD').trim());
      git(repo, 'reset', '--quiet', '--hard', 'HEAD~1');
    },
  });
  for (const commit of left) {
    expect(await target.code('git show', 'root:repo', { commit })).toBe('MCP-GIT-I-002');
    expect(await target.code('git diff', 'root:repo', { commit })).toBe('MCP-GIT-I-002');
  }
});

attack(
  'git-commit-words',
  'a commit is named by its id, and by nothing that git would take for more',
  async (open) => {
    const target = await open();
    for (const commit of [
      'HEAD',
      'main',
      '--output=x',
      '-p',
      '@{-1}',
      'HEAD:den/secret.txt',
      ':/state',
      'abc',
      'a..b',
      '^abcd',
      'ABCD',
    ])
      expect([commit, await target.code('git show', 'root:repo', { commit })]).toEqual([
        commit,
        'MCP-CALL-I-001',
      ]);
  },
);

attack('git-pathspec', 'a name that git would take for a pattern is the name of one file', async (open) => {
  const names = [':(top)den', ':!README.md', '*', '--all', ':(glob)**'];
  const written = (text: string) => Object.fromEntries(names.map((name) => [`repo/${name}`, text]));
  const target = await open({
    files: written('before\n'),
    prepare: (folder, canary) =>
      writeFiles(folder, { ...written('after\n'), 'repo/den/secret.txt': `changed ${canary}\n` }),
  });
  for (const name of names) {
    const { reply } = await target.call('git diff', 'root:repo', { paths: [name] });
    expect([reply.code, reply.data.changed]).toEqual(['MCP-GIT-S-003', [`root:repo/${name}`]]);
    expect(reply.data.text).toContain(`+++ b/${name}\n`);
  }
});

attack('git-odd-names', 'names that are no addresses are left out, and break nothing', async (open) => {
  const target = await open({
    prepare: (folder) => {
      for (const name of ['a\nb', 'tab\tname', 'quo"te', 'back\\slash'])
        writeFileSync(join(folder, 'repo/desk', name), 'x\n');
      writeFileSync(join(folder, 'plain'), 'x');
      renameSync(
        join(folder, 'plain'),
        Buffer.concat([Buffer.from(join(folder, 'repo/desk/')), Buffer.from([0xff, 0xfe])]),
      );
    },
  });
  const { reply } = await target.call('git status', 'root:repo');
  expect([reply.code, reply.data.changed]).toEqual(['MCP-GIT-S-002', ['root:repo/desk/quo"te']]);
});

/** Makes a commit whose id begins like another one, and returns its id. */
function commitLike(repo: string, start: string, tree: string): string {
  const head = git(repo, 'rev-parse', 'HEAD').trim();
  for (let nonce = 0; ; nonce++) {
    const who = 'a <a@example.org> 1767225600 +0000';
    const body = `tree ${tree}\nparent ${head}\nauthor ${who}\ncommitter ${who}\n\n${nonce}\n`;
    const id = createHash('sha1').update(`commit ${body.length}\0${body}`).digest('hex');
    if (!id.startsWith(start)) continue;
    const write = ['hash-object', '-t', 'commit', '-w', '--stdin'];
    expect(execFileSync('git', write, { cwd: repo, input: body, encoding: 'utf8' }).trim()).toBe(id);
    return id;
  }
}

attack(
  'git-alike',
  'no commit or branch that nobody sees tells that it is there by how its id or its name begins',
  async (open) => {
    const show = async (prepare: (repo: string, start: string) => void) => {
      let start = '';
      const target = await open({
        policy: gitPolicy,
        watch: [],
        prepare: (folder) => {
          const repo = join(folder, 'repo');
          start = git(repo, 'rev-parse', 'HEAD').slice(0, 4);
          prepare(repo, start);
        },
      });
      const { code, data } = (await target.call('git show', 'root:repo', { commit: start })).reply;
      return [code, String(data.commit).startsWith(start)];
    };
    const hiddenTree = (repo: string): string => {
      writeFiles(repo, { 'den/more.txt': 'more\n' });
      git(repo, 'add', '--all');
      return git(repo, 'write-tree').trim();
    };
    const seen = await show(() => {});
    expect(seen[0]).toBe('MCP-GIT-S-005');
    const onMain = (repo: string, start: string) =>
      git(repo, 'reset', '--quiet', '--soft', commitLike(repo, start, hiddenTree(repo)));
    const elsewhere = (repo: string, start: string) => {
      git(repo, 'branch', 'other', commitLike(repo, start, hiddenTree(repo)));
      git(repo, 'reset', '--quiet', '--hard');
    };
    const byName = (repo: string, start: string) => git(repo, 'branch', start);
    for (const prepare of [onMain, elsewhere, byName]) expect(await show(prepare)).toEqual(seen);
  },
);
