// The history of files that went into hiding or came out of it: what a call sees of a commit is judged by what the
// files were called in it, for agents and for the investigation alike.

import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ChangeHistory } from '../../src/context/index.ts';
import { git, writeFiles } from '../context/workspace.ts';
import { makeToolWorld, type ToolWorld } from './tool-world.ts';

const HIDDEN = '.penumbra';

type Step = Readonly<Record<string, string>> | readonly [from: string, to: string];

/** Commits steps one by one: files that are written, or a file that is moved. */
function makeWorld(steps: readonly Step[]): ToolWorld {
  const world = makeToolWorld({ files: { 'a.ts': '1' } });
  for (const [index, step] of steps.entries()) {
    if (Array.isArray(step)) {
      const [from, to] = step.map((path) => join(world.repo, path)) as [string, string];
      mkdirSync(join(to, '..'), { recursive: true });
      renameSync(from, to);
    } else writeFiles(world.repo, step as Readonly<Record<string, string>>);
    git(world.repo, 'add', '--all', '--force');
    git(world.repo, 'commit', '--quiet', '--message', `step ${index}`);
  }
  return world;
}

type Logged = { readonly subject: string; readonly changed: readonly string[] };

/** What `git log` shows as subject and paths, and the present names that trusted code gets, newest first. */
async function look(world: ToolWorld, address = 'root:repo') {
  const { reply, value } = await world.call('git log', address);
  const produced = await world.call('context get', address, { producer: 'history' });
  const history = value as ChangeHistory;
  expect(produced.value).toEqual(history);
  expect(JSON.stringify([reply, history, produced.reply])).not.toContain(HIDDEN);
  const log = reply.data.log as readonly Logged[];
  expect(reply.data.commits).toBe(log.length);
  return {
    log: log.map(({ subject, changed }) => [subject, ...changed.map((one) => one.replace('root:repo/', ''))]),
    value: history.changes.map(({ age, paths }) => [age, ...paths]),
  };
}

const outOfHiding: readonly Step[] = [
  { '.penumbra/key.txt': 'one' },
  { '.penumbra/key.txt': 'two' },
  ['.penumbra/key.txt', 'moved.txt'],
  { 'moved.txt': 'three' },
];
const intoHiding: readonly Step[] = [
  { 'pub.txt': 'one' },
  { 'pub.txt': 'two' },
  ['pub.txt', '.penumbra/pub.txt'],
  { '.penumbra/pub.txt': 'three' },
];
const throughHiding: readonly Step[] = [
  { 'pub.txt': 'one' },
  ['pub.txt', '.penumbra/pub.txt'],
  ['.penumbra/pub.txt', 'again.txt'],
];
const inSight: readonly Step[] = [{ 'src/old.txt': 'one' }, ['src/old.txt', 'lib/new.txt']];

describe('the history of a file', () => {
  test.each<[string, readonly Step[], readonly string[][], readonly (string | number)[][]]>([
    [
      'that came out of hiding begins there',
      outOfHiding,
      [
        ['step 3', 'moved.txt'],
        ['step 2', 'moved.txt'],
      ],
      [
        [0, 'moved.txt'],
        [1, 'moved.txt'],
      ],
    ],
    [
      'that went into hiding ends there',
      intoHiding,
      [
        ['step 2', 'pub.txt'],
        ['step 1', 'pub.txt'],
        ['step 0', 'pub.txt'],
      ],
      [
        [0, 'pub.txt'],
        [1, 'pub.txt'],
        [2, 'pub.txt'],
      ],
    ],
    [
      'that went through hiding is that of two files',
      throughHiding,
      [
        ['step 2', 'again.txt'],
        ['step 1', 'pub.txt'],
        ['step 0', 'pub.txt'],
      ],
      [
        [0, 'again.txt'],
        [1, 'pub.txt'],
        [2, 'pub.txt'],
      ],
    ],
    [
      'that moved in sight goes on under both names',
      inSight,
      [
        ['step 1', 'src/old.txt', 'lib/new.txt'],
        ['step 0', 'src/old.txt'],
      ],
      [
        [0, 'lib/new.txt'],
        [1, 'lib/new.txt'],
      ],
    ],
  ])('%s', async (_, steps, log, value) => {
    using world = makeWorld(steps);
    const seen = await look(world);
    // The first commit is that of the world itself.
    expect(seen.log.slice(0, -1)).toEqual(log);
    expect(seen.value).toEqual([...value, [value.length, 'a.ts']]);
  });

  test('at its own place has what it was called beside it, and nothing from hiding', async () => {
    using moved = makeWorld(inSight);
    const { log } = await look(moved, 'root:repo/lib/new.txt');
    expect(log).toEqual([
      ['step 1', 'src/old.txt', 'lib/new.txt'],
      ['step 0', 'src/old.txt'],
    ]);
    using out = makeWorld(outOfHiding);
    expect((await look(out, 'root:repo/moved.txt')).log.map(([subject]) => subject)).toEqual([
      'step 3',
      'step 2',
    ]);
  });
});

test.each<[string, readonly Step[], boolean]>([
  ['is told where it touched something visible', [{ 'b.ts': '1' }], true],
  ['is not told where it touched hidden files alone', [{ '.penumbra/key': '1' }], false],
])('the commit that lines are looked at in %s', async (_, steps, isTold) => {
  using world = makeWorld(steps);
  const head = git(world.repo, 'rev-parse', 'HEAD').trim();
  const { reply } = await world.call('git blame', 'root:repo/a.ts');
  expect([reply.code, reply.data.commit]).toEqual(['MCP-GIT-S-004', isTold ? head : null]);
  expect(JSON.stringify(reply).includes(head)).toBe(isTold);
});
