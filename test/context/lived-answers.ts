// What a workspace answers after a fixed life, as text. Run as a program, it prints the answers of a store in memory.

import { createMemoryStore, type Store } from '../../src/ledger/index.ts';
import { openLiving } from './living-workspace.ts';

const files = { 'x/a.ts': 'export a', 'x/b.ts': 'export b', 'y/z/d.ts': 'export d', '\u00e9.ts': 'export e' };

/** Lives a fixed life in a store, closes it, and returns all answers. */
export async function livedAnswers(store: Store): Promise<string> {
  await using living = await openLiving({ files, store });
  const { workspace } = living;
  const port = workspace.as('synthesis', 'synthesis');
  await workspace.scan();
  await port.synthesize({ path: '.', type: 'sketch', recursive: true });
  for (const type of ['note', 'summary', 'remark'])
    for (const path of ['x', 'x/a.ts', '.'])
      await workspace.as('person', 'writer').putFrame({ path, type, content: `${type} of ${path}` });
  living.write({ 'x/a.ts': 'export A' });
  living.rename('y/z', 'y/w');
  await workspace.scan();
  await port.regenerate({ path: 'y', recursive: true });
  const answers: unknown[] = [];
  for (const path of ['.', 'x', 'x/a.ts', 'y/w', 'y/w/d.ts', '\u00e9.ts']) {
    for (const order of ['recency', 'type', 'agent'] as const)
      for (const history of [false, true]) answers.push(await workspace.getNode(path, { order, history }));
    answers.push(await workspace.history(path), await workspace.explain(path));
    answers.push(await workspace.compose(path, { sources: ['node', 'ancestors', 'siblings'] }));
  }
  const { store: _place, ...status } = await workspace.status();
  return JSON.stringify([answers, status, await workspace.scans()]);
}

if (process.argv[1] === import.meta.filename) process.stdout.write(await livedAnswers(createMemoryStore()));
