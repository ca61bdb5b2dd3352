// Random lives of a workspace, lived in the naive model, too, and compared after every step.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { Store } from '../../src/ledger/index.ts';
import { type LivingWorkspace, openLiving, textOf } from './living-workspace.ts';
import { NaiveWorkspace } from './naive-workspace.ts';

const paths = ['a', 'b', 'c', 'd/a', 'd/b', 'e/a', 'e/f/a', 'g/a', 'g/b'];
const directories = ['d', 'e', 'g', 'e/f', 'h'];
const path = fc.constantFrom(...paths);
const directory = fc.constantFrom(...directories);
const content = fc.constantFrom('', '1', '1', '2', '3');

/** One thing that happens to files, or is done with the workspace. */
export type Step =
  | { readonly do: 'write'; readonly path: string; readonly content: string }
  | { readonly do: 'remove' | 'invalidate'; readonly path: string }
  | { readonly do: 'rename'; readonly from: string; readonly to: string }
  | { readonly do: 'put'; readonly path: string; readonly text: string }
  | { readonly do: 'scan' | 'look' };

const are = <Name extends Step['do']>(...names: readonly Name[]) => fc.constantFrom(...names);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: are('write'), path, content }) },
  { weight: 1, arbitrary: fc.record({ do: are('remove', 'invalidate'), path }) },
  { weight: 3, arbitrary: fc.record({ do: are('rename'), from: path, to: path }) },
  { weight: 2, arbitrary: fc.record({ do: are('rename'), from: directory, to: directory }) },
  { weight: 4, arbitrary: fc.record({ do: are('put'), path, text: fc.constantFrom('x', 'y') }) },
  { weight: 4, arbitrary: fc.record({ do: are('scan', 'scan', 'look') }) },
);

/** Takes a step in both worlds; one that cannot be taken is passed over. */
async function take(taken: Step, model: NaiveWorkspace, living: LivingWorkspace): Promise<void> {
  const isThere = (name: string) =>
    [...model.files.keys()].some((own) => own === name || own.startsWith(`${name}/`));
  const port = living.workspace.as('person', 'writer');
  if (taken.do === 'write') {
    model.write(taken.path, taken.content);
    living.write({ [taken.path]: taken.content });
  } else if (taken.do === 'remove' && isThere(taken.path)) {
    model.remove(taken.path);
    living.remove(taken.path);
  } else if (taken.do === 'rename' && isThere(taken.from) && !isThere(taken.to)) {
    if (
      `${taken.to}/`.startsWith(`${taken.from}/`) ||
      paths.includes(taken.from) !== paths.includes(taken.to)
    )
      return;
    model.rename(taken.from, taken.to);
    // Directories without files are in no tree, but they are in the way.
    rmSync(join(living.folder, taken.to), { recursive: true, force: true });
    living.rename(taken.from, taken.to);
  } else if (taken.do === 'put' && model.seen?.has(taken.path)) {
    const isNew = model.put(taken.path, taken.text);
    expect(await port.putFrame({ path: taken.path, type: 'note', content: taken.text })).toMatchObject({
      isNew,
    });
  } else if (taken.do === 'invalidate' && model.seen?.has(taken.path)) {
    model.invalidate(taken.path);
    await port.invalidate({ path: taken.path });
  } else if (taken.do === 'scan') {
    model.scan();
    await living.workspace.scan({});
  } else if (taken.do === 'look') {
    model.look();
    await living.workspace.look({});
  }
}

async function compare(model: NaiveWorkspace, living: LivingWorkspace): Promise<void> {
  const stale = new Set((await living.workspace.status()).staleFrames.map((note) => note.path));
  expect((await living.workspace.scans()).length).toBe(model.scans);
  for (const own of model.seen?.keys() ?? []) {
    const { frames } = await living.workspace.getNode(own);
    const history = (await living.workspace.history(own)).frames.map(textOf);
    const standing = frames.map((frame) => [textOf(frame), frame.fresh] as const)[0] ?? null;
    expect({ path: own, history, standing }).toEqual({ path: own, ...model.told(own) });
    expect(stale.has(own), own).toBe(standing?.[1] === false);
  }
}

/** Makes lives of so many steps at most. */
export function anyLife(maxLength: number): fc.Arbitrary<Step[]> {
  return fc.array(step, { minLength: 10, maxLength, size: 'max' });
}

/** Lives through steps in a store, and closes it. */
export async function live(steps: readonly Step[], store: Store): Promise<void> {
  await using living = await openLiving({ store });
  const model = new NaiveWorkspace();
  for (const taken of steps) {
    await take(taken, model, living);
    if (model.seen) await compare(model, living);
  }
  expect(await living.workspace.validate()).toMatchObject({ ok: true });
}
