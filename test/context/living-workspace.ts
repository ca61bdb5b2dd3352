// A workspace that lives in a test: a real folder, a ledger, a clock held in hand, and a producer that is easy to read.

import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openFileTree } from '../../src/adapters/files/index.ts';
import {
  createWorkspace,
  type NodeFrame,
  type NodeView,
  type Producer,
  scanTree,
  type Workspace,
  type WorkspaceServices,
} from '../../src/context/index.ts';
import {
  createMemoryStore,
  defineFrameTypes,
  type FrameType,
  type Ledger,
  noteType,
  type Store,
} from '../../src/ledger/index.ts';
import { createFakeClock, type FakeClock } from '../../src/testing/index.ts';
import { makeFolder, writeFiles } from './workspace.ts';

/** The type of what the producer makes. */
const sketchType: FrameType = { name: 'sketch', cardinality: 'single', mediaType: 'text/plain' };

/** One note and many remarks for each node, and sketches. */
export const livingTypes = defineFrameTypes(
  noteType,
  { ...noteType, name: 'summary' },
  { ...noteType, name: 'remark', cardinality: 'many' },
  sketchType,
);

/** Makes a sketch of a source: the lines that begin with `export`. */
export const sketcher: Producer = {
  name: 'sketch',
  version: '1',
  type: sketchType,
  policyFor: (path) => (path.endsWith('.ts') ? { language: 'ts' } : null),
  produce: async ({ bytes }) =>
    Buffer.from(bytes)
      .toString()
      .split('\n')
      .filter((line) => line.startsWith('export'))
      .join('\n'),
};

/** What a living workspace differs in. */
export type LivingOptions = {
  readonly store?: Store;
  readonly clock?: FakeClock;
  readonly files?: Readonly<Record<string, string>>;
  /** Another workspace's folder instead of one of its own. */
  readonly folder?: string;
  readonly means?: Partial<WorkspaceServices>;
};

/** A workspace with its folder; what is done to files is seen by the next scan or look. */
export type LivingWorkspace = AsyncDisposable & {
  readonly folder: string;
  readonly workspace: Workspace;
  readonly ledger: Ledger;
  readonly clock: FakeClock;
  write(files: Readonly<Record<string, string>>): void;
  rename(from: string, to: string): void;
  remove(path: string): void;
  /** Puts a note of the person and returns its id. */
  note(path: string, content: string): Promise<string>;
  frames(path: string, view?: NodeView): Promise<readonly NodeFrame[]>;
};

/** Opens a workspace on a folder of its own. */
export async function openLiving(options: LivingOptions = {}): Promise<LivingWorkspace> {
  const { store = createMemoryStore(), clock = createFakeClock(), files = {}, means } = options;
  const own = options.folder === undefined ? makeFolder() : null;
  const folder = options.folder ?? own?.path ?? '';
  const ledger = { store, types: livingTypes, clock };
  writeFiles(folder, files);
  const at = (path: string) => join(folder, path);
  const workspace = await createWorkspace({
    ledger,
    scan: () => scanTree({ files: openFileTree(folder) }),
    read: (path) => (existsSync(at(path)) ? readFileSync(at(path)) : undefined),
    producers: [sketcher],
    ...means,
  });
  return {
    folder,
    workspace,
    ledger,
    clock,
    write: (written) => writeFiles(folder, written),
    rename(from, to) {
      mkdirSync(dirname(at(to)), { recursive: true });
      renameSync(at(from), at(to));
    },
    remove: (path) => rmSync(at(path), { recursive: true }),
    note: async (path, content) =>
      (await workspace.as('person', 'writer').putFrame({ path, type: 'note', content })).frameId,
    frames: async (path, view) => (await workspace.getNode(path, view)).frames,
    async [Symbol.asyncDispose]() {
      await workspace.close();
      own?.[Symbol.dispose]();
    },
  };
}

/** Returns the text of a frame. */
export function textOf({ content }: Pick<NodeFrame, 'content'>): string {
  return Buffer.from(content ?? []).toString();
}
