/**
 * The log of a session's contracts as this process last read it. It is appended to under a precondition on its length, so
 * that of two processes that decide by the same log only one goes on.
 */
import { type Clock, canonicalText, PenumbraError } from '../../kernel/index.ts';
import type { Store, StoredObject } from '../../ledger/index.ts';
import { type ContractEvent, contractLog } from './contract-event.ts';
import {
  type ContractHistory,
  type ContractHistoryOptions,
  readContractHistory,
} from './contract-history.ts';

/** What a log is opened with. */
export type ContractLogOptions = Omit<ContractHistoryOptions, 'store'> & {
  readonly ledger: { readonly store: Store; readonly clock: Clock };
};

/** Where an event is added, and the objects that it names. */
type Appending = { readonly length: number; readonly puts?: readonly StoredObject[] };

/** The log of a session's contracts. */
export type ContractLog = {
  /** Returns the contracts as they were last read. */
  history(): ContractHistory;
  /** Whether the last look could not be taken, so that what is known may no longer hold. */
  isUnread(): boolean;
  /** Reads the log again. */
  read(): Promise<void>;
  /** Reads the log again where it has grown; where it cannot be looked at, that is noted. */
  lookAgain(): Promise<void>;
  /** Adds an event to a log that still has the length it was decided by; false where somebody else was faster. */
  append(event: ContractEvent, at: Appending): Promise<boolean>;
  /** Decides by the log as it stands, and again where somebody else was faster; null stands for that. */
  settle<Outcome>(decide: (length: number) => Promise<Outcome | null>): Promise<Outcome>;
};

/** How often a decision is made again before it is given up. */
const MOST_TRIES = 20;

/** Opens and reads the log of a session. */
export async function openContractLog({ ledger, ...options }: ContractLogOptions): Promise<ContractLog> {
  const { store, clock } = ledger;
  const log = contractLog(options.sessionId);
  let history = await readContractHistory({ store, ...options });
  let isUnread = false;

  const read = async (): Promise<void> => {
    const found = await readContractHistory({ store, ...options });
    // Of two readings under way the longer is the later.
    if (found.length >= history.length) history = found;
  };
  /** INVARIANT (ended for all): what one process closed or cancelled is not in force in another. */
  const lookAgain = async (): Promise<void> => {
    try {
      const head = await store.head(log);
      if (isUnread || (head?.sequence ?? 0) !== history.length) await read();
      isUnread = false;
    } catch {
      // Whoever calls goes on without a contract, and is told by the audit what is wrong with the store.
      isUnread = true;
    }
  };
  /** INVARIANT (one open at a time): appends only to the log that the decision was made from. */
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
