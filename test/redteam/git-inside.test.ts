// Attacks on where git goes: what lies in `.git` leads it to another repository or to files of the host.

import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { git } from '../context/workspace.ts';
import { attack, type OpenTarget } from './attack.ts';
import { gitPolicy } from './git-target.ts';

/** Where the attacked repository and the one outside keep their own. */
type Places = { readonly own: string; readonly other: string; readonly folder: string };

/** Moves a part of a repository outside and leaves a link to it. */
function linked(part: string) {
  return ({ own, folder }: Places) => {
    const away = join(folder, 'outside', 'moved');
    mkdirSync(join(own, part, '..'), { recursive: true });
    renameSync(join(own, part), away);
    symlinkSync(away, join(own, part));
  };
}

/** Takes a part of the repository outside for the repository's own. */
function replaced(part: string) {
  return ({ own, other }: Places) => {
    rmSync(join(own, part), { recursive: true, force: true });
    symlinkSync(join(other, part), join(own, part));
  };
}

const links: Readonly<Record<string, (places: Places) => void>> = {
  'all objects': replaced('objects'),
  'all references': replaced('refs'),
  'a branch': ({ own, other }) => {
    rmSync(join(own, 'refs/heads/main'), { force: true });
    symlinkSync(join(other, 'refs/heads/main'), join(own, 'refs/heads/main'));
  },
  'the pack of another': ({ own, other }) => {
    rmSync(join(own, 'objects/pack'), { recursive: true, force: true });
    symlinkSync(join(other, 'objects/pack'), join(own, 'objects/pack'));
  },
  'the log of the branch': linked('logs/HEAD'),
  'all logs': linked('logs'),
  'the index': linked('index'),
  'the index of another': replaced('index'),
  'a log that is not there yet': ({ own, folder }) => {
    rmSync(join(own, 'logs/HEAD'), { force: true });
    symlinkSync(join(folder, 'outside/fresh.log'), join(own, 'logs/HEAD'));
  },
  'references that are packed': ({ own, other }) => {
    git(join(other, '..'), 'pack-refs', '--all');
    symlinkSync(join(other, 'packed-refs'), join(own, 'packed-refs'));
  },
  'the rules of what to leave out': ({ own, folder }) => {
    rmSync(join(own, 'info'), { recursive: true, force: true });
    symlinkSync(join(folder, 'outside'), join(own, 'info'));
  },
};

const everyCommand = (commit: string): readonly (readonly [string, string, object])[] => [
  ['git log', 'root:repo', {}],
  ['git status', 'root:repo', {}],
  ['git diff', 'root:repo', {}],
  ['git show', 'root:repo', { commit }],
  ['git add', 'root:repo/desk/note.txt', {}],
  ['git commit', 'root:repo', { paths: ['root:repo/desk/note.txt'], message: 'moved' }],
  ['git push', 'root:repo', {}],
  ['git pull', 'root:repo', {}],
];

/** Opens a target whose repository was tampered with, beside another one that nobody may see or move. */
function tampered(tamper: (places: Places) => void) {
  return {
    policy: gitPolicy,
    prepare: (folder: string, canary: string) => {
      const outside = join(folder, 'outside');
      git(outside, 'init', '--quiet', '--initial-branch=main');
      writeFileSync(join(outside, 'private.txt'), `${canary}\n`);
      git(outside, 'add', '--all');
      git(outside, 'commit', '--quiet', '--message', `about ${canary}`);
      const own = join(folder, 'repo/.git');
      tamper({ own, other: join(outside, '.git'), folder });
      writeFileSync(join(folder, 'repo/desk/note.txt'), 'another note\n');
    },
  };
}

async function expectRefused(open: OpenTarget, tamper: (places: Places) => void): Promise<void> {
  let commit = '';
  const target = await open(
    tampered((places) => {
      commit = git(join(places.other, '..'), 'rev-parse', 'HEAD').trim();
      tamper(places);
    }),
  );
  for (const [names, address, given] of everyCommand(commit))
    expect([names, await target.code(names, address, given)]).toEqual([names, 'MCP-GIT-I-006']);
}

