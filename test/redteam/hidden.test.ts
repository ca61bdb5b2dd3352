// Attacks on what is hidden: it answers alike whether it is there or not, nobody looks, and nothing else speaks of it.

import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { readAuditRecords } from '../../src/guard.ts';
import { attack } from './attack.ts';
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
