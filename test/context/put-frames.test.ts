// Putting frames about nodes: every check in its order, nothing stored where one fails, and what a put moves.

import { describe, expect, test } from 'vitest';
import { putNamed } from '../../src/commands/workspace/index.ts';
import type { FrameInput } from '../../src/context/index.ts';
import { contentId, type FaultCode, makeId, sha256 } from '../../src/kernel/index.ts';
import { createMemoryStore, ledgerRoot } from '../../src/ledger/index.ts';
import { type LivingWorkspace, openLiving, textOf } from './living-workspace.ts';

const nowhere = makeId('frame', sha256('nowhere'));
const files = { 'a.ts': 'alpha', 'b.ts': 'beta', 'd/c.ts': 'gamma' };
const input: FrameInput = { path: 'a.ts', type: 'note', content: 'n' };

async function openScanned(): Promise<LivingWorkspace> {
  const living = await openLiving({ files });
  await living.workspace.scan();
  return living;
}

describe('a frame is refused, and nothing is stored,', () => {
  /** Puts as an agent and compares the code; with several faults at once the first check decides. */
  async function checkRefused(
    living: LivingWorkspace,
    agent: string,
    changes: object,
    code: FaultCode,
  ): Promise<void> {
    const before = await ledgerRoot(living.ledger.store);
    const put = async () =>
      living.workspace.as(agent as 'person', 'writer').putFrame({ ...input, ...changes });
    await expect(put()).rejects.toMatchObject({ name: 'PenumbraError', code });
    expect(await ledgerRoot(living.ledger.store)).toBe(before);
  }
  const other = { basis: [contentId('beta')] };
  const cases: readonly [string, string, object, FaultCode][] = [
    ['by an unknown agent', 'nobody', {}, 'unauthorized'],
    ['by an unknown agent about nothing', 'nobody', { path: 'x' }, 'unauthorized'],
    ['about nothing', 'person', { path: 'x' }, 'node-not-found'],
    [
      'about nothing and from nothing',
      'person',
      { path: 'x', basis: [nowhere], agent: 'y' },
      'node-not-found',
    ],
    ['about a place above', 'person', { path: '../a.ts' }, 'node-not-found'],
    ['from a frame that is not there', 'person', { basis: [contentId('alpha'), nowhere] }, 'frame-not-found'],
    [
      'from bytes that nobody saw',
      'person',
      { basis: [contentId('alpha'), contentId('?')] },
      'invalid-frame',
    ],
    [
      'from a place that nobody saw',
      'person',
      { basis: [contentId('alpha'), makeId('node', sha256('?'))] },
      'invalid-frame',
    ],
    ['without its subject among the inputs', 'person', other, 'invalid-frame'],
    ['without any inputs', 'person', { basis: [] }, 'invalid-frame'],
    ['without its subject, in another name', 'person', { ...other, agent: 'y' }, 'invalid-frame'],
    ['in the name of another', 'person', { agent: 'synthesis' }, 'unauthorized'],
    ['in the name of another, of an unknown type', 'person', { agent: 'y', type: 'odd' }, 'unauthorized'],
    ['of an unknown type', 'person', { type: 'odd' }, 'invalid-frame'],
    ['of a type that no object has', 'person', { type: 'constructor' }, 'invalid-frame'],
    ['with bytes that are no text', 'person', { content: new Uint8Array([0xff]) }, 'invalid-frame'],
    ['with half a character', 'person', { content: '\ud800' }, 'invalid-frame'],
    ['without content', 'person', { content: undefined }, 'invalid-frame'],
    ['with a record for content', 'person', { content: {} }, 'invalid-frame'],
    ['with null for a basis', 'person', { basis: null }, 'invalid-frame'],
    ['with a text for a basis', 'person', { basis: 'content:1' }, 'invalid-frame'],
    ['with a basis without inputs', 'person', { basis: { producer: 1 } }, 'invalid-frame'],
    ['with an input twice', 'person', { basis: [contentId('alpha'), contentId('alpha')] }, 'invalid-frame'],
    ['with a hole among the inputs', 'person', { basis: [contentId('alpha'), undefined] }, 'invalid-frame'],
    [
      'with more inputs than a basis holds',
      'person',
      {
        basis: [
          contentId('alpha'),
          ...Array.from({ length: 10_000 }, (_, index) => ({ external: { name: 'n', value: `${index}` } })),
        ],
      },
      'invalid-frame',
    ],
    ['with no path', 'person', { path: undefined }, 'node-not-found'],
  ];

  test.each(cases)('%s', async (_name, agent, changes, code) => {
    await using living = await openScanned();
    await checkRefused(living, agent, changes, code);
  });

  test.each(cases)('also where nothing was scanned: %s', async (_name, agent, changes, code) => {
    await using living = await openLiving({ files });
    await checkRefused(living, agent, changes, code);
  });

  test('about a path that is gone', async () => {
    await using living = await openScanned();
    living.remove('a.ts');
    await living.workspace.scan();
    await checkRefused(living, 'person', {}, 'node-not-found');
  });

  test('from a damaged frame', async () => {
    await using living = await openScanned();
    const { frameId } = await living.workspace.as('person', 'writer').putFrame(input);
    const { store } = living.ledger;
    const broken = {
      ...store,
      getMany: async () => Promise.reject(Object.assign(new Error(), { code: 'hash-mismatch' })),
    };
    await using damaged = await openLiving({ folder: living.folder, store: broken as typeof store });
    await expect(
      damaged.workspace.as('person', 'writer').invalidate({ frameId: frameId }),
    ).rejects.toMatchObject({
      code: 'hash-mismatch',
    });
  });
});

