/**
 * The in-memory reference implementation of the store port, short enough to read alongside the contract
 * suite. Also used in tests and by callers that keep nothing.
 */
import type { Sha256 } from '../../kernel/index.ts';
import type { Rewrite } from './batch.ts';
import {
  type Batch,
  type BatchOutcome,
  holds,
  type IndexEntry,
  logsTouched,
  type PreconditionView,
  takeBatch,
  takeRewrite,
} from './batch.ts';
import { extendDigest, type LogEntry, type LogHead, placeAppends } from './log.ts';
import { pageSize } from './pages.ts';
import type { Maintenance, Page, Store, StoreReader } from './store.ts';
import { erasedError, type Tombstone, verifyObject } from './stored-object.ts';

type State = {
  readonly objects: Map<Sha256, Uint8Array>;
  readonly tombstones: Map<Sha256, Tombstone>;
  readonly heads: Map<string, LogHead>;
  readonly logs: Map<string, LogEntry[]>;
  readonly members: Map<string, IndexEntry>;
};

/** Creates an empty store that lives as long as the process. */
export function createMemoryStore(): Store {
  let state = emptyState();
  let writers: Promise<void> = Promise.resolve();
  const reader = createReader(() => state);

  /** Waits for earlier writers and returns a function that releases the next one. */
  const enter = async (): Promise<() => void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const earlier = writers;
    writers = earlier.then(() => promise);
    await earlier;
    return resolve;
  };

  return {
    ...reader,
    location: 'memory',
    async commit(batch) {
      const taken = takeBatch(batch);
      const leave = await enter();
      try {
        return writeBatch(state, taken);
      } finally {
        leave();
      }
    },
    async maintain() {
      const leave = await enter();
      const draft = copyState(state);
      return createMaintenance(draft, leave, () => {
        state = draft;
      });
    },
    checkStructure: async () => [],
    close: async () => {},
  };
}

function createMaintenance(draft: State, leave: () => void, publish: () => void): Maintenance {
  return {
    ...createReader(() => draft),
    apply: async (rewrite) => applyRewrite(draft, takeRewrite(rewrite)),
    async commit() {
      publish();
      leave();
      return { remains: null };
    },
    abandon: async () => leave(),
  };
}

function createReader(state: () => State): StoreReader {
  return {
    getMany: async (ids) => ids.map((id) => readObject(state(), id)),
    hasMany: async (ids) => ids.map((id) => state().objects.has(id)),
    async listObjects({ prefix = '', ...page }) {
      const ids = [...state().objects.keys()].filter((id) => id.startsWith(prefix));
      return cut(ids, page, (id) => id).map((id) => ({ id, size: state().objects.get(id)?.length ?? 0 }));
    },
    listTombstones: async (page) => cut([...state().tombstones.values()], page, (tombstone) => tombstone.id),
    tombstone: async (id) => state().tombstones.get(id) ?? null,
    head: async (log) => state().heads.get(log) ?? null,
    async listHeads({ prefix = '', ...page }) {
      const heads = [...state().heads.values()].filter((head) => head.log.startsWith(prefix));
      return cut(heads, page, (head) => head.log);
    },
    readLog: async (log, { after = 0, limit }) =>
      (state().logs.get(log) ?? []).slice(after, after + pageSize(limit)),
    async listMembers(index, key, page) {
      const entries = [...state().members.values()].filter(
        (entry) => entry.index === index && entry.key === key,
      );
      return cut(
        entries.map((entry) => entry.member),
        page,
        (member) => member,
      );
    },
    async listIndexEntries({ after, limit }) {
      const page = { ...(limit !== undefined && { limit }), ...(after && { after: memberKey(after) }) };
      return cut([...state().members.values()], page, memberKey);
    },
    async statistics() {
      const { objects, tombstones, heads, logs, members } = state();
      return {
        objects: objects.size,
        objectBytes: sum(objects.values(), (bytes) => bytes.length),
        logs: heads.size,
        entries: sum(logs.values(), (entries) => entries.length),
        members: members.size,
        tombstones: tombstones.size,
      };
    },
  };
}

