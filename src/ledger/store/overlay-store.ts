/**
 * A writable store on top of another one, which it never changes. Logs and index members of the base can be
 * hidden, so that their contents can be rebuilt and compared.
 */
import { limits, PenumbraError } from '../../kernel/index.ts';
import { type Batch, type IndexEntry, logsTouched, type Precondition } from './batch.ts';
import type { LogEntry } from './log.ts';
import { createMemoryStore } from './memory-store.ts';
import { everyHead, everyIndexEntry, everyMember, pageSize, readWholeLog } from './pages.ts';
import { type Page, type Store, type StoreReader, withMaintenance } from './store.ts';

/** The parts of the base store to hide. */
export type HiddenParts = {
  readonly logs: ReadonlySet<string>;
  /** In every index. */
  readonly members: ReadonlySet<string>;
};

/** Opens an overlay on a store; it lives as long as the process. */
export function createOverlayStore(base: StoreReader, hidden: HiddenParts): Store {
  const hides = (log: string) => hidden.logs.has(log);
  const own = createMemoryStore();
  const borrowed = new Map<string, readonly LogEntry[]>();
  let writers: Promise<unknown> = Promise.resolve();

  /** Copies base logs before they grow, so that new entries follow the existing ones. */
  const borrow = async (logs: readonly string[]): Promise<void> => {
    const missing = logs.filter((log) => !hides(log) && !borrowed.has(log));
    const found = await Promise.all(
      missing.map(async (log) => ({ log, entries: await readWholeLog(base, log) })),
    );
    for (const { log, entries } of found) borrowed.set(log, entries);
    const filled = found.filter(({ entries }) => entries.length > 0);
    if (filled.length > 0) await withMaintenance(own, (session) => session.apply({ logs: filled }));
  };
  const readerOf = (log: string): StoreReader => (hides(log) || borrowed.has(log) ? own : base);
  const shownHeads = async ({ prefix = '', ...page }: Parameters<StoreReader['listHeads']>[0]) =>
    shown(
      page,
      (next) => base.listHeads({ ...next, prefix }),
      ({ log }) => ({ cursor: log, isShown: !hides(log) && !borrowed.has(log) }),
    );
  const write = async (batch: Batch) => {
    const requires: Precondition[] = [];
    for (const condition of batch.requires ?? []) {
      const isMet = await isMetBy(base, condition, hidden);
      if (isMet === false) return { committed: false as const, unmet: condition };
      if (isMet === null) requires.push(condition);
    }
    await borrow(logsTouched(batch));
    const known = await base.hasMany((batch.puts ?? []).map(({ id }) => id));
    const puts = (batch.puts ?? []).filter((_, index) => known[index] !== true);
    return own.commit({ ...batch, requires, puts });
  };
  const store: Store = {
    location: 'a view of the ledger',
    async getMany(ids) {
      const found = [...(await own.getMany(ids))];
      const missing = ids.flatMap((id, index) => (found[index] === null ? [{ id, index }] : []));
      const others = await base.getMany(missing.map(({ id }) => id));
      for (const [at, { index }] of missing.entries()) found[index] = others[at] ?? null;
      return found;
    },
    async hasMany(ids) {
      const [mine, others] = await Promise.all([own.hasMany(ids), base.hasMany(ids)]);
      return ids.map((_, index) => mine[index] === true || others[index] === true);
    },
    listObjects: (page) => merged(page, [own.listObjects(page), base.listObjects(page)], ({ id }) => id),
    listTombstones: (page) => base.listTombstones(page),
    tombstone: (id) => base.tombstone(id),
    head: (log) => readerOf(log).head(log),
    listHeads: (page) => merged(page, [own.listHeads(page), shownHeads(page)], ({ log }) => log),
    readLog: (log, page) => readerOf(log).readLog(log, page),
    listMembers: (index, key, page) =>
      merged(
        page,
        [
          own.listMembers(index, key, page),
          shown(
            page,
            (next) => base.listMembers(index, key, next),
            (member) => ({ cursor: member, isShown: !hidden.members.has(member) }),
          ),
        ],
        (member) => member,
      ),
    listIndexEntries: (page) =>
      merged(
        page,
        [
          own.listIndexEntries(page),
          shown(
            page,
            (next) => base.listIndexEntries(next),
            (entry) => ({ cursor: entry, isShown: !hidden.members.has(entry.member) }),
          ),
        ],
        memberKey,
      ),
    async statistics() {
      const [mine, others] = await Promise.all([own.statistics(), base.statistics()]);
      let [logs, entries, members] = [0, 0, 0];
      for await (const { sequence } of everyHead(store)) [logs, entries] = [logs + 1, entries + sequence];
      for await (const _ of everyIndexEntry(store)) members += 1;
      return {
        objects: mine.objects + others.objects,
        objectBytes: mine.objectBytes + others.objectBytes,
        logs,
        entries,
        members,
        tombstones: others.tombstones,
      };
    },
    commit(batch) {
      const outcome = writers.then(() => write(batch));
      writers = outcome.catch(() => undefined);
      return outcome;
    },
    maintain: async () => {
      throw new PenumbraError('usage', 'a view of a ledger cannot be rewritten', {
        hint: 'work on the ledger itself',
      });
    },
    checkStructure: async () => [],
    close: () => own.close(),
  };
  return store;
}

/** Decides a condition from the base store; null if it depends on what was written to the overlay. */
async function isMetBy(
  base: StoreReader,
  condition: Precondition,
  hidden: HiddenParts,
): Promise<boolean | null> {
  if (condition.kind === 'object-present')
    return (await base.hasMany([condition.id]))[0] === true ? true : null;
  if (condition.kind !== 'member-present' && condition.kind !== 'member-absent') return null;
  const { index, key, member, kind } = condition;
  if (hidden.members.has(member)) return null;
  for await (const known of everyMember(base, index, key))
    if (known === member) return kind === 'member-present';
  return null;
}

/** Reads a page of a range, skipping hidden rows. */
async function shown<Row, Cursor>(
  { after, limit }: Page<Cursor>,
  read: (page: Page<Cursor>) => Promise<readonly Row[]>,
  look: (row: Row) => { readonly cursor: Cursor; readonly isShown: boolean },
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let cursor = after; ; ) {
    const page = await read({ limit: limits.pageRows, ...(cursor !== undefined && { after: cursor }) });
    rows.push(...page.filter((row) => look(row).isShown));
    const last = page.at(-1);
    if (last === undefined || page.length < limits.pageRows || rows.length >= pageSize(limit)) return rows;
    cursor = look(last).cursor;
  }
}

/**
 * Merges two pages of one range. Both start after the same cursor, so the first rows of the merge are
 * correct.
 */
async function merged<Row>(
  { limit }: Page<unknown>,
  pages: readonly Promise<readonly Row[]>[],
  keyOf: (row: Row) => string,
): Promise<readonly Row[]> {
  const rows = (await Promise.all(pages)).flat();
  const byKey = new Map(rows.toReversed().map((row) => [keyOf(row), row]));
  return [...byKey]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .slice(0, pageSize(limit))
    .map(([, row]) => row);
}

function memberKey({ index, key, member }: IndexEntry): string {
  return `${index} ${key} ${member}`;
}