describe('a put frame', () => {
  test('rests on the bytes of its subject unless it says otherwise', async () => {
    await using living = await openScanned();
    await living.note('a.ts', 'n');
    const [frame] = await living.frames('a.ts');
    expect(frame).toMatchObject({ agent: 'person', basis: { inputs: [contentId('alpha')] }, fresh: true });
  });

  test('is one frame where the same is put twice', async () => {
    await using living = await openScanned();
    const port = living.workspace.as('person', 'writer');
    const first = await port.putFrame(input);
    const before = await ledgerRoot(living.ledger.store);
    expect(await port.putFrame({ ...input, path: './a.ts', agent: 'person' })).toEqual({
      frameId: first.frameId,
      isNew: false,
    });
    expect(await ledgerRoot(living.ledger.store)).toBe(before);
  });

  test('costs as many reads after many as after few', async () => {
    const store = createMemoryStore();
    let rows = 0;
    const count = async <Row>(read: Promise<readonly Row[]>) => {
      const found = await read;
      rows += found.length;
      return found;
    };
    await using living = await openLiving({
      files,
      store: {
        ...store,
        readLog: (...ask) => count(store.readLog(...ask)),
        listHeads: (...ask) => count(store.listHeads(...ask)),
      },
    });
    await living.workspace.scan();
    await living.note('a.ts', 'zeroth');
    const named = { ...living.workspace, directory: living.folder, ledger: living.ledger };
    /** Puts a note, and the same once more, and returns how many rows that read. */
    const costOf = async (content: string): Promise<number> => {
      rows = 0;
      for (const isNew of [true, false])
        expect(await putNamed(named, { path: 'a.ts', type: 'note', agent: 'person', content })).toMatchObject(
          {
            isNew,
          },
        );
      return rows;
    };
    const afterFew = await costOf('first');
    for (let number = 0; number < 200; number++) await living.note('a.ts', `note ${number}`);
    expect(await costOf('last')).toBe(afterFew);
  });

  test('moves the head back where it stood before, and the history tells', async () => {
    await using living = await openScanned();
    for (const text of ['one', 'two', 'one']) await living.note('a.ts', text);
    expect((await living.frames('a.ts')).map(textOf)).toEqual(['one']);
    expect((await living.frames('a.ts', { history: true })).map(textOf)).toEqual(['one', 'two', 'one']);
    const { frames } = await living.workspace.history('a.ts');
    expect(frames.map((frame) => [frame.sequence, textOf(frame)])).toEqual([
      [1, 'one'],
      [2, 'two'],
      [3, 'one'],
    ]);
  });

  test.each<[string, string, (ids: Ids) => FrameInput['basis'], boolean]>([
    ['its bytes', 'a.ts', () => [contentId('alpha')], true],
    ['its place', 'a.ts', ({ node }) => [node], true],
    ['its bytes and those of another', 'a.ts', () => [contentId('alpha'), contentId('beta')], true],
    ['its bytes and another frame', 'a.ts', ({ frame }) => [contentId('alpha'), frame], true],
    [
      'its bytes and something outside',
      'a.ts',
      () => [contentId('alpha'), { external: { name: 'commit', value: '1' } }],
      true,
    ],
    [
      'a policy and a producer of its own',
      'a.ts',
      () => ({ inputs: [contentId('alpha')], policy: 1, producer: { name: 'me', version: '1' } }),
      true,
    ],
    ['bytes it had before', 'a.ts', () => [contentId('of old')], false],
    ['a place it had before', 'a.ts', ({ former }) => [former], false],
    [
      'its bytes and bytes of another that it had itself before',
      'a.ts',
      () => [contentId('alpha'), contentId('of old')],
      true,
    ],
  ])('may rest on %s', async (_name, path, basisOf, isFresh) => {
    await using living = await openLiving({ files: { ...files, 'a.ts': 'of old', 'copy.ts': 'of old' } });
    await living.workspace.scan();
    const former = (await living.workspace.getNode('a.ts')).node.nodeId;
    living.write({ 'a.ts': 'alpha' });
    await living.workspace.scan();
    const { nodeId: node } = (await living.workspace.getNode('a.ts')).node;
    const frame = (await living.note('b.ts', 'other')) as Ids['frame'];
    const basis = basisOf({ node, former, frame });
    await living.workspace
      .as('person', 'writer')
      .putFrame({ path, type: 'note', content: 'n', ...(basis && { basis }) });
    const [got] = await living.frames(path);
    expect([got?.fresh, got?.stale?.since?.scan]).toEqual(isFresh ? [true, undefined] : [false, 2]);
  });

  test('of a type of which many stand keeps them all, newest first, each once', async () => {
    await using living = await openScanned();
    const port = living.workspace.as('person', 'writer');
    for (const content of ['1', '2', '1']) await port.putFrame({ path: 'd', type: 'remark', content });
    expect((await living.frames('d')).map(textOf)).toEqual(['2', '1']);
  });

  test('has the same number in a view of what stands and in the history', async () => {
    await using living = await openScanned();
    const port = living.workspace.as('person', 'writer');
    for (const path of ['d', 'a.ts']) {
      await port.putFrame({ path, type: 'note', content: '1' });
      await port.putFrame({ path, type: 'summary', content: '2' });
      const numbers = (await living.frames(path, { order: 'type' })).map(({ sequence }) => sequence);
      expect(numbers, path).toEqual([1, 2]);
      expect((await living.frames(path, { since: 2 })).map(textOf), path).toEqual(['2']);
    }
  });

  test('goes with a rename although the clock went back, and a later one stays with what is there then', async () => {
    await using living = await openScanned();
    // Each is dated after the one before it, and the last one far after the scan.
    for (let count = 20; count > 0; count--) await living.note('a.ts', `${count} before`);
    living.clock.advance(-3_600_000);
    living.rename('a.ts', 'z.ts');
    await living.workspace.scan();
    expect((await living.frames('z.ts')).map(textOf)).toEqual(['1 before']);
    living.clock.advance(-3_600_000);
    await living.note('z.ts', 'after');
    living.write({ 'a.ts': 'another' });
    await living.workspace.scan();
    await living.note('a.ts', 'of another');
    const newest = { history: true, maxFrames: 2 };
    expect((await living.frames('z.ts', newest)).map(textOf)).toEqual(['after', '1 before']);
    expect((await living.frames('a.ts', { history: true })).map(textOf)).toEqual(['of another']);
  });

  test('is not that of a new file under the name, seen or recorded', async () => {
    await using living = await openScanned();
    await living.note('a.ts', 'n');
    living.rename('a.ts', 'z.ts');
    await living.workspace.scan();
    living.write({ 'a.ts': 'alpha' });
    await living.workspace.look({});
    expect(await living.workspace.getNode('a.ts')).toMatchObject({ frames: [], node: { lineage: [] } });
    expect(await living.workspace.explain('a.ts')).toMatchObject({ lineage: [] });
    await living.workspace.scan();
    expect(await living.frames('a.ts')).toEqual([]);
    expect((await living.frames('z.ts')).map(textOf)).toEqual(['n']);
  });

  test('that rests on another frame follows its subject, not what took its name', async () => {
    await using living = await openScanned();
    const frame = (await living.note('a.ts', 'n')) as Ids['frame'];
    const basis = [contentId('beta'), frame];
    await living.workspace
      .as('person', 'writer')
      .putFrame({ path: 'b.ts', type: 'note', content: 'on it', basis });
    living.remove('a.ts');
    await living.workspace.scan();
    expect((await living.frames('b.ts'))[0]?.stale).toMatchObject({
      reason: 'frame-stale',
      since: { scan: 2 },
      to: null,
    });
    living.rename('d/c.ts', 'a.ts');
    await living.workspace.scan();
    living.rename('a.ts', 'e.ts');
    await living.workspace.scan();
    await living.note('e.ts', 'of another');
    expect((await living.frames('b.ts'))[0]?.stale).toMatchObject({
      reason: 'frame-stale',
      input: frame,
      to: null,
    });
  });

  test('that rests on another frame is stale once that is followed by another, under any name', async () => {
    await using living = await openScanned();
    const frame = (await living.note('a.ts', 'n')) as Ids['frame'];
    const basis = [contentId('beta'), frame];
    await living.workspace
      .as('person', 'writer')
      .putFrame({ path: 'b.ts', type: 'note', content: 'on it', basis });
    living.rename('a.ts', 'z.ts');
    await living.workspace.scan();
    expect((await living.frames('b.ts'))[0]?.fresh).toBe(true);
    const next = await living.note('z.ts', 'm');
    expect((await living.frames('b.ts'))[0]?.stale).toMatchObject({
      reason: 'frame-superseded',
      input: frame,
      to: next,
      since: { scan: 2 },
    });
  });

  test('is as stale as what is outside, where somebody looks', async () => {
    let revision: string | null = '1';
    const observe = async (name: string) => (name === 'revision' ? revision : undefined);
    await using living = await openLiving({ files, means: { observe } });
    const external = (name: string) => ({ external: { name, value: '1' } });
    const basis = [contentId('alpha'), external('revision'), external('unseen')];
    await living.workspace.as('person', 'writer').putFrame({ ...input, basis });
    expect((await living.frames('a.ts'))[0]?.fresh).toBe(true);
    revision = null;
    expect((await living.frames('a.ts'))[0]?.stale).toEqual({
      reason: 'external-changed',
      input: 'external:revision',
      from: '1',
      to: null,
      since: null,
    });
  });

  test('of equal times comes after the scan it rests on, however many paths that changed', async () => {
    await using living = await openLiving({ files: { 'x/a.ts': 'export a', 'x/b.ts': 'export b', z: '' } });
    const { workspace } = living;
    await workspace.scan();
    living.rename('x', 'y');
    await workspace.scan();
    const port = workspace.as('synthesis', 'synthesis');
    expect(await port.produce({ path: '.', types: ['sketch'] })).toEqual({
      produced: 2,
      cutOff: 0,
      untouched: 0,
    });
    expect(await port.produce({ path: '.', types: ['sketch'] })).toEqual({
      produced: 0,
      cutOff: 0,
      untouched: 2,
    });
    expect((await living.frames('y/a.ts')).map(textOf)).toEqual(['export a']);
  });
});

