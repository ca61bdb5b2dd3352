// Two clones of one commit in different folders that share one store: each is judged by its own files.

import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { type OpenedWorkspace, openWorkspace } from '../../src/engine/open-workspace.ts';
import { commitAll, git, writeFiles } from '../context/workspace.ts';
import { sharedDatabases } from './test-stores.ts';

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0)) await step();
});

describe.each(Object.entries(sharedDatabases))('two clones on one %s store', (_name, create) => {
  test('are one scan as long as they are equal, and share what is said', async () => {
    const { here, there } = await openClones(create);
    const first = await here.scan();
    const second = await there.scan();
    expect({ isNew: second.isNew, root: second.root }).toEqual({ isNew: false, root: first.root });
    await note(here, 'a.txt', 'said here');
    expect(await told(there, 'a.txt')).toEqual(['fresh said here']);
  });

  test('that differ judge what is said by their own bytes, whoever scanned last', async () => {
    const { here, there } = await openClones(create);
    await here.scan();
    await note(here, 'a.txt', 'of both');
    await note(here, 'b.txt', 'of the old bytes');
    writeFiles(there.directory, { 'b.txt': 'edited there\n' });
    await there.scan();
    for (const last of [there, here, there]) {
      await last.scan();
      expect(await told(here, 'b.txt')).toEqual(['fresh of the old bytes']);
      expect(await told(there, 'b.txt')).toEqual(['stale of the old bytes']);
      expect(await told(here, 'a.txt')).toEqual(['fresh of both']);
      expect(await told(there, 'a.txt')).toEqual(['fresh of both']);
      expect((await here.status()).stale).toBe(0);
      expect((await there.status()).stale).toBe(1);
    }
    await note(there, 'b.txt', 'of the new bytes');
    expect(await told(here, 'b.txt')).toEqual(['stale of the new bytes']);
    expect(await told(there, 'b.txt')).toEqual(['fresh of the new bytes']);
    await expectWhole(here);
  });

  test('keep what is said of a file that only one of them renamed', async () => {
    const { here, there } = await openClones(create);
    await here.scan();
    await note(here, 'c.txt', 'before');
    renameSync(join(there.directory, 'c.txt'), join(there.directory, 'd.txt'));
    await there.scan();
    expect(await told(here, 'c.txt')).toEqual(['fresh before']);
    expect(await told(there, 'd.txt')).toEqual(['fresh before']);
    await here.scan();
    expect(await told(here, 'c.txt')).toEqual(['fresh before']);
    await there.scan();
    await note(here, 'c.txt', 'after');
    expect(await told(here, 'c.txt')).toEqual(['fresh after']);
    await there.scan();
    expect(await told(there, 'd.txt')).toEqual(['fresh after']);
    await here.scan();
    expect(await told(here, 'c.txt')).toEqual(['fresh after']);
    expect((await here.history('c.txt')).frames.length).toBe(2);
    await expectWhole(here);
  });

  test('derive each from its own bytes, and neither is taken for the other', async () => {
    const { here, there } = await openClones(create);
    writeFiles(there.directory, { 'b.txt': 'edited there\n' });
    const renew = async (workspace: OpenedWorkspace) => {
      const port = workspace.as('synthesis', 'synthesis');
      await note(workspace, 'b.txt', `of ${(await workspace.tree()).at('b.txt')?.size} bytes`);
      await port.synthesize({ path: '.', type: 'note', recursive: true });
      return (await told(workspace, '.'))[0];
    };
    const made = [await renew(here), await renew(there)];
    expect(made).toEqual([
      expect.stringMatching(/^fresh .*of 2 bytes/s),
      expect.stringMatching(/^fresh .*of 13/s),
    ]);
    expect((await told(here, '.'))[0]).toMatch(/^stale .*of 13/s);
    // Alone each comes back to just what it had made.
    expect([await renew(here), await renew(there)]).toEqual(made);
    await expectWhole(here);
  });

  test('that write at once lose nothing and do not keep each other from it', async () => {
    const { here, there } = await openClones(create);
    writeFiles(there.directory, { 'b.txt': 'edited there\n' });
    const numbers = Array.from({ length: 10 }, (_, index) => index);
    const writeAll = async (workspace: OpenedWorkspace, name: string) => {
      for (const number of numbers) await note(workspace, 'a.txt', `${name} ${number}`);
    };
    await Promise.all([writeAll(here, 'here'), writeAll(there, 'there')]);
    const { frames } = await here.history('a.txt');
    const words = frames.map(({ content }) => Buffer.from(content ?? []).toString());
    for (const name of ['here', 'there'])
      expect(words.filter((word) => word.startsWith(name))).toEqual(
        numbers.map((number) => `${name} ${number}`),
      );
    expect(frames.every(({ fresh }) => fresh)).toBe(true);
    await expectWhole(there);
  });
});

async function openClones(create: () => Promise<{ readonly address: string; remove(): Promise<void> }>) {
  const folder = mkdtempSync(join(tmpdir(), 'penumbra-clones-'));
  const store = await create();
  undo.push(
    () => store.remove(),
    () => rmSync(folder, { recursive: true }),
  );
  const origin = join(folder, 'origin');
  writeFiles(origin, { 'a.txt': 'a\n', 'b.txt': 'b\n', 'c.txt': 'c\n', 'folder/e.txt': 'e\n' });
  git(origin, 'init', '--quiet');
  commitAll(origin);
  git(folder, 'clone', '--quiet', origin, 'clone');
  const open = async (name: string) => {
    const workspace = await openWorkspace({ root: join(folder, name), store: store.address });
    undo.unshift(() => workspace.close());
    return workspace;
  };
  return { here: await open('origin'), there: await open('clone') };
}

async function note(workspace: OpenedWorkspace, path: string, content: string): Promise<void> {
  await workspace.as('person', 'writer').putFrame({ path, type: 'note', content });
}

/** What stands at a path, each with whether it holds. */
async function told(workspace: OpenedWorkspace, path: string): Promise<readonly string[]> {
  const { frames } = await workspace.getNode(path);
  return frames.map(
    ({ fresh, content }) => `${fresh ? 'fresh' : 'stale'} ${Buffer.from(content ?? []).toString()}`,
  );
}

async function expectWhole(workspace: OpenedWorkspace): Promise<void> {
  expect((await workspace.validate()).faults).toEqual([]);
}
