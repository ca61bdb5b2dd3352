// Asking for many nodes at once, which reads less and answers the same as asking for each.

import { expect, test } from 'vitest';
import type { NodeAnswer, NodeView } from '../../src/context/index.ts';
import { type LivingWorkspace, openLiving } from './living-workspace.ts';

const files = { 'x/a.ts': 'export a', 'x/b.ts': 'export b', 'y/c.ts': 'export c' };

async function check({ workspace }: LivingWorkspace, view: NodeView): Promise<readonly NodeAnswer[]> {
  const paths = Array.from((await workspace.tree()).walk(), ({ path }) => path);
  const each: NodeAnswer[] = [];
  for (const path of paths) each.push(await workspace.getNode(path, view));
  const all = await Array.fromAsync(workspace.getNodes(paths, view));
  expect(all).toEqual(each);
  return all;
}

const views: readonly NodeView[] = [
  {},
  { type: 'sketch' },
  { agent: 'person', order: 'agent' },
  { history: true, maxFrames: 1 },
];

test.each(views)('many nodes answer %o as each of them does', async (view) => {
  await using living = await openLiving({ files });
  const { workspace } = living;
  await workspace.scan();
  await workspace.as('synthesis', 'synthesis').synthesize({ path: '.', type: 'sketch', recursive: true });
  await living.note('x/a.ts', 'first');
  await living.note('x/a.ts', 'second');
  living.rename('x/a.ts', 'y/a.ts');
  living.write({ 'y/c.ts': 'export other' });
  await workspace.scan();
  const found = await check(living, view);
  const frames = found.flatMap((answer) => answer.frames);
  expect(frames.length).toBeGreaterThan(0);
  expect(frames.some(({ fresh }) => !fresh)).toBe(view.agent === undefined);
});

test('a node that is not there is refused when its turn comes', async () => {
  await using living = await openLiving({ files });
  const answers = living.workspace.getNodes(['x', 'nowhere'])[Symbol.asyncIterator]();
  expect((await answers.next()).value.node.path).toBe('x');
  await expect(answers.next()).rejects.toMatchObject({ code: 'node-not-found' });
});
