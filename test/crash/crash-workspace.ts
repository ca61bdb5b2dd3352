// A workspace for tests that kill: real files and a real store whose commits can be watched, and a producer that takes
// the first line of a file, so that an edit further down is recomputed to equal content.

import { openFileTree, openScanIndex } from '../../src/adapters/files/index.ts';
import { openRepository } from '../../src/adapters/git/index.ts';
import {
  bytesOf,
  createWorkspace,
  type Producer,
  scanTree,
  toByteText,
  type Workspace,
} from '../../src/context/index.ts';
import { openStore, storeAddress } from '../../src/engine/open-ledger.ts';
import { systemClock } from '../../src/engine/system-ports.ts';
import {
  type Batch,
  type BatchOutcome,
  defineFrameTypes,
  noteType,
  type Store,
} from '../../src/ledger/index.ts';

/** Where a workspace and its store lie. */
export type CrashPlace = { readonly root: string; readonly address: string };

/** Stands between a workspace and its store's commits. */
export type CommitHook = (batch: Batch, commit: () => Promise<BatchOutcome>) => Promise<BatchOutcome>;

const headline: Producer = {
  name: 'headline',
  version: '1',
  type: { name: 'headline', cardinality: 'single', mediaType: 'text/plain' },
  policyFor: (path) => (path.endsWith('.txt') ? { first: 1 } : null),
  produce: async ({ bytes }) => new TextDecoder().decode(bytes).split('\n')[0] ?? '',
};

const types = defineFrameTypes(
  noteType,
  headline.type,
  { name: 'summary', cardinality: 'single', mediaType: 'text/plain' },
  { name: 'remark', cardinality: 'many', mediaType: 'text/plain' },
);

/** Opens a workspace; without a hook its commits are left alone. */
export async function openCrashWorkspace(
  { root, address }: CrashPlace,
  hook?: CommitHook,
): Promise<Workspace> {
  const store = await openStore(storeAddress(address, root), { create: true });
  return openOnStore(root, hook ? withHook(store, hook) : store);
}

/** Opens a workspace on a store that is open already. */
export function openOnStore(root: string, store: Store): Promise<Workspace> {
  const files = openFileTree(root);
  const ports = { files, repository: openRepository(root), index: openScanIndex(root) };
  return createWorkspace({
    ledger: { store, types, clock: systemClock },
    scan: ({ force = false }) => scanTree(ports, { force }),
    read(path) {
      const { bytes } = files.readSmall(toByteText(path), 1 << 20);
      return bytes === undefined ? undefined : bytesOf(bytes);
    },
    producers: [headline],
  });
}

/** Lets a hook decide about every commit of a store. */
function withHook(store: Store, hook: CommitHook): Store {
  return new Proxy(store, {
    get(target, name) {
      const member = Reflect.get(target, name, target);
      if (name === 'commit') return (batch: Batch) => hook(batch, () => target.commit(batch));
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}
