// A tree of many small sources three directories deep, and what a regeneration over it must come to.

import { expect } from 'vitest';
import type { Regeneration } from '../../src/context/index.ts';
import type { LivingWorkspace } from './living-workspace.ts';

/** How many sources and directories a forest has, the root among the directories. */
export type Forest = {
  readonly files: Readonly<Record<string, string>>;
  readonly sources: number;
  readonly directories: number;
};

/** Makes a forest: `breadth` directories in each of two levels, with sources in the lowest. */
export function growForest(breadth: number, sourcesEach: number): Forest {
  const files: Record<string, string> = {};
  for (let first = 0; first < breadth; first++)
    for (let second = 0; second < breadth; second++)
      for (let leaf = 0; leaf < sourcesEach; leaf++)
        files[`p${first}/q${second}/f${leaf}.ts`] = `export const x${first}_${second}_${leaf} = 1;\n`;
  return { files, sources: breadth ** 2 * sourcesEach, directories: 1 + breadth + breadth ** 2 };
}

/** Scans and synthesises a whole forest. */
async function synthesiseForest({ workspace }: LivingWorkspace): Promise<void> {
  await workspace.scan();
  const port = workspace.as('synthesis', 'synthesis');
  await port.produce({ path: '.', types: ['sketch'] });
  await port.synthesize({ path: '.', type: 'sketch', recursive: true });
}

/** Changes one leaf after another and compares the counts of each regeneration, which are exact. */
export async function checkForest(living: LivingWorkspace, forest: Forest): Promise<void> {
  const { workspace } = living;
  await synthesiseForest(living);
  const all = forest.sources + forest.directories;
  const leaf = 'p0/q0/f0.ts';
  const above = 3;
  const renew = async (text: string | null, expected: Partial<Regeneration>) => {
    if (text !== null) living.write({ [leaf]: text });
    await workspace.scan();
    expect(await workspace.as('synthesis', 'synthesis').regenerate()).toEqual({
      examined: all,
      regenerated: 0,
      cutOff: 0,
      untouched: all - (expected.regenerated ?? 0) - (expected.cutOff ?? 0),
      stale: [],
      ...expected,
    });
    expect(await workspace.status()).toMatchObject({ frames: all, stale: 0 });
  };
  const before = await workspace.history(leaf);
  await renew(null, {});
  await renew('export const other = 1;\n', { regenerated: 1 + above });
  await renew(null, {});
  await renew('export const other = 1;\n// said more\n', { cutOff: 1 });
  await renew(null, {});
  await renew(forest.files[leaf] ?? '', { regenerated: 1 + above });
  const after = await workspace.history(leaf);
  expect(after.frames.map(({ frameId }) => frameId)).toEqual([
    before.frames[0]?.frameId,
    expect.stringMatching(/^frame:/),
    before.frames[0]?.frameId,
  ]);
}
