// Explaining frames and paths of real workspaces: down to file bytes, and up to all that rests on them.

import { expect, test } from 'vitest';
import { explainFrame, explainLimits, explainPath, type Tree } from '../../src/context/index.ts';
import { contentId, type FrameId, makeId, sha256 } from '../../src/kernel/index.ts';
import {
  type BasisInput,
  createMemoryStore,
  defineFrameTypes,
  type Ledger,
  noteType,
  putFrame,
  putFrames,
} from '../../src/ledger/index.ts';
import { createFakeClock } from '../../src/testing/index.ts';
import { makeFolder, scan, writeFiles } from './workspace.ts';

const external = { external: { name: 'commit', value: 'abc' } };

function newLedger() {
  const clock = createFakeClock(1_000);
  return { store: createMemoryStore(), types: defineFrameTypes(noteType), clock };
}

const draft = (id: string, inputs: readonly BasisInput[]) =>
  ({ subject: { kind: 'node', id }, type: 'note', agent: 'person', basis: { inputs }, content: id }) as const;

async function put(
  ledger: Ledger & { clock: { advance(byMs: number): void } },
  id: string,
  ...inputs: BasisInput[]
) {
  const { frameId } = await putFrame(ledger, draft(id, inputs));
  ledger.clock.advance(1_000);
  return frameId;
}

function treeOf(files: Readonly<Record<string, string>>): Tree {
  using folder = makeFolder();
  writeFiles(folder.path, files);
  return scan(folder.path).tree;
}

/** What is said of a frame besides its id. */
const said = (id: string) => ({ type: 'note', agent: 'person', subject: { kind: 'node', id } });

test('a frame is explained down to the bytes, with what rests on it', async () => {
  const tree = treeOf({ 'a.ts': 'alpha', 'copy/a.ts': 'alpha', 'b.ts': 'beta' });
  const node = tree.at('b.ts')?.nodeId ?? expect.fail();
  const ledger = newLedger();
  const bottom = await put(ledger, 'bottom', contentId('alpha'), contentId('of old'), node);
  const middle = await put(ledger, 'middle', bottom, external);
  const top = await put(ledger, 'top', middle, bottom);
  expect(await explainFrame(ledger, middle, { tree })).toEqual({
    frame: { frameId: middle, ...said('middle') },
    inputs: [
      {
        kind: 'frame',
        frameId: bottom,
        state: 'followed',
        frame: { frameId: bottom, ...said('bottom') },
        inputs: [
          {
            kind: 'content',
            contentId: contentId('alpha'),
            paths: ['a.ts', 'copy/a.ts'],
            morePaths: 0,
            isCurrent: true,
          },
          { kind: 'content', contentId: contentId('of old'), paths: [], morePaths: 0, isCurrent: false },
          { kind: 'node', nodeId: node, path: 'b.ts', isCurrent: true },
        ],
      },
      { kind: 'external', name: 'commit', value: 'abc' },
    ],
    leftOut: { inputs: 0, frames: 0 },
    dependants: [{ frameId: top, ...said('top'), restsOn: middle, distance: 1, recordedMs: 3_000 }],
    hasMore: false,
  });
});

test('without a tree nothing is said of the present', async () => {
  const ledger = newLedger();
  const node = makeId('node', sha256('x'));
  const frame = await put(ledger, 'a', contentId('alpha'), node);
  expect((await explainFrame(ledger, frame)).inputs).toEqual([
    { kind: 'content', contentId: contentId('alpha'), paths: [], morePaths: 0, isCurrent: null },
    { kind: 'node', nodeId: node, path: null, isCurrent: null },
  ]);
});

test('a frame that is met again is followed where it was met first, nearest to the top', async () => {
  const ledger = newLedger();
  const shared = await put(ledger, 'shared', contentId('alpha'));
  const between = await put(ledger, 'between', shared);
  const top = await put(ledger, 'top', between, shared);
  const { inputs } = await explainFrame(ledger, top);
  expect(inputs).toMatchObject([
    { frameId: between, state: 'followed', inputs: [{ frameId: shared, state: 'repeated', inputs: [] }] },
    { frameId: shared, state: 'followed', inputs: [{ kind: 'content' }] },
  ]);
});

