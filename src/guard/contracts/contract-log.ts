/**
 * The log of a session's contracts as this process last read it. Appending requires an unchanged length, so
 * of two processes that decide by the same log only one succeeds.
 */
import { type Clock, canonicalText, PenumbraError } from '../../kernel/index.ts';
import type { Store, StoredObject } from '../../ledger/index.ts';
import { type ContractEvent, contractLog } from './contract-event.ts';
import {
  type ContractHistory,
  type ContractHistoryOptions,
  readContractHistory,
} from './contract-history.ts';

export type ContractLogOptions = Omit<ContractHistoryOptions, 'store'> & {
  readonly ledger: { readonly store: Store; readonly clock: Clock };
};

/** The length at which an event is appended, and the objects it refers to. */
type Appending = { readonly length: number; readonly puts?: readonly StoredObject[] };

/** The log of a session's contracts. */
export type ContractLog = {
  /** Returns the contracts as last read. */
  history(): ContractHistory;
  /** Whether the last refresh failed, so that the known contracts may be out of date. */
  isUnread(): boolean;
  /** Reads the log again. */
  read(): Promise<void>;
  /** Reads the log again if it has grown; notes a failure. */
  lookAgain(): Promise<void>;
  /** Appends an event if the log still has the given length; false if another process was faster. */
  append(event: ContractEvent, at: Appending): Promise<boolean>;
  /** Decides by the current log, and again while `decide` returns null because another process was faster. */
  settle<Outcome>(decide: (length: number) => Promise<Outcome | null>): Promise<Outcome>;
};

/** How many times a decision is retried. */
const MOST_TRIES = 20;

/** Opens and reads the log of a session. */
export async function openContractLog({ ledger, ...options }: ContractLogOptions): Promise<ContractLog> {
  const { store, clock } = ledger;
  const log = contractLog(options.sessionId);
  let history = await readContractHistory({ store, ...options });
  let isUnread = false;

  const read = async (): Promise<void> => {
    const found = await readContractHistory({ store, ...options });
    // Of two concurrent reads, the longer one is newer.
    if (found.length >= history.length) history = found;
  };
  /**
   * INVARIANT (ended for all): a contract that one process closed or cancelled is not in force in another.
   */
  const lookAgain = async (): Promise<void> => {
    try {
      const head = await store.head(log);
      if (isUnread || (head?.sequence ?? 0) !== history.length) await read();
      isUnread = false;
    } catch {
      // The call continues without a contract, and the audit reports what is wrong with the store.
      isUnread = true;
    }
  };
  /** INVARIANT (one open at a time): only appends to the log that the decision was based on. */
  const append: ContractLog['append'] = async (event, { length, puts = [] }) => {
    const requires = [{ kind: 'log-length', log, length } as const];
    const appends = [{ log, value: canonicalText(event) }];
    const { committed } = await store.commit({ atMs: clock.now(), requires, puts, appends });
    await read();
    return committed;
  };
  const settle: ContractLog['settle'] = async (decide) => {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      await read();
      const outcome = await decide(history.length);
      if (outcome !== null) return outcome;
    }
    throw new PenumbraError('store-busy', 'the contracts of this session cannot be settled', {
      hint: 'see that no other process works in this session, and that its log was not cut',
    });
  };
  return Object.freeze({ history: () => history, isUnread: () => isUnread, read, lookAgain, append, settle });
}
