// Ten readers and five writers in five processes on one workspace, while its files are edited and scanned.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { type OpenedWorkspace, openWorkspace } from '../../src/engine/open-workspace.ts';
import { writeFiles } from '../context/workspace.ts';
import { sharedDatabases, type TestStore } from './test-stores.ts';
import { NOTED_PATHS, startWorker } from './worker-plan.ts';

const WRITERS = ['ada', 'bob', 'cyd', 'dan', 'eve'];
const PUTS = 16;
const READERS_EACH = 2;
/** A put waits for the record of scans to stand still for a moment, so files are edited as often as puts get through. */
const PUTS_PER_EDIT = 4;
const script = new URL('workspace-worker.ts', import.meta.url);

describe.each(Object.entries(sharedDatabases))('five processes and a scanner on %s', (_name, create) => {
  const root = mkdtempSync(join(tmpdir(), 'penumbra-processes-'));
  let place: TestStore | undefined;
  afterEach(async () => {
    await place?.remove();
    rmSync(root, { recursive: true });
  });

  test('lose no put, read nothing torn, and call nothing stale fresh', async () => {
    place = await create();
    edit(root, 0);
    const workspace = await openWorkspace({ root, store: place.address });
    await workspace.addType({ name: 'remark', cardinality: 'many' });
    await workspace.registerAgent({ agentId: 'onlooker', role: 'reader' });
    for (const agentId of WRITERS) await workspace.registerAgent({ agentId, role: 'writer' });
    await workspace.scan();
    const { address } = place;
    const editor = startEditor(root, workspace);
    const workers = WRITERS.map((name) =>
      startWorker(script, [root, address, name, String(PUTS), String(READERS_EACH)], editor.hear),
    );
    await Promise.all(workers.map(({ ready }) => ready));
    for (const worker of workers) worker.begin();
    for (const { ended } of workers) expect(await ended).toEqual({ code: 0, errors: '' });
    expect(await editor.end()).toBeGreaterThan(PUTS / PUTS_PER_EDIT);

    const histories = await historiesOf(workspace);
    for (const { lines } of workers) {
      const puts = lines.slice(0, -1).map((line) => line.split(' '));
      expect(puts.length).toBe(PUTS);
      expect(Number(lines.at(-1)?.replace('seen ', ''))).toBeGreaterThan(0);
      for (const path of NOTED_PATHS) {
        const own = puts.filter(([at]) => at === path).map(([, frameId]) => frameId);
        expect(histories.get(path)?.filter((frameId) => own.includes(frameId))).toEqual(own);
      }
    }
    expect([...histories.values()].flat().length).toBe(WRITERS.length * PUTS);
    expect((await workspace.validate()).faults).toEqual([]);
    await workspace.close();
  });
});

/** Edits a file and scans with every few puts it hears of; ending tells how often. */
function startEditor(root: string, workspace: OpenedWorkspace) {
  let [heard, edits] = [0, 0];
  let working: Promise<void> = Promise.resolve();
  const editAndScan = async () => {
    edit(root, ++edits);
    const { root: found } = await workspace.scan();
    expect((await workspace.scans()).some((scan) => scan.root === found)).toBe(true);
  };
  return {
    hear() {
      if (++heard % PUTS_PER_EDIT === 0) working = working.then(editAndScan);
    },
    end: () => working.then(() => edits),
  };
}

/** Every version of a file has bytes that no other has. */
function edit(root: string, version: number): void {
  const paths = version === 0 ? NOTED_PATHS : [NOTED_PATHS[version % NOTED_PATHS.length] as string];
  writeFiles(root, Object.fromEntries(paths.map((path) => [path, `${path} in version ${version}\n`])));
}

async function historiesOf(workspace: OpenedWorkspace): Promise<ReadonlyMap<string, readonly string[]>> {
  const histories = new Map<string, readonly string[]>();
  for (const path of NOTED_PATHS)
    histories.set(
      path,
      (await workspace.history(path)).frames.map(({ frameId }) => frameId),
    );
  return histories;
}
