// A workspace with a small ledger: three files, two agents, and history.

import { mkdirSync } from 'node:fs';
import { openLedger } from '../../src/engine/index.ts';
import { contentId } from '../../src/kernel/index.ts';
import { defineFrameTypes, noteType, putFrame } from '../../src/ledger/index.ts';
import { createFakeClock } from '../../src/testing/index.ts';
import { type RunOptions, temporaryFolder } from './penumbra.ts';

/** Creates a workspace that is gone after the test. */
export async function workspace(options?: Parameters<typeof layWorkspace>[1]): Promise<RunOptions> {
  const cwd = temporaryFolder();
  await layWorkspace(cwd, options);
  return { cwd };
}

/** Creates a ledger in a folder; the same folder name and seed give the same ledger. */
export async function layWorkspace(folder: string, { seed = 'seed', notes = 9 } = {}): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const { store } = await openLedger({ workspace: folder, environment: {} });
  const clock = createFakeClock();
  const ledger = { store, types: defineFrameTypes(noteType), clock };
  for (let number = 0; number < notes; number++) {
    await putFrame(ledger, {
      subject: { kind: 'node', id: `src/${number % 3}.ts` },
      type: 'note',
      agent: number % 2 === 0 ? 'person' : 'reviewer',
      basis: { inputs: [contentId(`${seed} ${number}`)] },
      content: `${seed} note ${number}`,
    });
    clock.advance(60_000);
  }
  await store.close();
}
