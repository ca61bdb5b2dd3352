// A small workspace whose directories are synthesised, and what a regeneration of it must come to.

import { expect } from 'vitest';
import type { Regeneration } from '../../src/context/index.ts';
import { type LivingWorkspace, openLiving } from './living-workspace.ts';

/** What is synthesised. */
export const files = {
  'x/a.ts': 'export a',
  'x/b.ts': 'export b',
  'y/c.ts': 'export c',
  'y/z/d.ts': 'export d',
};

/** Opens a workspace of these files with a sketch of every directory. */
export async function openSynthesised(
  options: Parameters<typeof openLiving>[0] = {},
): Promise<LivingWorkspace> {
  const living = await openLiving({ files, ...options });
  await living.workspace.scan();
  await synthesis(living).synthesize({ path: '.', type: 'sketch', recursive: true });
  return living;
}

/** Returns the port that derives. */
export const synthesis = ({ workspace }: LivingWorkspace) => workspace.as('synthesis', 'synthesis');

/** Acts, scans, and compares what a regeneration comes to and that the next comes to nothing. */
export async function checkRegeneration(
  living: LivingWorkspace,
  act: (living: LivingWorkspace) => unknown,
  expected: Partial<Regeneration>,
): Promise<void> {
  await act(living);
  await living.workspace.scan();
  const first = await synthesis(living).regenerate();
  expect(first).toMatchObject(expected);
  expect(first.examined).toBe(first.regenerated + first.cutOff + first.untouched);
  const { examined, stale } = first;
  const again = { examined, regenerated: 0, cutOff: 0, untouched: examined, stale };
  expect(await synthesis(living).regenerate()).toEqual(again);
  expect(await living.workspace.validate()).toMatchObject({ ok: true });
}
