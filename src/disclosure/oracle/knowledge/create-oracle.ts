/**
 * The oracle. It keeps facts, disclosures and the place in the story in a ledger. `compileWorkingSet` reads
 * from it; agents have no way to write to it.
 */
import { assertInvariant, PenumbraError } from '../../../kernel/index.ts';
import { createMemoryStore, everyEntry, type Store } from '../../../ledger/index.ts';
import { isPins, type Pins } from '../facts/policy.ts';
import { type OracleEvent, tryParseEvent } from '../log/oracle-event.ts';
import { applyEvent, emptyState, type OracleState, type OracleView } from '../log/oracle-state.ts';
import { type OracleStore, openOracleStore, oracleLog } from '../log/oracle-store.ts';
import {
  closeHandle,
  deriveLocks,
  dropCompaction,
  moveCursor,
  openHandle,
  placeUnlocks,
  promote,
  raiseTier,
  registerKinds,
  registerVocabulary,
} from './change-knowledge.ts';
import { keepCompaction, keepFacts } from './keep-contents.ts';
import { keepPack, readPack } from './keep-packs.ts';
import { adoptPolicy, requireEveryPin, revisePin } from './keep-policies.ts';
import { byteCounter, type Oracle, type OracleOptions } from './oracle.ts';

/** The world of callers that do not name one. */
const DEFAULT_WORLD = 'default';

/** Creates an oracle on a store; by default one in memory. */
export function createOracle(store: Store = createMemoryStore(), options: OracleOptions = {}): Oracle {
  const { clock = { now: () => 0 }, world = DEFAULT_WORLD } = options;
  return oracleOn(openOracleStore({ store, clock }, { world }), options);
}

function oracleOn(records: OracleStore, options: OracleOptions): Oracle {
  const inTurn = createTurns();
  /** Appends the events of a change. */
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

/** Runs tasks one at a time, so that callers who do not await are still served in order. */
function createTurns(): <Value>(task: () => Promise<Value>) => Promise<Value> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const turn = last.then(task, task);
    last = turn.catch(() => undefined);
    return turn;
  };
}

export type BootOptions = OracleOptions & {
  /** The pins the caller expects: exactly the recorded ones, or any if none is recorded yet. */
  readonly pins: Pins;
};

/**
 * Boots an oracle on a store that may have been moved, merged or tampered with. It checks the pins first,
 * then reads and verifies everything, so that each fault is reported now and under its own code. Throws
 * `pin-mismatch`, `digest-mismatch`, `log-corrupt` or `hash-mismatch`. It reads the whole event log and uses
 * no snapshot.
 */
export async function bootOracle(store: Store, options: BootOptions): Promise<Oracle> {
  const { pins, clock = { now: () => 0 }, world = DEFAULT_WORLD } = options;
  requirePinValues(pins);
  requireEveryPin(await recordedPins(store, oracleLog(world)), pins);
  const records = openOracleStore({ store, clock }, { world, isWhole: true });
  await records.present();
  return oracleOn(records, options);
}

/** Reads the pins of a log that may be damaged. Invalid entries are skipped here and reported later. */
async function recordedPins(store: Store, log: string): Promise<OracleState['pins']> {
  const state = emptyState();
  for await (const { value } of everyEntry(store, log)) {
    const event = tryParseEvent(value);
    if (event?.type === 'pin' || event?.type === 'pin-revision') applyEvent(state, event);
  }
  return state.pins;
}

function requirePinValues(pins: unknown): asserts pins is Pins {
  if (isPins(pins)) return;
  throw new PenumbraError('usage', 'an oracle is booted with the pins its caller goes by', {
    hint: 'give `pins` as a record of texts, whole numbers and booleans; an empty one where none is on record',
  });
}
