// Attacks by sheer size and number: answers stay bounded, nothing is kept for good, and every call is answered.

import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { openGitReader } from '../../src/adapters/git/index.ts';
import { createTools, createWorld, loadPolicy } from '../../src/guard.ts';
import { git } from '../context/workspace.ts';
import { collectGarbage } from '../support/collect-garbage.ts';
import { attack, type Target } from './attack.ts';
import { redPolicy } from './red-policy.ts';

const KIBI = 1024;
const MEBI = KIBI * KIBI;

/** Returns by how many bytes the heap has grown after something, garbage collected before and after. */
function heapGrowth(act: () => void): number {
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  act();
  collectGarbage();
  return process.memoryUsage().heapUsed - before;
}

/** Returns how many bytes a reply takes. */
async function replyBytes(target: Target, names: string, address: string, given?: unknown): Promise<number> {
  return Buffer.byteLength(JSON.stringify((await target.call(names, address, given)).reply));
}

/** Returns how often other work had its turn while something was done. */
async function countTurns<Result>(
  act: () => Promise<Result>,
): Promise<{ readonly turns: number; readonly result: Result }> {
  let [turns, isDone] = [0, false];
  const count = () => {
    turns++;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const result = await act();
  isDone = true;
  return { turns, result };
}

attack('resource-resolves', 'resolving again and again keeps nothing', async (open) => {
  const { world } = (await open()).session;
  const growth = heapGrowth(() => {
    for (let index = 0; index < 60_000; index++) world.resolve(`root:repo/desk/file-${index % 1_000}`);
    for (let index = 0; index < 60_000; index++) world.resolve('root:repo/desk/note.txt');
  });
  expect(growth).toBeLessThan(8 * MEBI);
});

attack('resource-directory', 'a huge directory is listed as far as one reply goes', async (open) => {
  const prepare = (folder: string) => {
    mkdirSync(join(folder, 'data/huge'));
    for (let index = 0; index < 12_000; index++) writeFileSync(join(folder, 'data/huge', `${index}.txt`), '');
  };
  const target = await open({ prepare });
  for (const [names, given] of [
    ['file list'],
    ['file list', { glob: '**' }],
    ['dir list'],
    ['dir tree', { maxEntries: 5_000 }],
  ] as const) {
    const { reply } = await target.call(names, 'root:data/huge', given);
    const { entries, is_cut: isCut } = reply.data as { entries: readonly unknown[]; is_cut: boolean };
    expect([names, entries.length, isCut]).toEqual([names, 5_000, true]);
  }
});

attack('resource-line', 'a line without an end is read, searched and traced within bounds', async (open) => {
  const target = await open({ hasContext: true, files: { 'repo/desk/line.txt': 'x'.repeat(8 * MEBI) } });
  const address = 'root:repo/desk/line.txt';
  expect(await replyBytes(target, 'file read', address)).toBeLessThan(300 * KIBI);
  expect(await replyBytes(target, 'file read', address, { fromLine: 1, toLine: 1 })).toBeLessThan(300 * KIBI);
  expect(await replyBytes(target, 'search text', 'root:repo/desk', { pattern: 'xx' })).toBeLessThan(
    100 * KIBI,
  );
  expect(await replyBytes(target, 'git blame', address)).toBeLessThan(100 * KIBI);
});

attack('resource-sparse', 'a file of four gibibytes costs no more than the caps', async (open) => {
  const prepare = (folder: string) => {
    writeFileSync(join(folder, 'repo/desk/sparse.txt'), 'start');
    truncateSync(join(folder, 'repo/desk/sparse.txt'), 4 * KIBI * MEBI);
  };
  const target = await open({ prepare });
  const address = 'root:repo/desk/sparse.txt';
  const { data } = (await target.call('file read', address)).reply;
  expect([data.size, data.is_cut, data.content]).toEqual([4 * KIBI * MEBI, true, null]);
  expect(await replyBytes(target, 'file read', address, { fromLine: 2 })).toBeLessThan(100 * KIBI);
  const changes: readonly (readonly [string, unknown])[] = [
    ['file edit', { find: 'start', replace: 'end' }],
    ['file patch', { patch: '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-start\n+end\n' }],
  ];
  for (const [names, given] of changes)
    expect(await target.code(names, address, given)).toBe('MCP-FILE-I-007');
  expect(process.memoryUsage().rss).toBeLessThan(2 * KIBI * MEBI);
});

attack('resource-caps', 'what is at a cap is taken, and what is one more is not', async (open) => {
  const target = await open();
  const write = (text: string) => target.code('file write', 'root:repo/desk/large.txt', { text });
  expect(await write('x'.repeat(4 * MEBI))).toBe('MCP-FILE-S-003');
  expect(await write('x'.repeat(4 * MEBI + 1))).toBe('MCP-CALL-I-001');
  // So many characters fit, and so many bytes do not.
  expect(await write('é'.repeat(3 * MEBI))).toBe('MCP-FILE-I-007');
  const edit = (length: number) =>
    target.code('file edit', 'root:repo/desk/note.txt', { find: 'a note', replace: 'x'.repeat(length) });
  expect(await edit(4 * MEBI)).toBe('MCP-FILE-I-007');
  expect(await edit(4 * MEBI - 1)).toBe('MCP-FILE-S-004');
});

attack('resource-calls', 'ten thousand calls at once are answered and on record, each once', async (open) => {
  const target = await open();
  const addresses = ['root:repo/desk/note.txt', 'root:repo/den/secret.txt', 'root:repo/..', '/etc/passwd'];
  const calls = Array.from({ length: 10_000 }, (_, index) =>
    target.code(index % 2 === 0 ? 'file read' : 'file list', addresses[index % addresses.length] ?? ''),
  );
  const codes = new Map<string, number>();
  for (const code of await Promise.all(calls)) codes.set(code, (codes.get(code) ?? 0) + 1);
  expect(Object.fromEntries(codes)).toEqual({
    'MCP-FILE-S-001': 2_500,
    'WA-RES-I-003': 2_500,
    'WA-RES-I-001': 5_000,
  });
});

attack('resource-turns', 'a huge directory or tree does not hold up other work', async (open) => {
  const target = await open();
  const count = 5_000;
  mkdirSync(target.at('data/huge'));
  for (let index = 0; index < count; index++) writeFileSync(target.at(`data/huge/${index}.txt`), '');
  // Tools of their own, so that nothing else gives way: their calls are noted nowhere.
  const session = { id: 'a', mode: () => 'work', mods: [], contract: () => null };
  const world = createWorld({ policy: loadPolicy(redPolicy), roots: { data: target.at('data') }, session });
  const silent = async () => undefined;
  const tools = createTools(world, { trail: { note: silent, record: silent, flush: silent } });
  for (const [tool, command, given] of [
    ['file', 'list', {}],
    ['file', 'list', { glob: '*.txt' }],
    ['dir', 'list', {}],
    ['dir', 'tree', {}],
  ] as const) {
    const listing = () => tools.call({ tool, command, address: 'root:data/huge', arguments: given });
    const { turns, result } = await countTurns(listing);
    expect([tool, command, result.reply.type]).toEqual([tool, command, 'S']);
    expect(turns).toBeGreaterThanOrEqual(count / 1_000);
  }
});

attack('resource-diff', 'comparing large files does not hold up other work', async (open) => {
  const lines = (first: number) =>
    Array.from({ length: 50_000 }, (_, index) => `${index * first}\n`).join('');
  const target = await open({ files: { 'repo/desk/large.txt': lines(3) } });
  writeFileSync(target.at('repo/desk/large.txt'), lines(7));
  git(target.at('repo'), 'commit', '--quiet', '--all', '--message', 'other lines');
  const commit = git(target.at('repo'), 'rev-parse', 'HEAD').trim();
  const request = { paths: ['desk/large.txt'], contextLines: 3, maxBytes: MEBI };
  const reader = openGitReader(target.at('repo'));
  for (const span of [
    { kind: 'commit', commit },
    { kind: 'staged', commit: git(target.at('repo'), 'rev-parse', 'HEAD~1').trim() },
  ] as const) {
    const { turns, result } = await countTurns(() => reader.diff({ ...request, span }));
    expect(result?.bytes.length).toBeGreaterThan(KIBI);
    expect(turns).toBeGreaterThan(10);
  }
});
