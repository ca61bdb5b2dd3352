// Attacks on what is hidden: it answers alike whether it is there or not, nobody looks, and nothing else speaks of it.

import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { openGitChanges } from '../../src/adapters/git/index.ts';
import { hiddenNames, loadPolicy, readAuditRecords } from '../../src/guard/index.ts';
import { git } from '../context/workspace.ts';
import { attack, type Target } from './attack.ts';
import { execPolicy, runApproved } from './exec-target.ts';
import { redPolicy } from './red-policy.ts';
import { textOf } from './refuse-leaks.ts';
import { isTraceable, traceCalls } from './trace-calls.ts';

const commands: readonly (readonly [names: string, given?: unknown])[] = [
  ['file read'],
  ['file list'],
  ['file write', { text: 'x' }],
  ['file edit', { find: 'x', replace: 'y' }],
  ['file delete'],
  ['file rename', { to: 'root:repo/desk/taken.txt' }],
  ['dir tree'],
  ['git log'],
  ['git add'],
  ['search text', { pattern: 'x' }],
  ['context get'],
  ['exec run', { argv: ['wc', '-l', 'x'] }],
];

attack(
  'hidden-alike',
  'what is hidden answers alike whether it is there or not, and is on record alike',
  async (open) => {
    const target = await open();
    const namesOf = ['den/secret.txt', 'den/nothing.txt', '.git/config', '.git/nothing'];
    const shapes: string[][] = [];
    for (const path of namesOf) {
      const same = (value: unknown) => textOf(value).replaceAll(path, 'PATH');
      const replies: string[] = [];
      for (const [names, given] of commands)
        replies.push(same((await target.call(names, `root:repo/${path}`, given)).reply));
      replies.push(
        same(
          (await target.call('file rename', 'root:repo/desk/note.txt', { to: `root:repo/${path}` })).reply,
        ),
      );
      replies.push(same((await target.call('git add', 'root:repo', { paths: [path] })).reply));
      shapes.push(replies);
    }
    for (const shape of shapes) expect(shape).toEqual(shapes[0]);
    expect(shapes[0]?.every((reply) => reply.includes('WA-RES-I-003'))).toBe(true);
    await target.session.trail.flush();
    const records = await Array.fromAsync(readAuditRecords(target.ledger.store));
    const kept = records.map(({ tool, command, addresses, decision, answer, requests }, index) =>
      textOf({ tool, command, addresses, decision, answer, requests }).replaceAll(
        namesOf[Math.floor(index / (commands.length + 2))] ?? '',
        'PATH',
      ),
    );
    expect(new Set(kept).size).toBe(commands.length + 2);
  },
);

attack(
  'hidden-untouched',
  'the system is not asked for what is hidden, nor for anything else in the root',
  async (open) => {
    const target = await open();
    const hidden = ['den/secret.txt', 'den/nothing.txt', 'den', '.git/config', '.git/nothing'];
    const calls = hidden.flatMap((path) => [
      ['file read', `root:repo/${path}`] as const,
      ['file write', `root:repo/${path}`, { text: 'x' }] as const,
      ['file list', `root:repo/${path}`] as const,
    ]);
    if (!isTraceable) return;
    const traced = traceCalls(target, [...calls, ['file read', 'root:repo/desk/note.txt']]);
    const touching = traced.map(({ systemCalls }) =>
      systemCalls.filter((line) => line.includes(target.at('repo')) || line.includes('/proc/self/fd')),
    );
    expect(touching.slice(0, -1).flat()).toEqual([]);
    expect(touching.at(-1)?.length).toBeGreaterThan(2);
    expect(new Set(traced.slice(0, -1).map(({ reply }) => reply.code))).toEqual(new Set(['WA-RES-I-003']));
  },
);

