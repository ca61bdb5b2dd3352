// Explaining what rests on a file as it was: by former bytes, former names, and files that are gone.

import { expect, test } from 'vitest';
import type { FrameExplanation, PathExplanation } from '../../src/context/index.ts';
import { contentId } from '../../src/kernel/index.ts';
import { openLiving } from './living-workspace.ts';

const files = { 'x/a.ts': 'export a', 'x/b.ts': 'export b' };

test('a path is explained by what rests on its bytes now and before, under any name it had', async () => {
  await using living = await openLiving({ files });
  const { workspace } = living;
  await workspace.scan();
  const first = await living.note('x/a.ts', 'on a');
  await workspace.as('synthesis', 'synthesis').synthesize({ path: 'x', type: 'sketch' });
  living.write({ 'x/a.ts': 'export A' });
  await workspace.scan();
  const second = await living.note('x/a.ts', 'on A');
  living.rename('x/a.ts', 'x/c.ts');
  await workspace.scan();
  const explained = (await workspace.explain('x/c.ts')) as PathExplanation;
  const found = explained.dependants.map(({ frameId, type, subject }) => [type, subject.id, frameId]);
  expect(found).toContainEqual(['note', 'x/a.ts', first]);
  expect(found).toContainEqual(['note', 'x/a.ts', second]);
  expect(found).toContainEqual(['sketch', 'x/a.ts', expect.anything()]);
  expect(found).toContainEqual(['sketch', 'x', expect.anything()]);
  expect(found).toHaveLength(4);
  expect(explained.lineage.map(({ scan, path }) => [scan, path])).toEqual([
    [1, 'x/a.ts'],
    [2, 'x/a.ts'],
    [3, 'x/c.ts'],
  ]);
});

test('a path that is gone is explained by its past, and one that was never there is not', async () => {
  await using living = await openLiving({ files });
  await living.workspace.scan();
  const note = await living.note('x/a.ts', 'n');
  living.remove('x/a.ts');
  await living.workspace.look({});
  expect(await living.workspace.explain('x/a.ts')).toMatchObject({
    kind: null,
    dependants: [{ frameId: note }],
  });
  await living.workspace.scan();
  expect(await living.workspace.explain('x/a.ts')).toMatchObject({
    path: 'x/a.ts',
    kind: null,
    contentId: null,
    dependants: [{ frameId: note, restsOn: contentId('export a') }],
  });
  await expect(living.workspace.explain('never')).rejects.toMatchObject({ code: 'node-not-found' });
});

test('a synthesised frame is explained down to file bytes, those that left the tree among them', async () => {
  await using living = await openLiving({ files });
  const { workspace } = living;
  await workspace.scan();
  const { frameId } = await workspace
    .as('synthesis', 'synthesis')
    .synthesize({ path: '.', type: 'sketch', recursive: true });
  living.write({ 'x/a.ts': 'export A' });
  await workspace.scan();
  const explained = (await workspace.explain(frameId)) as FrameExplanation;
  const text = JSON.stringify(explained);
  expect(text).toContain(contentId('export a'));
  expect(explained.inputs).toMatchObject([
    {
      kind: 'frame',
      frame: { subject: { id: 'x' } },
      inputs: [
        {
          frame: { subject: { id: 'x/a.ts' } },
          inputs: [{ contentId: contentId('export a'), isCurrent: false, paths: [] }],
        },
        {
          frame: { subject: { id: 'x/b.ts' } },
          inputs: [{ contentId: contentId('export b'), isCurrent: true, paths: ['x/b.ts'] }],
        },
      ],
    },
  ]);
  expect(await workspace.explain(frameId.slice(0, 'frame:'.length + 12))).toEqual(explained);
});
