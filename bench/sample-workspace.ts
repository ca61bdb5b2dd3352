// Workspaces to measure on: a tree, a ledger in it, and a producer that costs little beside what the workspace does:
// it sketches a file by the lines that begin with `export`.

import { join } from 'node:path';
import { openFileTree, openScanIndex } from '../src/adapters/files/index.ts';
import { openSqliteStore } from '../src/adapters/sqlite/index.ts';
import {
  bytesOf,
  createWorkspace,
  type Producer,
  rescanTree,
  scanTree,
  toByteText,
  type Workspace,
} from '../src/context/index.ts';
import { defineFrameTypes, type Ledger } from '../src/ledger/index.ts';

const MOST_FILE_BYTES = 1_000_000;
const startMs = Date.UTC(2026, 0, 1);
const decoder = new TextDecoder();
const sketchType = { name: 'sketch', cardinality: 'single', mediaType: 'text/plain' } as const;
const remarkType = { name: 'remark', cardinality: 'many', mediaType: 'text/plain' } as const;
const types = defineFrameTypes(sketchType, remarkType);

const sketches: Producer = {
  name: sketchType.name,
  version: '1',
  type: sketchType,
  policyFor: (path) => (path.endsWith('.ts') ? { language: 'typescript' } : null),
  produce: async ({ bytes }) => {
    const lines = decoder.decode(bytes).split('\n');
    return lines.filter((line) => line.startsWith('export')).join('\n');
  },
};

/** A workspace with the ledger it lies on. */
export type SampleWorkspace = { readonly workspace: Workspace; readonly ledger: Ledger };

/** Opens the workspace of a tree, with a ledger in a file of its own where one is named. */
export async function openSampleWorkspace(
  root: string,
  file = join(root, '.penumbra/ledger.db'),
): Promise<SampleWorkspace> {
  let nowMs = startMs;
  const ledger = {
    store: await openSqliteStore({ file, create: true }),
    types,
    clock: { now: () => nowMs++ },
  };
  const files = openFileTree(root);
  const ports = { files, index: openScanIndex(root) };
  const workspace = await createWorkspace({
    ledger,
    scan: ({ previous, hints, force = false }) =>
      previous && hints && !force ? rescanTree(ports, previous, hints) : scanTree(ports, { force }),
    read(path) {
      const { bytes } = files.readSmall(toByteText(path), MOST_FILE_BYTES);
      return bytes === undefined ? undefined : bytesOf(bytes);
    },
    producers: [sketches],
  });
  return { workspace, ledger };
}