attack(
  'hidden-outside',
  'the system opens nothing outside the roots, whatever is asked for',
  async (open) => {
    const target = await open({
      prepare: (folder) => {
        symlinkSync('../../outside', join(folder, 'repo/desk/out'));
        symlinkSync('../den', join(folder, 'repo/desk/den'));
        symlinkSync('../../outside/secret.txt', join(folder, 'repo/desk/door'));
      },
    });
    if (!isTraceable) return;
    const paths = [
      'out',
      'out/secret.txt',
      'out/new',
      'door',
      'den/secret.txt',
      '../../outside/secret.txt',
      'out/../x',
    ];
    const addresses = [
      ...paths.map((path) => `root:repo/desk/${path}`),
      target.at('outside/secret.txt'),
      'root:repo/desk',
    ];
    const traced = traceCalls(
      target,
      addresses.flatMap((address) => [
        ['file read', address] as const,
        ['file list', address, { glob: '**' }] as const,
        ['file write', address, { text: 'x' }] as const,
        ['file delete', address] as const,
        ['dir tree', address] as const,
      ]),
    );
    const lines = traced.flatMap(({ systemCalls }) => systemCalls);
    const opened = lines.filter((line) => /= \d+<(.*)>/.exec(line)?.[1]?.match(/\/(outside|den)(\/|$)/));
    expect(opened).toEqual([]);
    // A trace that shows nothing at all would show nothing outside, either.
    expect(
      lines.some((line) => (line.includes('/out"') && line.includes('ELOOP')) || line.includes('ENOTDIR')),
    ).toBe(true);
  },
);

attack(
  'hidden-absent',
  'what is hidden is in no listing, hit, status, difference, history or fact',
  async (open) => {
    const target = await open({ hasContext: true });
    writeFileSync(target.at('repo/desk/note.txt'), 'another note\n');
    for (const [names, given] of [
      ['file list'],
      ['file list', { glob: '**' }],
      ['file list', { glob: 'den/**' }],
      ['dir list'],
      ['dir tree', { depth: 9 }],
      ['git status'],
      ['git diff'],
      ['git log'],
      ['search text', { pattern: 'secret' }],
      ['search text', { pattern: target.canary.slice(0, 12) }],
      ['search symbols', { name: 'secret' }],
      ['context get', { producer: 'terms' }],
      ['context get', { producer: 'history' }],
    ] as const) {
      const { reply } = await target.call(names, 'root:repo', given);
      expect(reply.type, `${names} ${textOf(reply)}`).toBe('S');
      expect(textOf(reply.data), names).not.toMatch(/\bden\b|secret|\.git\b/);
    }
  },
);

/** A policy that shows and grants nearly everything in `data`: what else is hidden there is so in every root. */
const generous = execPolicy({ sandbox: 'required' })
  .replace('  data: {}\n', '  data: { hidden: [.git, inner] }\n')
  .replace(
    '    data: [{ allow: READ }, ',
    '    data: [{ allow: READ }, { allow: [file_write, file_delete, git_mutate] }, ',
  );

/** Asserts that paths of `data` answer like hidden ones to every command, and are in nothing that is told. */
async function expectHidden(target: Target, paths: readonly string[], named: RegExp): Promise<void> {
  for (const path of paths)
    for (const [names, given] of commands)
      expect([path, names, await target.code(names, `root:data/${path}`, given)]).toEqual([
        path,
        names,
        'WA-RES-I-003',
      ]);
  for (const [names, given] of [
    ['file list'],
    ['file list', { glob: '**' }],
    ['dir tree', { depth: 9 }],
    ['git status'],
    ['git diff'],
    ['git log'],
  ] as const) {
    const { reply } = await target.call(names, 'root:data', given);
    expect(reply.type, `${names} ${textOf(reply)}`).toBe('S');
    expect(textOf(reply.data), names).not.toMatch(named);
  }
  const { code, data } = (
    await runApproved(
      target,
      '#!/bin/bash\necho ran\ncd /roots/data\nfind .\nfind . -type f -exec cat {} +\n',
    )
  ).reply;
  if (code === 'MCP-EXEC-E-002') return;
  expect(data.stdout).toContain('list.txt');
  expect(
    String(data.stdout).replaceAll(/^\.\/(?:store\/|wip\/)?(?:\.penumbra|book\.db\S*)$/gm, ''),
  ).not.toMatch(named);
}

attack(
  'hidden-ledger',
  'a ledger in a root is neither seen nor written, whatever the policy',
  async (open) => {
    const target = await open({
      policy: generous,
      ledgerFile: 'data/.penumbra/ledger.db',
      files: { 'data/.penumbra/note': '{canary}', 'data/wip/.penumbra/ledger.db': '{canary}' },
      prepare: (folder) => {
        git(join(folder, 'data'), 'init', '--quiet');
        git(join(folder, 'data'), 'add', '--all', '--force');
        git(join(folder, 'data'), 'commit', '--quiet', '--message', 'state');
        writeFileSync(join(folder, 'data/.penumbra/note'), 'changed');
      },
    });
    const paths = [
      '.penumbra',
      '.penumbra/ledger.db',
      '.penumbra/new',
      '.PENUMBRA/note',
      'wip/.penumbra/ledger.db',
    ];
    await expectHidden(target, paths, /penumbra|SQLite/i);
  },
);