type Ids = {
  readonly node: ReturnType<typeof makeId<'node'>>;
  readonly former: ReturnType<typeof makeId<'node'>>;
  readonly frame: ReturnType<typeof makeId<'frame'>>;
};

describe('an invalidated frame', () => {
  const why = { reason: 'invalidated', to: 'invalidated by person' };

  test('is stale with who said so, and so is all that rests on it', async () => {
    await using living = await openScanned();
    const port = living.workspace.as('person', 'writer');
    const { frameId } = await port.putFrame(input);
    const basis = [contentId('beta'), frameId];
    await port.putFrame({ path: 'b.ts', type: 'note', content: 'on it', basis });
    expect(await port.invalidate({ path: './a.ts' })).toEqual([frameId]);
    expect((await living.frames('a.ts'))[0]?.stale).toMatchObject(why);
    expect((await living.frames('b.ts'))[0]?.stale).toMatchObject({
      ...why,
      reason: 'frame-stale',
      input: frameId,
    });
  });

  test('holds again once it is put again, also after another stood', async () => {
    await using living = await openScanned();
    const port = living.workspace.as('person', 'writer');
    for (const between of [[], ['another']]) {
      await port.putFrame(input);
      await port.invalidate({ path: 'a.ts', type: 'note' });
      expect((await living.frames('a.ts'))[0]?.fresh).toBe(false);
      for (const content of between) await port.putFrame({ ...input, content });
      await port.putFrame(input);
      expect((await living.frames('a.ts')).map((frame) => [textOf(frame), frame.fresh])).toEqual([
        ['n', true],
      ]);
    }
  });

  test('must be there', async () => {
    await using living = await openScanned();
    const port = living.workspace.as('person', 'writer');
    await expect(port.invalidate({ frameId: nowhere })).rejects.toMatchObject({ code: 'frame-not-found' });
    await expect(port.invalidate({ path: 'x' })).rejects.toMatchObject({ code: 'node-not-found' });
    expect(await port.invalidate({ path: 'a.ts' })).toEqual([]);
  });
});
