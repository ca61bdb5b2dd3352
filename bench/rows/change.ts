// One file changed while someone watches: looking where the watcher points and renewing what rests on the file, against
// making everything anew. What is looked at and renewed is counted, and must be the file and the directories above it.

import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cpuOf } from '../cpu.ts';
import type { Contestant, Row } from '../row.ts';
import { makeTree, samplePath, sampleSource } from '../sample-tree.ts';
import { openSampleWorkspace } from '../sample-workspace.ts';

const FILE_BYTES = 1_000;
const CHANGES = 20;
const everything = { path: '.', type: 'sketch', recursive: true } as const;

export const changeRow: Row = {
  name: 'change',
  work: 'one file changed in 50,000, with a hint: scan and regenerate',
  comparedWith: 'synthesising everything anew, its producer among it',
  budget: 0.01,
  sizeUnit: 'files',
  sizes: [10_000, 50_000, 100_000],
  rounds: 3,
  // The other side takes thousands of times as long, so this side repeats within a turn.
  mostTimes: 1,
  note: `the producer keeps the lines of a file that begin with \`export\`, directories concatenate, so the root is a text of 4 MiB; ${CHANGES} changes make one turn.`,
  subject: changes,
  peer: syntheses,
};

async function changes(files: number): Promise<Contestant> {
  const root = makeTree({ files, fileBytes: FILE_BYTES });
  const { workspace } = await openSampleWorkspace(root);
  const port = workspace.as('synthesis', 'synthesis');
  await workspace.scan();
  await port.synthesize(everything);
  let turn = 0;
  const changeOnce = async () => {
    turn += 1;
    const path = samplePath((turn * 7_919) % files);
    writeFileSync(join(root, path), sampleSource({ seed: `Again${turn}`, bytes: FILE_BYTES }));
    return cpuOf(async () => {
      const { changes: changed } = await workspace.scan({ hints: [path] });
      const renewed = await port.regenerate({ changed: [path] });
      requireExact(path, { changed: changed.length, ...renewed });
    });
  };
  return {
    async run(times) {
      let total = 0;
      for (let change = 0; change < times * CHANGES; change++) total += await changeOnce();
      return total / CHANGES;
    },
    close: () => closeAll(workspace, root),
  };
}

type Counts = { readonly [Name in 'changed' | 'examined' | 'regenerated' | 'cutOff']: number };

/**
 * Throws unless the file and the directories above it, and nothing else, were found changed, examined and made anew. A
 * large root leaves sections out, so that it may come out as it was.
 */
function requireExact(path: string, { changed, examined, regenerated, cutOff }: Counts): void {
  const expected = path.split('/').length + 1;
  if ([changed, examined, regenerated + cutOff].every((count) => count === expected)) return;
  const counts = JSON.stringify({ changed, examined, regenerated, cutOff });
  throw new Error(`${path}: ${counts} instead of ${expected}`);
}

async function syntheses(files: number): Promise<Contestant> {
  const root = makeTree({ files, fileBytes: FILE_BYTES });
  const synthesizeOnce = async () => {
    rmSync(join(root, '.penumbra'), { recursive: true, force: true });
    const { workspace } = await openSampleWorkspace(root);
    await workspace.scan();
    const cost = await cpuOf(async () => {
      await workspace.as('synthesis', 'synthesis').synthesize(everything);
    });
    await workspace.close();
    return cost;
  };
  return {
    async run(times) {
      let total = 0;
      for (let turn = 0; turn < times; turn++) total += await synthesizeOnce();
      return total;
    },
    close: () => rmSync(root, { recursive: true, force: true }),
  };
}

async function closeAll(
  workspace: Awaited<ReturnType<typeof openSampleWorkspace>>['workspace'],
  root: string,
): Promise<void> {
  await workspace.close();
  rmSync(root, { recursive: true, force: true });
}