attack('hidden-ledger-file', 'a ledger by any name is hidden where it lies in a root', async (open) => {
  const target = await open({
    policy: generous,
    ledgerFile: 'data/store/book.db',
    files: { 'data/store/other.txt': 'other\n' },
    prepare: (folder) => {
      git(join(folder, 'data'), 'init', '--quiet');
      git(join(folder, 'data'), 'add', '--all');
      git(join(folder, 'data'), 'commit', '--quiet', '--message', 'state');
    },
  });
  const paths = ['store/book.db', 'store/Book.db', 'store/book.db-wal', 'store/book.db-journal'];
  await expectHidden(target, paths, /book\.db|SQLite/);
  expect(await target.code('file read', 'root:data/store/other.txt')).toBe('MCP-FILE-S-001');
});

attack('hidden-ledger-pull', 'git does not write over a ledger that it passes over', async (open) => {
  const target = await open();
  const [repo, other] = [target.at('data/wip/repo'), target.at('data/wip/other')];
  git(target.at('repo'), 'clone', '--quiet', '--bare', '.', target.at('data/wip/origin'));
  for (const clone of [repo, other]) git(target.at('data/wip'), 'clone', '--quiet', 'origin', clone);
  mkdirSync(join(repo, '.penumbra'));
  writeFileSync(join(repo, '.penumbra/.gitignore'), '*\n');
  writeFileSync(join(repo, '.penumbra/ledger.db'), 'the ledger');
  mkdirSync(join(other, '.penumbra'));
  writeFileSync(join(other, '.penumbra/ledger.db'), 'another');
  git(other, 'add', '--all', '--force');
  git(other, 'commit', '--quiet', '--message', 'evil');
  git(other, 'push', '--quiet');
  const keeps = hiddenNames({ hidden: [] });
  expect(openGitChanges(repo, { protocols: ['file'], keeps }).pull()).toBe('failed');
  expect(readFileSync(join(repo, '.penumbra/ledger.db'), 'utf8')).toBe('the ledger');
});

attack('hidden-draft', 'no file has a name that checks pass over', async (open) => {
  const target = await open({ policy: generous });
  const name = `.penumbra-${'0'.repeat(32)}`;
  expect(await target.code('file write', `root:data/wip/${name}`, { text: 'x' })).toBe('WA-RES-I-003');
  expect(
    await target.code('file rename', 'root:data/list.txt', { to: `root:data/${name.toUpperCase()}` }),
  ).toBe('WA-RES-I-003');
  // A program can make one; then nothing of it is told, and the next program does not see it.
  writeFileSync(target.at(`data/wip/${name}`), target.canary);
  const listed = (await target.call('file list', 'root:data/wip')).reply.data;
  expect([listed.entries, listed.unaddressable]).toEqual([[], 0]);
  const { data } = (await runApproved(target, `#!/bin/bash\necho ran\ncat ./${name} /roots/data/wip/.p*\n`))
    .reply;
  expect(data.stdout ?? 'ran\n').toBe('ran\n');
});

attack(
  'hidden-bytes',
  'what has a name that is no text is hidden from programs, and counted',
  async (open) => {
    const target = await open({
      policy: generous,
      prepare: (folder, canary) => {
        const odd = Buffer.concat([Buffer.from(join(folder, 'data/wip/odd')), Buffer.of(0xff)]);
        const below = (name: string) => Buffer.concat([odd, Buffer.from(`/${name}`)]);
        mkdirSync(odd);
        mkdirSync(below('inner'));
        writeFileSync(below('inner/secret'), canary);
        // What the name reads like is something else.
        mkdirSync(join(folder, 'data/wip/odd\ufffd'));
        symlinkSync('/etc', Buffer.concat([odd, Buffer.of(0xfe)]));
      },
    });
    const { data } = (await target.call('file list', 'root:data/wip')).reply;
    expect([data.unaddressable, data.count]).toEqual([2, 1]);
    await runApproved(target, '#!/bin/bash\necho ran\ncat ./odd*/*/* /roots/data/wip/odd*/*/*\n');
    // A program that goes through a directory by itself would follow the link.
    expect(await target.code('exec run', 'root:data', { argv: ['wc', '-l', 'wip'] })).toBe('EN-EXEC-D-003');
  },
);

