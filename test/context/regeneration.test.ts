// Renewing what is derived: just what moved, children before parents, and nothing that someone else wrote.

import { describe, expect, test } from 'vitest';
import type { Regeneration } from '../../src/context/index.ts';
import { createMemoryStore, frameLog, type Store } from '../../src/ledger/index.ts';
import { type LivingWorkspace, openLiving, sketcher, textOf } from './living-workspace.ts';
import { checkForest, growForest } from './sample-forest.ts';
import { checkRegeneration as check, files, openSynthesised, synthesis } from './synthesised-workspace.ts';

const standing = async (living: LivingWorkspace, path: string) => {
  const frames = await living.frames(path, { type: 'sketch' });
  return frames.map((frame) => [textOf(frame), frame.fresh]);
};

test('in two thousand sources only what a leaf changed is made anew', async () => {
  const forest = growForest(10, 20);
  expect(forest.sources).toBe(2_000);
  await using living = await openLiving({ files: forest.files });
  await checkForest(living, forest);
});

describe('a regeneration', () => {
  test.each<[string, (living: LivingWorkspace) => unknown, Partial<Regeneration>]>([
    ['of what did not move does nothing', () => undefined, { regenerated: 0, cutOff: 0, untouched: 8 }],
    ['renews a leaf and all above it', ({ write }) => write({ 'y/z/d.ts': 'export D' }), { regenerated: 4 }],
    [
      'is cut off where the same came of it',
      ({ write }) => write({ 'y/z/d.ts': 'export d\n//' }),
      { regenerated: 0, cutOff: 1, untouched: 7 },
    ],
    [
      'is cut off where two changes come to the same again',
      ({ write }) => write({ 'x/a.ts': 'export a\n//', 'x/b.ts': 'export b\n//' }),
      { regenerated: 0, cutOff: 2 },
    ],
    ['leaves out a child that is gone', ({ remove }) => remove('x/a.ts'), { regenerated: 2, examined: 7 }],
    [
      'names a renamed child anew',
      ({ rename }) => rename('x/a.ts', 'x/A.ts'),
      { regenerated: 2, examined: 8 },
    ],
    ['names a renamed directory anew', ({ rename }) => rename('y/z', 'y/w'), { regenerated: 2, examined: 8 }],
    [
      'follows a directory to another place',
      ({ rename }) => rename('y/z', 'x/z'),
      { regenerated: 3, examined: 8 },
    ],
    [
      'makes the frame of a new file, and all above it',
      ({ write }) => write({ 'x/new.ts': 'export new' }),
      { regenerated: 3, examined: 9 },
    ],
    [
      'makes the frames of a new directory',
      ({ write }) => write({ 'new/e.ts': 'export e', 'x/a.ts': 'export A' }),
      { regenerated: 5, examined: 10 },
    ],
    [
      'makes a frame anew that was declared invalid, and says that it came to the same',
      ({ workspace }) => workspace.as('person', 'writer').invalidate({ path: 'x/a.ts' }),
      { regenerated: 0, cutOff: 1 },
    ],
    [
      'makes the frame of a directory anew that was declared invalid',
      ({ workspace }) => workspace.as('person', 'writer').invalidate({ path: 'y' }),
      { regenerated: 0, cutOff: 1 },
    ],
  ])('%s', async (_name, act, expected) => {
    await using living = await openSynthesised();
    await check(living, act, { stale: [], ...expected });
    expect(await living.workspace.status()).toMatchObject({ stale: 0 });
  });

  test('of a frame that was declared invalid asks its producer again', async () => {
    let suffix = '';
    const producer = { ...sketcher, produce: async () => `made${suffix}` };
    await using living = await openSynthesised({ means: { producers: [producer] } });
    suffix = ' anew';
    await check(living, () => undefined, { regenerated: 0, cutOff: 0 });
    await check(living, ({ workspace }) => workspace.as('person', 'writer').invalidate({ path: 'x/a.ts' }), {
      regenerated: 3,
    });
    expect(await standing(living, 'x/a.ts')).toEqual([['made anew', true]]);
  });

  test('of a frame that was declared invalid while another stood holds at once', async () => {
    await using living = await openSynthesised();
    await living.workspace.as('person', 'writer').invalidate({ path: 'x/a.ts' });
    await check(living, ({ write }) => write({ 'x/a.ts': 'export A' }), { regenerated: 3 });
    await check(living, ({ write }) => write({ 'x/a.ts': 'export a' }), { regenerated: 3 });
    expect(await standing(living, 'x/a.ts')).toEqual([['export a', true]]);
  });

  test('keeps old frames readable', async () => {
    await using living = await openSynthesised();
    for (const text of ['B', 'C', 'D'])
      await check(living, ({ write }) => write({ 'x/a.ts': `export ${text}` }), {});
    const { frames } = await living.workspace.history('x/a.ts');
    expect(frames.map(textOf)).toEqual(['export a', 'export B', 'export C', 'export D']);
    expect((await living.workspace.history('.')).frames).toHaveLength(4);
  });

  test('takes bytes that were produced before from the ledger', async () => {
    let calls = 0;
    const producer = {
      ...sketcher,
      produce(source: Parameters<typeof sketcher.produce>[0]) {
        calls++;
        return sketcher.produce(source);
      },
    };
    await using living = await openSynthesised({ means: { producers: [producer] } });
    await check(living, ({ write }) => write({ 'x/a.ts': 'export A' }), { regenerated: 3 });
    expect(calls).toBe(5);
    await check(living, ({ write }) => write({ 'x/a.ts': 'export a' }), { regenerated: 3 });
    expect(calls).toBe(5);
  });

  test('lists what persons wrote with its author, and does not touch it', async () => {
    await using living = await openSynthesised();
    const notes = [
      await living.note('x/a.ts', 'of a'),
      await living.note('x', 'of x'),
      await living.note('y', 'of y'),
    ];
    await check(living, ({ write }) => write({ 'x/a.ts': 'export A' }), {
      regenerated: 3,
      stale: [
        expect.objectContaining({ path: 'x/a.ts', frameId: notes[0], agent: 'person', type: 'note' }),
        expect.objectContaining({ path: 'x', frameId: notes[1], agent: 'person' }),
      ],
    });
    expect(
      (await living.workspace.history('x/a.ts')).frames.filter(({ type }) => type === 'note'),
    ).toHaveLength(1);
  });

  test('does not take what a person wrote under the type of a producer for its own', async () => {
    await using living = await openSynthesised();
    const { frameId } = await living.workspace
      .as('person', 'writer')
      .putFrame({ path: 'x/a.ts', type: 'sketch', content: 'by hand' });
    await check(living, ({ write }) => write({ 'x/a.ts': 'export A' }), {
      stale: [expect.objectContaining({ frameId, agent: 'person' })],
    });
    expect(await standing(living, 'x/a.ts')).toEqual([['by hand', false]]);
  });

  test('does not leave its scope', async () => {
    await using living = await openSynthesised();
    living.write({ 'x/a.ts': 'export A', 'x/b.ts': 'export B', 'y/c.ts': 'export C' });
    await living.workspace.scan();
    const port = synthesis(living);
    const stale = async () => (await living.workspace.status()).staleFrames.map(({ path }) => path);
    expect(await port.regenerate({ path: './x/', recursive: true })).toMatchObject({
      examined: 3,
      regenerated: 3,
    });
    expect(await stale()).toEqual(['.', 'y', 'y/c.ts']);
    expect(await port.regenerate({ path: 'y' })).toMatchObject({ examined: 1, regenerated: 0 });
    expect(await stale()).toEqual(['.', 'y', 'y/c.ts']);
    expect(await port.regenerate({ path: 'y/c.ts' })).toMatchObject({ examined: 1, regenerated: 1 });
    expect(await stale()).toEqual(['.', 'y']);
    expect(await port.regenerate({ changed: ['y/c.ts'] })).toMatchObject({ examined: 3, regenerated: 2 });
    expect(await stale()).toEqual([]);
    await expect(port.regenerate({ path: 'nowhere' })).rejects.toMatchObject({ code: 'node-not-found' });
  });

  test('of changed paths passes over those that are gone', async () => {
    await using living = await openSynthesised();
    living.remove('y/z');
    living.write({ 'x/a.ts': 'export A' });
    await living.workspace.scan();
    const changed = ['y/z/d.ts', './x/a.ts', 'x/a.ts', '../up', ''];
    expect(await synthesis(living).regenerate({ changed })).toMatchObject({ examined: 4, regenerated: 4 });
    expect(await living.workspace.status()).toMatchObject({ stale: 0 });
  });

  test('does not make frames of bytes that were not scanned', async () => {
    await using living = await openSynthesised();
    living.write({ 'x/a.ts': 'export A' });
    await living.workspace.scan();
    living.write({ 'x/a.ts': 'export between' });
    expect(await synthesis(living).regenerate()).toMatchObject({
      examined: 7,
      regenerated: 0,
      stale: [expect.objectContaining({ path: 'x/a.ts', agent: 'sketch' })],
    });
    await check(living, () => undefined, { regenerated: 3, stale: [] });
    expect(await standing(living, 'x/a.ts')).toEqual([['export between', true]]);
  });

  test('of a file that its producer passes over by now leaves it out of what is made', async () => {
    await using living = await openSynthesised();
    await check(living, ({ rename }) => rename('x/a.ts', 'x/a.md'), { regenerated: 2, stale: [] });
    expect(await living.frames('x/a.md')).toEqual([]);
    expect((await living.workspace.history('x/a.md')).frames).toHaveLength(1);
    expect(await living.workspace.status()).toMatchObject({ stale: 0 });
  });

  test('follows a producer to its next version', async () => {
    await using living = await openSynthesised();
    await using next = await openLiving({
      folder: living.folder,
      store: living.ledger.store,
      means: { producers: [{ ...sketcher, version: '2' }] },
    });
    expect((await next.frames('x/a.ts'))[0]?.stale).toMatchObject({ reason: 'producer-changed' });
    await check(next, () => undefined, { regenerated: 0, cutOff: 4, untouched: 4 });
    expect(await next.workspace.status()).toMatchObject({ stale: 0 });
  });

  test('that is overtaken while it works begins anew, and doubles nothing', async () => {
    await using living = await openLiving({ files });
    let overtake: (() => Promise<unknown>) | null = null;
    const producer: typeof sketcher = {
      ...sketcher,
      async produce(source) {
        const [act] = [overtake];
        overtake = null;
        await act?.();
        return sketcher.produce(source);
      },
    };
    const slow = await openLiving({
      folder: living.folder,
      store: living.ledger.store,
      means: { producers: [producer] },
    });
    const everywhere = { path: '.', type: 'sketch', recursive: true };
    overtake = () => synthesis(living).synthesize(everywhere);
    await synthesis(slow).synthesize(everywhere);
    living.write({ 'x/a.ts': 'export A' });
    await slow.workspace.scan();
    overtake = async () => {
      await living.workspace.scan();
      await synthesis(living).regenerate();
    };
    expect(await synthesis(slow).regenerate()).toMatchObject({ regenerated: 0, untouched: 8 });
    living.write({ 'x/a.ts': 'export A\n//' });
    await slow.workspace.scan();
    overtake = async () => {
      await living.workspace.scan();
      await synthesis(living).regenerate();
    };
    expect(await synthesis(slow).regenerate()).toMatchObject({ cutOff: 0, untouched: 8 });
    expect(overtake).toBe(null);
    for (const path of ['x/a.ts', 'x', '.'])
      expect((await living.workspace.history(path)).frames, path).toHaveLength(2);
    const entries = (await living.ledger.store.listHeads({ prefix: 'standing/' })).map(
      ({ sequence }) => sequence,
    );
    expect(entries).toEqual([1]);
    expect((await living.workspace.history('y/c.ts')).frames).toHaveLength(1);
  });

  test('stops where the role is taken away while it works', async () => {
    await using living = await openLiving({ files });
    const producer: typeof sketcher = {
      ...sketcher,
      async produce(source) {
        await living.workspace.registerAgent({ agentId: 'synthesis', role: 'reader' });
        return sketcher.produce(source);
      },
    };
    const other = await openLiving({
      folder: living.folder,
      store: living.ledger.store,
      means: { producers: [producer] },
    });
    const everywhere = { path: '.', type: 'sketch', recursive: true };
    await expect(synthesis(other).synthesize(everywhere)).rejects.toMatchObject({ code: 'unauthorized' });
    expect(await living.workspace.status()).toMatchObject({ frames: 0 });
  });

  test('writes children before what is made of them, each batch whole', async () => {
    const order: string[] = [];
    const store = createMemoryStore();
    const recording: Store = {
      ...store,
      async commit(batch) {
        for (const { log } of batch.appends ?? []) if (log.startsWith('frame/')) order.push(log);
        return store.commit(batch);
      },
    };
    await using living = await openSynthesised({ store: recording });
    order.length = 0;
    await check(living, ({ write }) => write({ 'y/z/d.ts': 'export D', 'x/b.ts': 'export B' }), {
      regenerated: 6,
    });
    const at = (id: string) => order.indexOf(frameLog({ kind: 'node', id }, 'sketch'));
    const chains = [
      ['y/z/d.ts', 'y/z', 'y', '.'],
      ['x/b.ts', 'x', '.'],
    ];
    for (const chain of chains)
      expect(chain.map(at), String(chain)).toEqual(chain.map(at).toSorted((a, b) => a - b));
    expect(order).toHaveLength(6);
  });
});
