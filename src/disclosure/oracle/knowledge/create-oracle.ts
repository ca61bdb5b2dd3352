/**
 * The oracle: it knows facts, who was told what, and where the story stands, and keeps all of it in a ledger. It is
 * asked by `compileWorkingSet`; nothing that an agent holds can write to it.
 */
import { assertInvariant } from '../../../kernel/index.ts';
import { createMemoryStore, type Store } from '../../../ledger/index.ts';
import type { OracleEvent } from '../log/oracle-event.ts';
import { type OracleStore, openOracleStore } from '../log/oracle-store.ts';
import type { OracleView } from '../log/oracle-view.ts';
import {
  dropCompaction,
  moveCursor,
  promote,
  raiseTier,
  registerKinds,
  registerVocabulary,
} from './change-knowledge.ts';
import { closeHandle, deriveLocks, openHandle, placeUnlocks } from './change-locks.ts';
import { keepCompaction, keepFacts } from './keep-contents.ts';
import { keepPack, readPack } from './keep-packs.ts';
import { adoptPolicy, revisePin } from './keep-policies.ts';
import type { Oracle, OracleOptions } from './oracle.ts';
import { byteCounter } from './token-counter.ts';

/** The world of callers that name none. */
export const DEFAULT_WORLD = 'default';

/** Creates an oracle on a store, or on one in memory. */
export function createOracle(store: Store = createMemoryStore(), options: OracleOptions = {}): Oracle {
  const { clock = { now: () => 0 }, world = DEFAULT_WORLD } = options;
  return oracleOn(openOracleStore({ store, clock }, { world }), options);
}

/** Puts an oracle on its records. */
export function oracleOn(records: OracleStore, options: OracleOptions): Oracle {
  const inTurn = createTurns();
  /** Appends the events that a change of the present moment comes to. */
  const change = (eventsFor: (view: OracleView) => readonly OracleEvent[]): Promise<void> =>
    inTurn(() => records.change((view) => ({ events: eventsFor(view) })));
  return Object.freeze({
    counters: [byteCounter, ...(options.counters ?? [])],
    registerKind: (entry) => change((view) => registerKinds(view, [entry])),
    registerKinds: (entries) => change((view) => registerKinds(view, entries)),
    registerVocabulary: (words) => change((view) => registerVocabulary(view, words)),
    appendFact: async (draft) => {
      const [appended] = await inTurn(() => keepFacts(records, [draft]));
      assertInvariant(appended, 'a fact that was appended has a handle');
      return appended;
    },
    appendFacts: (drafts) => inTurn(() => keepFacts(records, drafts)),
    promote: (promotion) => change((view) => promote(view, promotion)),
    unlock: (draft) =>
      inTurn(() =>
        records.change(async (view) => ({ events: [await openHandle(view, draft, records.has)] })),
      ),
    relock: (draft) => change((view) => [closeHandle(view, draft)]),
    placeUnlocks: (cursor) => change((view) => placeUnlocks(view, cursor)),
    setCursor: (cursor) => change((view) => moveCursor(view, cursor)),
    raiseTier: (raise) => change((view) => raiseTier(view, raise)),
    compact: (draft) => inTurn(() => keepCompaction(records, draft)),
    dropCompaction: (handle) => change((view) => dropCompaction(view, handle)),
    adoptPolicy: (policy) => inTurn(() => records.change((view) => adoptPolicy(view, policy))),
    revisePin: (revision) => change((view) => [revisePin(view, revision)]),
    recordPack: (draft) => inTurn(() => keepPack(records, draft)),
    readPack: (key) => inTurn(() => readPack(records, key)),
    recordDerivedLocks: (locks) => change((view) => deriveLocks(view, locks)),
    snapshot: () => inTurn(records.snapshot),
    read: () => inTurn(records.read),
  } satisfies Oracle);
}

/** Lets one task after the other in, so that callers who do not wait are still served in their order. */
function createTurns(): <Value>(task: () => Promise<Value>) => Promise<Value> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const turn = last.then(task, task);
    last = turn.catch(() => undefined);
    return turn;
  };
}
