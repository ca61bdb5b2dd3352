// Synthesising directories from their children, and renewing what was made by the same recipe.

import { describe, expect, test } from 'vitest';
import { defineCustomPolicies, type SynthesisPolicy } from '../../src/context/index.ts';
import { type LivingWorkspace, openLiving, textOf } from './living-workspace.ts';
import { checkRegeneration as check, files, openSynthesised, synthesis } from './synthesised-workspace.ts';

describe('a synthesis', () => {
  const policies: readonly SynthesisPolicy[] = [
    { policy: 'concatenation', version: 1 },
    { policy: 'summarisation', version: 1, maxLines: 1 },
    { policy: 'filtering', version: 1, keep: { names: ['a*'], contains: ['export'] } },
    { policy: 'loud', version: 3, options: { mark: '!' } },
  ];
  const custom = defineCustomPolicies({
    name: 'loud',
    version: 3,
    apply: (sections, options) =>
      sections
        .map(({ frames }) => frames.map(({ content }) => content).join(''))
        .join((options as { mark: string }).mark),
  });
  const withCustom = { means: { policies: custom } };

  test.each(policies.map((policy) => [policy.policy, policy] as const))(
    'by %s is renewed by the same policy',
    async (_name, policy) => {
      await using living = await openLiving({ files, ...withCustom });
      await living.workspace.scan();
      await synthesis(living).synthesize({ path: 'x', type: 'sketch', policy });
      const [before] = await living.frames('x');
      living.write({ 'x/a.ts': 'export A', 'x/ab.ts': 'export ab' });
      await living.workspace.scan();
      await synthesis(living).produce({ path: 'x', types: ['sketch'] });
      await synthesis(living).regenerate();
      const [after] = await living.frames('x');
      expect(after?.fresh).toBe(true);
      expect(after?.frameId).not.toBe(before?.frameId);
      expect(after?.basis.policy).toMatchObject({ recipe: { policy } });
      await using fresh = await openLiving({
        files: { 'x/a.ts': 'export A', 'x/ab.ts': 'export ab', 'x/b.ts': 'export b' },
        ...withCustom,
      });
      await fresh.workspace.scan();
      await synthesis(fresh).synthesize({ path: 'x', type: 'sketch', policy });
      expect((await fresh.frames('x'))[0]?.frameId).toBe(after?.frameId);
    },
  );

  test('by a policy that is not registered any more stays as it is', async () => {
    await using living = await openLiving({ files, ...withCustom });
    await living.workspace.scan();
    await synthesis(living).synthesize({
      path: 'x',
      type: 'sketch',
      policy: { policy: 'loud', version: 3, options: { mark: '!' } },
    });
    living.write({ 'x/a.ts': 'export A' });
    await living.workspace.scan();
    await using without = await openLiving({ folder: living.folder, store: living.ledger.store });
    expect(await synthesis(without).regenerate()).toMatchObject({
      regenerated: 1,
      stale: [expect.objectContaining({ path: 'x', type: 'sketch', agent: 'synthesis' })],
    });
    await expect(
      synthesis(without).synthesize({
        path: 'y',
        type: 'sketch',
        recursive: true,
        policy: { policy: 'loud', version: 3 },
      }),
    ).rejects.toMatchObject({ code: 'synthesis-failed' });
    expect(await synthesis(living).regenerate()).toMatchObject({ regenerated: 1, stale: [] });
  });

  test('of a directory whose directories have no frame is refused unless they are made first', async () => {
    await using living = await openLiving({ files });
    await living.workspace.scan();
    const port = synthesis(living);
    await expect(port.synthesize({ path: '.', type: 'sketch' })).rejects.toMatchObject({
      code: 'synthesis-failed',
      data: { path: 'x' },
    });
    await expect(port.synthesize({ path: 'x/a.ts', type: 'sketch' })).rejects.toMatchObject({
      code: 'synthesis-failed',
    });
    await expect(port.synthesize({ path: 'nowhere', type: 'sketch' })).rejects.toMatchObject({
      code: 'node-not-found',
    });
    await expect(port.synthesize({ path: 'x', type: 'odd' })).rejects.toMatchObject({
      code: 'invalid-frame',
    });
    await expect(port.synthesize({ path: 'x', type: '*', output: '*' })).rejects.toMatchObject({
      code: 'invalid-frame',
    });
    await expect(port.synthesize({ path: 'x', type: 'sketch', output: 'remark' })).rejects.toMatchObject({
      code: 'synthesis-failed',
    });
    await port.synthesize({ path: '.', type: 'sketch', recursive: true });
    expect((await living.frames('.')).map(({ fresh }) => fresh)).toEqual([true]);
  });

  test.each(['sketch', '*'])(
    'of %s under another name shows directories by what was made of them',
    async (type) => {
      await using living = await openLiving({ files });
      await living.workspace.scan();
      const port = synthesis(living);
      await port.produce({ path: '.', types: ['sketch'] });
      await port.synthesize({ path: '.', type, output: 'summary', recursive: true });
      const [root] = await living.frames('.', { type: 'summary' });
      for (const leaf of ['export a', 'export c', 'export d'])
        expect(textOf(root ?? expect.fail())).toContain(leaf);
      await check(living, ({ write }) => write({ 'y/z/d.ts': 'export D' }), { regenerated: 4, stale: [] });
      expect(
        (await living.frames('.', { type: 'summary' })).map((frame) => textOf(frame).includes('export D')),
      ).toEqual([true]);
    },
  );

  test('of an empty directory is stable', async () => {
    await using living = await openLiving();
    await living.workspace.scan();
    const one = await synthesis(living).synthesize({ path: '.', type: 'sketch' });
    expect(one.children).toEqual([]);
    expect(await synthesis(living).synthesize({ path: '.', type: 'sketch' })).toEqual(one);
    await check(living, () => undefined, { examined: 1, regenerated: 0, untouched: 1 });
    expect((await living.workspace.history('.')).frames).toHaveLength(1);
  });

  test('reaches only the children of its directory', async () => {
    await using living = await openSynthesised();
    const text = textOf((await living.frames('x'))[0] ?? expect.fail());
    expect(text).toContain('export a');
    expect(text).not.toMatch(/export [cd]/);
  });

  test.each<[string, (living: LivingWorkspace) => unknown, string, object]>([
    ['child that is gone', ({ remove }) => remove('x/a.ts'), 'children-changed', { to: null }],
    ['child with another frame', ({ write }) => write({ 'x/a.ts': 'export A' }), 'frame-stale', {}],
    ['renamed child', ({ rename }) => rename('x/a.ts', 'x/0.ts'), 'children-changed', { from: null }],
  ])('is stale for a %s, since the scan that saw it, recorded or not', async (_name, act, reason, rest) => {
    await using living = await openSynthesised();
    await act(living);
    const { root } = await living.workspace.look({});
    const unrecorded = (await living.frames('x'))[0]?.stale;
    if (reason !== 'children-changed' || 'to' in rest)
      expect(unrecorded).toMatchObject({ reason, since: { scan: null, root }, ...rest });
    await living.workspace.scan();
    expect((await living.frames('x'))[0]?.stale).toMatchObject({ reason, since: { root }, ...rest });
  });

  test('is stale since the last look for a child that went after it was recorded otherwise', async () => {
    await using living = await openSynthesised();
    await check(living, ({ write }) => write({ 'x/b.ts': 'export B' }), { regenerated: 3 });
    living.remove('x/b.ts');
    const { root } = await living.workspace.look({});
    expect((await living.frames('x'))[0]?.stale).toMatchObject({
      reason: 'children-changed',
      to: null,
      since: { scan: null, root },
    });
  });
});