attack('hidden-slip', 'a name with a wildcard, which would hide nothing, does not load', async (open) => {
  await open();
  const slips: readonly (readonly [string, string])[] = [
    ['hidden: [.git]', 'hidden: [.git, "*.key"]'],
    ['hidden: [.git]', 'hidden: [.git, "id_?sa"]'],
    ['    repo/den: never', '    "repo/de*": never'],
    ['    repo/shelf: [{ allow: READ }]', '    "repo/she?f": [{ allow: READ }]'],
  ];
  for (const [right, slip] of slips) {
    const policy = redPolicy.replace(right, slip);
    expect(policy).not.toBe(redPolicy);
    expect(() => loadPolicy(policy), slip).toThrow(
      /only `protected` has wildcards|needs one plain component/,
    );
  }
});

attack(
  'hidden-context',
  'the context of what is seen is told alike whether something is hidden there or not',
  async (open) => {
    const contextual = redPolicy
      .replace('hidden: [.git]', 'hidden: [.git, vault]')
      .replace('allow: [file_write', 'allow: [context_write, file_write');
    const files = { 'repo/desk/sub/deep/c.js': 'export function seen() {}\n' };
    const hidden = {
      'repo/desk/sub/deep/vault/key.js': '{canary}',
      'repo/desk/only/vault': '{canary}',
      'repo/desk/far/off/vault/key.js': '{canary}',
    };
    const paths = [
      '',
      '/desk',
      '/desk/sub',
      '/desk/sub/deep',
      '/desk/sub/deep/c.js',
      '/desk/only',
      '/desk/far',
    ];
    const tellWorld = async (more: Readonly<Record<string, string>>) => {
      const target = await open({
        policy: contextual,
        files: { ...files, ...more },
        hasContext: true,
        prepare: (folder) => {
          for (const path of ['only', 'far/off'])
            mkdirSync(join(folder, 'repo/desk', path), { recursive: true });
        },
      });
      const told: string[] = [];
      for (const path of paths)
        for (const [names, given] of [
          ['context get'],
          ['context explain'],
          ['context history'],
          ['context compose'],
          ['context put', { type: 'note', content: 'x' }],
          ['context synthesize', { type: 'note' }],
        ] as const) {
          const { code, data } = (await target.call(names, `root:repo${path}`, given)).reply;
          told.push(`${names} ${path} ${code} ${textOf(data)}`);
        }
      return told;
    };
    expect(await tellWorld(hidden)).toEqual(await tellWorld({}));
  },
);

attack(
  'hidden-root',
  'a root that is not seen answers alike whether it is there or not, and is nobody’s home',
  async (open) => {
    const shut = redPolicy
      .replace('roots:\n', 'roots:\n  vault: {}\n  later: {}\n')
      .replace('    repo/den: never\n', '    repo/den: never\n    vault: never\n    later: [mask_worn(x)]\n');
    const tellRoots = async (roots: Readonly<Record<string, string>>) => {
      const target = await open({
        policy: shut,
        files: { 'vault/secret.txt': '{canary}', 'later/secret.txt': '{canary}' },
        roots,
      });
      const told: string[] = [];
      for (const path of ['vault', 'vault/secret.txt', 'vault/none', 'later/secret.txt'])
        for (const [names, given] of commands) {
          const { code, data } = (await target.call(names, `root:${path}`, given)).reply;
          told.push(`${names} ${path} ${code} ${textOf(data)}`);
        }
      told.push(await target.code('file rename', 'root:repo/desk/note.txt', { to: 'root:vault/taken.txt' }));
      told.push(textOf((await target.call('dir pwd', '')).reply.data));
      return told;
    };
    const given = await tellRoots({ vault: 'vault', later: 'later' });
    expect(await tellRoots({})).toEqual(given);
    expect(given.at(-1)).toContain('root:repo');
    expect(given.slice(0, -1).filter((one) => !one.includes('WA-RES-I-003'))).toEqual([]);
  },
);