function writeBatch(state: State, batch: Batch): BatchOutcome {
  const view = viewOf(state);
  const unmet = batch.requires?.find((condition) => !holds(condition, view));
  if (unmet) return { committed: false, unmet };
  for (const { id } of batch.puts ?? []) requireNotErased(state, id);
  for (const { id, bytes } of batch.puts ?? []) {
    state.objects.set(id, bytes);
    state.tombstones.delete(id);
  }
  const touched = logsTouched(batch).flatMap((log) => state.heads.get(log) ?? []);
  const placed = placeAppends(
    batch.appends ?? [],
    new Map(touched.map((head) => [head.log, head])),
    batch.atMs,
  );
  for (const { log, ...entry } of placed.entries) entriesOf(state, log).push(entry);
  for (const [log, head] of placed.heads) state.heads.set(log, head);
  for (const entry of batch.adds ?? []) state.members.set(memberKey(entry), entry);
  return { committed: true, entries: placed.entries };
}

/** Returns the mutable entries of a log, for appending; readers get copies. */
function entriesOf({ logs }: State, log: string): LogEntry[] {
  const entries = logs.get(log) ?? [];
  logs.set(log, entries);
  return entries;
}

function viewOf(state: State): PreconditionView {
  return {
    head: (log) => state.heads.get(log) ?? null,
    hasObject: (id) => state.objects.has(id),
    hasMember: (entry) => state.members.has(memberKey(entry)),
  };
}

function applyRewrite(state: State, rewrite: Rewrite): void {
  for (const { id, bytes } of rewrite.puts ?? []) {
    if (state.tombstones.get(id)?.reason === 'erased') continue;
    state.objects.set(id, bytes);
    state.tombstones.delete(id);
  }
  for (const tombstone of rewrite.tombstones ?? []) {
    state.objects.delete(tombstone.id);
    const isFinal = state.tombstones.get(tombstone.id)?.reason === 'erased';
    if (!isFinal || tombstone.reason === 'erased') state.tombstones.set(tombstone.id, tombstone);
  }
  for (const id of rewrite.removals ?? []) state.objects.delete(id);
  for (const { log, entries } of rewrite.logs ?? []) replaceLog(state, log, entries);
  for (const entry of rewrite.adds ?? []) state.members.set(memberKey(entry), entry);
  for (const entry of rewrite.memberRemovals ?? []) state.members.delete(memberKey(entry));
}

function replaceLog(state: State, log: string, entries: readonly LogEntry[]): void {
  const last = entries.at(-1);
  if (!last) {
    state.logs.delete(log);
    state.heads.delete(log);
    return;
  }
  const digest = entries.reduce<Sha256 | null>(extendDigest, null) as Sha256;
  state.logs.set(log, [...entries]);
  state.heads.set(log, { ...last, log, digest });
}

function readObject(state: State, id: Sha256): Uint8Array | null {
  const bytes = state.objects.get(id);
  if (!bytes) return null;
  verifyObject(id, bytes);
  return bytes.slice();
}

function requireNotErased(state: State, id: Sha256): void {
  if (state.tombstones.get(id)?.reason === 'erased') throw erasedError(id);
}

function cut<Row>(rows: readonly Row[], page: Page<string>, cursorOf: (row: Row) => string): readonly Row[] {
  const { after } = page;
  return rows
    .filter((row) => after === undefined || cursorOf(row) > after)
    .sort((a, b) => (cursorOf(a) < cursorOf(b) ? -1 : 1))
    .slice(0, pageSize(page.limit));
}

// INVARIANT (names have no spaces): joining with a space is injective and keeps the sort order, as a space
// sorts before every character a name can have.
function memberKey({ index, key, member }: IndexEntry): string {
  return `${index} ${key} ${member}`;
}

function emptyState(): State {
  return { objects: new Map(), tombstones: new Map(), heads: new Map(), logs: new Map(), members: new Map() };
}

function copyState(state: State): State {
  return {
    objects: new Map(state.objects),
    tombstones: new Map(state.tombstones),
    heads: new Map(state.heads),
    // Entries are appended in place, and an abandoned draft must leave no trace.
    logs: new Map(Array.from(state.logs, ([log, entries]) => [log, [...entries]])),
    members: new Map(state.members),
  };
}

function sum<Item>(items: Iterable<Item>, sizeOf: (item: Item) => number): number {
  let total = 0;
  for (const item of items) total += sizeOf(item);
  return total;
}