attack('git-links-out', 'no link in a repository leads git to what lies outside', async (open) => {
  for (const tamper of Object.values(links)) await expectRefused(open, tamper);
});

attack('git-links-bytes', 'no link is passed over for a name that reads like another', async (open) => {
  await expectRefused(open, ({ own, other }) => {
    const odd = Buffer.concat([Buffer.from(join(own, 'refs/heads/odd')), Buffer.of(0xff)]);
    mkdirSync(odd);
    mkdirSync(join(own, 'refs/heads/odd\ufffd'));
    symlinkSync(join(other, 'refs/heads/main'), Buffer.concat([odd, Buffer.from('/main')]));
  });
});

attack('git-borrows', 'no repository borrows objects of another', async (open) => {
  for (const list of ['alternates', 'http-alternates'])
    await expectRefused(open, ({ own, other }) => {
      mkdirSync(join(own, 'objects/info'), { recursive: true });
      writeFileSync(join(own, 'objects/info', list), `# borrowed\n${join(other, 'objects')}\n`);
    });
  // Too long a list to be read is no empty list.
  await expectRefused(open, ({ own, other }) => {
    mkdirSync(join(own, 'objects/info'), { recursive: true });
    const padding = `# ${'x'.repeat(98)}\n`.repeat(50_000);
    writeFileSync(join(own, 'objects/info/alternates'), `${padding}${join(other, 'objects')}\n`);
  });
  // What is borrowed within may borrow from outside in turn.
  await expectRefused(open, ({ own, other }) => {
    cpSync(join(own, 'objects'), join(own, 'spare'), { recursive: true });
    writeFileSync(join(own, 'spare/info/alternates'), `${join(other, 'objects')}\n`);
    writeFileSync(join(own, 'objects/info/alternates'), '../spare\n');
  });
});

attack('git-includes-outside', 'no settings are read from outside', async (open) => {
  for (const lines of [
    (path: string) => `[include]\n\tpath = ${path}\n`,
    (path: string) => `[INCLUDE] path="${path}"\n`,
    (path: string) => `[includeIf "gitdir:**"]\n\tPath = ${path}\n`,
    () => '[include]\n\tpath = ../../outside/settings\n',
    () => '[include]\n\tpath = ~/settings\n',
  ])
    await expectRefused(open, ({ own, folder }) => {
      const settings = join(folder, 'outside/settings');
      writeFileSync(settings, '[core]\n\tabbrev = 40\n');
      appendFileSync(join(own, 'config'), lines(settings));
    });
  // What is included from within may include more in turn.
  await expectRefused(open, ({ own, folder }) => {
    const settings = join(folder, 'outside/settings');
    writeFileSync(settings, '[core]\n\tabbrev = 40\n');
    appendFileSync(join(own, 'config'), '[include]\n\tpath = further\n');
    writeFileSync(join(own, 'further'), `[include]\n\tpath = ${settings}\n`);
  });
});

attack('git-pipe', 'nothing in a repository makes a call wait', async (open) => {
  for (const name of ['logs/pipe', 'info/exclude', 'HEAD', 'commondir', 'objects/info/alternates']) {
    const target = await open(
      tampered(({ own }) => {
        rmSync(join(own, name), { force: true });
        mkdirSync(join(own, name, '..'), { recursive: true });
        execFileSync('mkfifo', [join(own, name)]);
      }),
    );
    // In a process of its own, for one that waits for a pipe cannot be stopped from within.
    expect(() => readInChild(target.at('repo'))).not.toThrow();
    expect(['MCP-GIT-I-006', 'MCP-GIT-I-001']).toContain(await target.code('git log', 'root:repo'));
  }
});

function readInChild(repository: string): void {
  const adapter = new URL('../../src/adapters/git/index.ts', import.meta.url).href;
  const code = `const { openGitReader } = await import(${JSON.stringify(adapter)});
    openGitReader(process.argv[1]).revision();`;
  const args = ['--input-type=module', '--eval', code, '--', repository];
  execFileSync(process.execPath, args, { timeout: 60_000, stdio: 'pipe' });
}