test('what lies too deep, or is too much, is counted', async () => {
  const ledger = newLedger();
  let top = await put(ledger, '0', contentId('alpha'));
  for (let level = 1; level <= explainLimits.depth; level++) top = await put(ledger, `${level}`, top);
  const deep = await explainFrame(ledger, top);
  expect(deep.leftOut).toEqual({ inputs: 0, frames: 1 });
  expect(JSON.stringify(deep).match(/"too-deep"/g)).toHaveLength(1);
  const many = Array.from({ length: explainLimits.inputs + 7 }, (_, index) => contentId(`${index}`));
  const wide = await explainFrame(ledger, await put(ledger, 'wide', ...many));
  expect([wide.inputs.length, wide.leftOut]).toEqual([explainLimits.inputs, { inputs: 7, frames: 0 }]);
});

test('bytes that lie in many places name some of them and count the rest', async () => {
  const names = Array.from({ length: explainLimits.paths + 3 }, (_, index) => `file ${index}`);
  const tree = treeOf(Object.fromEntries(names.map((name) => [name, ''])));
  const ledger = newLedger();
  const { inputs } = await explainFrame(ledger, await put(ledger, 'a', contentId('')), { tree });
  expect(inputs).toMatchObject([{ paths: names.sort().slice(0, explainLimits.paths), morePaths: 3 }]);
});

test('a frame below that is gone is said to be missing', async () => {
  const ledger = newLedger();
  const gone = await put(ledger, 'gone', contentId('alpha'));
  const top = await put(ledger, 'top', gone);
  const session = await ledger.store.maintain();
  await session.apply({
    removals: [sha256('gone'), gone.slice('frame:'.length) as ReturnType<typeof sha256>],
  });
  await session.commit();
  expect((await explainFrame(ledger, top)).inputs).toEqual([
    { kind: 'frame', frameId: gone, state: 'missing', frame: null, inputs: [] },
  ]);
  expect((await explainPath(ledger, 'a', treeOf({ a: 'alpha' }))).dependants).toMatchObject([
    { frameId: top },
  ]);
});

test('a path is explained by all that rests on its bytes or on its place, oldest first', async () => {
  const tree = treeOf({ 'a.ts': 'alpha', 'b.ts': 'beta' });
  const { nodeId, contentId: bytes } = tree.at('a.ts') ?? expect.fail();
  const ledger = newLedger();
  const first = await put(ledger, 'first', contentId('alpha'));
  const second = await put(ledger, 'second', first);
  const third = await put(ledger, 'third', nodeId);
  await put(ledger, 'other', contentId('beta'));
  const fourth = await put(ledger, 'fourth', second, first, contentId('alpha'));
  const explained = await explainPath(ledger, 'a.ts', tree);
  expect(explained).toMatchObject({ path: 'a.ts', kind: 'file', contentId: bytes, nodeId, hasMore: false });
  expect(explained.dependants.map(({ frameId, restsOn, distance }) => [frameId, restsOn, distance])).toEqual([
    [first, bytes, 1],
    [second, first, 2],
    [third, nodeId, 1],
    [fourth, bytes, 1],
  ]);
});

test('dependants recorded at one instant come by their distance', async () => {
  const ledger = newLedger();
  const chain: FrameId[] = [];
  for (let index = 0; index < 8; index++)
    chain.push((await putFrame(ledger, draft(`${index}`, [chain.at(-1) ?? contentId('alpha')]))).frameId);
  const { dependants } = await explainPath(ledger, 'a', treeOf({ a: 'alpha' }));
  expect(dependants.map(({ frameId }) => frameId)).toEqual(chain);
});

test('of too many dependants the nearest are listed, and it is said that there are more', async () => {
  const ledger = newLedger();
  const near = Array.from({ length: explainLimits.dependants }, (_, index) =>
    draft(`${index}`, [contentId('alpha')]),
  );
  const outcomes = await putFrames(ledger, near);
  const tree = treeOf({ a: 'alpha' });
  expect((await explainPath(ledger, 'a', tree)).hasMore).toBe(false);
  await put(ledger, 'far', outcomes[0]?.frameId ?? expect.fail());
  const explained = await explainPath(ledger, 'a', tree);
  expect([explained.dependants.length, explained.hasMore]).toEqual([explainLimits.dependants, true]);
  expect(explained.dependants.every(({ distance }) => distance === 1)).toBe(true);
});

test('what is not there cannot be explained', async () => {
  const ledger = newLedger();
  const nowhere = makeId('frame', sha256('nowhere'));
  await expect(explainFrame(ledger, nowhere)).rejects.toMatchObject({ code: 'frame-not-found' });
  const tree = treeOf({ a: 'alpha' });
  for (const path of ['b', '', '../a', '/a', 'a/', 'a/b'])
    await expect(explainPath(ledger, path, tree)).rejects.toMatchObject({ code: 'node-not-found' });
});
