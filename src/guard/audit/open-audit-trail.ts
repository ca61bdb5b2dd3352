/**
 * The trail over a ledger's log. Notes wait for each other and are written together; a record is written at once, after
 * all that was noted before it. INVARIANT (fail closed): where the store takes nothing, neither does the trail, and
 * notes that were taken stay until it does.
 */
import { PenumbraError, type Randomness } from '../../kernel/index.ts';
import type { AuditEntry, AuditHead } from './audit-record.ts';
import type { TimedEntry } from './write-audit-groups.ts';
import { type AuditLedger, openChain } from './write-chain.ts';

/** A trail that is written to. */
export interface AuditTrail {
  /**
   * Takes an entry that is written with the next group, and at the latest by `flush`; returns a promise where the group
   * is full and has to be waited for. Throws, or rejects, where the trail cannot be written.
   */
  note(entry: AuditEntry): Promise<void> | undefined;
  /** Writes an entry and all before it; once this resolves, they survive any crash. */
  record(entry: AuditEntry): Promise<void>;
  /** Writes what was noted. */
  flush(): Promise<void>;
}

/** How a trail is kept. */
export type AuditTrailOptions = {
  /** Names a chain when one begins. */
  readonly randomness: Randomness;
  /** How many notes wait for each other at most. */
  readonly groupSize?: number;
  /** Is told where the chain stands after each write. */
  readonly onWritten?: (head: AuditHead) => void;
};

/** A trail with an end. */
export type OpenAuditTrail = AuditTrail & {
  /** Returns the last record that is known to be durable, or null where there is none. */
  head(): AuditHead | null;
  /** Writes what was noted and takes nothing more. */
  close(): Promise<void>;
};

type Waiting = {
  /** Null for who only waits for those before. */
  readonly timed: TimedEntry | null;
  /** Whether it stays where a write fails; a record does not, for what it tells of does not happen then. */
  readonly isKept: boolean;
  readonly done?: PromiseWithResolvers<void>;
};

const GROUP_SIZE = 256;
/** While nothing can be written, this many groups are kept, and no more is taken. */
const MOST_GROUPS = 16;
const MOST_IN_A_WRITE = 1_000;

/** Opens the trail of a ledger; throws where its log cannot be read. */
export async function openAuditTrail(
  ledger: AuditLedger,
  { randomness, groupSize = GROUP_SIZE, onWritten }: AuditTrailOptions,
): Promise<OpenAuditTrail> {
  const chain = await openChain(ledger, randomness);
  let { head } = chain;
  let waiting: Waiting[] = [];
  /** Those of them that are to be written; who only waits for room must not take it. */
  let entriesWaiting = 0;
  let isDraining = false;
  let isFailing = false;
  let isClosed = false;

  const drain = async (): Promise<void> => {
    isDraining = true;
    // All that is given in this tick goes together.
    await Promise.resolve();
    while (waiting.some(({ done }) => done !== undefined))
      await writeGroup(waiting.splice(0, MOST_IN_A_WRITE));
    isDraining = false;
  };

  const writeGroup = async (group: readonly Waiting[]): Promise<void> => {
    const entries = group.flatMap(({ timed }) => timed ?? []);
    entriesWaiting -= entries.length;
    try {
      if (entries.length > 0) tell(await chain.write(entries));
    } catch (fault) {
      fail(group, fault);
      return;
    }
    for (const { done } of group) done?.resolve();
  };

  const tell = (written: AuditHead): void => {
    head = written;
    isFailing = false;
    try {
      onWritten?.(written);
    } catch {
      // The records stand, whatever becomes of the news.
    }
  };

  const fail = (group: readonly Waiting[], fault: unknown): void => {
    isFailing = true;
    const all = [...group, ...waiting];
    waiting = all.flatMap(({ timed, isKept }) => (isKept ? { timed, isKept } : []));
    entriesWaiting = waiting.length;
    for (const { done } of all) done?.reject(fault);
  };

  const push = (entry: AuditEntry, rest: Omit<Waiting, 'timed'>): void => {
    waiting.push({ timed: { entry, atMs: ledger.clock.now() }, ...rest });
    entriesWaiting++;
  };

  const wait = (entry: AuditEntry | null, isKept: boolean): Promise<void> => {
    const done = Promise.withResolvers<void>();
    if (entry === null) waiting.push({ timed: null, isKept, done });
    else push(entry, { isKept, done });
    if (!isDraining) void drain();
    return done.promise;
  };

  const requireOpen = (): void => {
    if (isClosed) throw new PenumbraError('store-unavailable', 'the audit trail is closed');
  };

  const note = (entry: AuditEntry): Promise<void> | undefined => {
    requireOpen();
    if (entriesWaiting >= groupSize * MOST_GROUPS) return wait(null, false).then(() => note(entry));
    if (isFailing || entriesWaiting + 1 >= groupSize) return wait(entry, true);
    push(entry, { isKept: true });
    return undefined;
  };

  return {
    note,
    record: async (entry) => {
      requireOpen();
      return wait(entry, false);
    },
    flush: () => wait(null, false),
    head: () => head,
    close: async () => {
      isClosed = true;
      await wait(null, false);
    },
  };
}
