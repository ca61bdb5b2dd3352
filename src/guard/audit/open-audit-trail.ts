/**
 * The audit trail on a ledger's log. Notes are collected and written together; a record is written at once,
 * after all earlier notes. INVARIANT (fail closed): if the store accepts nothing, neither does the trail, and
 * the notes already accepted are kept until it does.
 */
import { PenumbraError, type Randomness } from '../../kernel/index.ts';
import type { AuditEntry, AuditHead } from './audit-record.ts';
import type { TimedEntry } from './write-audit-groups.ts';
import { type AuditLedger, openChain } from './write-chain.ts';

/** A trail to write to. */
export interface AuditTrail {
  /**
   * Accepts an entry to be written with the next group, at the latest by `flush`. Returns a promise if the
   * group is full and must be awaited. Throws or rejects if the trail cannot be written.
   */
  note(entry: AuditEntry): Promise<void> | undefined;
  /** Writes an entry and all earlier ones. Once this resolves, they survive any crash. */
  record(entry: AuditEntry): Promise<void>;
  /** Writes the pending notes. */
  flush(): Promise<void>;
}

export type AuditTrailOptions = {
  /** Provides the name of a new chain. */
  readonly randomness: Randomness;
  /** The maximum number of pending notes. */
  readonly groupSize?: number;
  /** Receives the head of the chain after each write. */
  readonly onWritten?: (head: AuditHead) => void;
};

/** A trail that can be closed. */
export type OpenAuditTrail = AuditTrail & {
  /** Returns the last record known to be durable, or null if there is none. */
  head(): AuditHead | null;
  /** Writes the pending notes and accepts nothing more. */
  close(): Promise<void>;
};

type Waiting = {
  /** Null if it only waits for earlier entries. */
  readonly timed: TimedEntry | null;
  /** Whether it is kept if a write fails. A record is not, because its act will not happen. */
  readonly isKept: boolean;
  readonly done?: PromiseWithResolvers<void>;
};

const GROUP_SIZE = 256;
/** While nothing can be written, at most this many groups are kept. */
const MOST_GROUPS = 16;
const MOST_IN_A_WRITE = 1_000;

/** Opens the trail of a ledger; throws if its log cannot be read. */
export async function openAuditTrail(
  ledger: AuditLedger,
  { randomness, groupSize = GROUP_SIZE, onWritten }: AuditTrailOptions,
): Promise<OpenAuditTrail> {
  const chain = await openChain(ledger, randomness);
  let { head } = chain;
  let waiting: Waiting[] = [];
  /** How many of them have entries. Callers that only wait for room do not count. */
  let entriesWaiting = 0;
  let isDraining = false;
  let isFailing = false;
  let isClosed = false;

  const drain = async (): Promise<void> => {
    isDraining = true;
    // Entries from the same tick are written together.
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
      // The records are written even if the callback fails.
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
