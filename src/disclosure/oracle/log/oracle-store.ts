/**
 * The oracle's part of a ledger: facts and compactions are frames about its world, everything else is events
 * in one log. The state is cached and only new entries are read, so two oracles on one store see the same.
 */
import { type FrameId, limits, PenumbraError, type Sha256 } from '../../../kernel/index.ts';
import {
  type BasisInput,
  type Batch,
  defineFrameTypes,
  type Ledger,
  putFrames,
  type StoredObject,
  type StoreReader,
  type Subject,
  subjectHash,
} from '../../../ledger/index.ts';
import { compactionType, toCompaction } from '../facts/compaction.ts';
import { factType, toFact } from '../facts/fact.ts';
import {
  followFrames,
  followLog,
  LOG_START,
  type LogGrowth,
  type LogPlace,
  tryFollowLog,
} from './follow-log.ts';
import { formatEvent, type OracleEvent, parseEvent } from './oracle-event.ts';
import { newestSnapshots, snapshotEntry, snapshotObject } from './oracle-snapshot.ts';
import { applyEvent, copyState, emptyState, type LiveState, type OracleView } from './oracle-state.ts';

/** A fact or compaction to store, as canonical text. */
type OracleContent = {
  readonly type: 'fact' | 'compaction';
  readonly content: string;
  readonly inputs: readonly BasisInput[];
};

/** Events to append, with the objects they name. */
export type OracleChange = {
  readonly events: readonly OracleEvent[];
  readonly puts?: readonly StoredObject[];
};

/**
 * Reads and writes an oracle's records. Calls must not overlap; callers that share the records take turns.
 */
export type OracleStore = {
  /** Returns the live current state, which the next call changes; for immediate decisions only. */
  present(): Promise<OracleView>;
  /** Returns a copy of the current state. */
  read(): Promise<OracleView>;
  /** Appends frames of facts or compactions; existing ones are left unchanged. */
  putContents(contents: readonly OracleContent[]): Promise<readonly FrameId[]>;
  /**
   * Appends the events that `decide` returns for the current state. If another process wrote first, it
   * decides again.
   */
  change(decide: (view: OracleView) => OracleChange | Promise<OracleChange>): Promise<void>;
  /** Returns verified objects; null for a missing one. */
  getMany(ids: readonly Sha256[]): Promise<readonly (Uint8Array | null)[]>;
  /** Returns whether the ledger contains an object. */
  has(id: Sha256): Promise<boolean>;
  /** Writes a snapshot of the state and returns its place in the log. */
  snapshot(): Promise<LogPlace>;
};

/** How to open the records. */
export type OracleStoreOptions = {
  readonly world: string;
  /** Whether to read every event, ignoring snapshots. */
  readonly isWhole?: boolean;
};

const AGENT = 'oracle';
/** Another process may win repeatedly, but not forever, since each time it has written something. */
const MOST_TRIES = 100;

/** Opens the records of one world. */
export function openOracleStore(
  { store, clock }: Pick<Ledger, 'store' | 'clock'>,
  { world, isWhole = false }: OracleStoreOptions,
): OracleStore {
  const ledger: Ledger = { store, clock, types: defineFrameTypes(factType, compactionType) };
  const subject: Subject = { kind: 'world', id: world };
  const [eventLog, snapshotLog] = worldLogs(world);
  const events = followEvents(store, { eventLog, snapshotLog: isWhole ? null : snapshotLog });
  const facts = followFrames(store, { subject, type: factType.name, toValue: toFact });
  const compactions = followFrames(store, { subject, type: compactionType.name, toValue: toCompaction });
  const readMoment = async () => {
    const { state, place } = await events();
    return { place, view: { state, facts: await facts(), compactions: await compactions() } };
  };
  const present = async () => (await readMoment()).view;
  return {
    present,
    read: async () => copyMoment(await present()),
    putContents: (contents) => putContents(ledger, subject, contents),
    async change(decide) {
      for (let tries = 0; tries < MOST_TRIES; tries++) {
        const { place, view } = await readMoment();
        const change = await decide(view);
        if (await appendEvents(ledger, eventLog, { ...change, digest: place.digest })) return;
      }
      throw new PenumbraError('store-busy', 'other processes changed the oracle all the while', {
        hint: 'try again when they are done',
      });
    },
    getMany: (ids) => store.getMany(ids),
    has: async (id) => (await store.hasMany([id]))[0] === true,
    snapshot: async () => writeSnapshot(ledger, snapshotLog, await events()),
  };
}

/** Returns the log names of a world: its events and its snapshots. */
export function worldLogs(world: string): readonly [events: string, snapshots: string] {
  return [oracleLog(world), `oracle-snapshot/${subjectHash({ kind: 'world', id: world })}`];
}

/** Returns the name of the event log of a world. */
export function oracleLog(world: string): string {
  return `oracle/${subjectHash({ kind: 'world', id: world })}`;
}

function copyMoment({ state, facts, compactions }: OracleView & { readonly state: LiveState }): OracleView {
  return { state: copyState(state), facts: new Map(facts), compactions: new Map(compactions) };
}

async function putContents(
  ledger: Ledger,
  subject: Subject,
  contents: readonly OracleContent[],
): Promise<readonly FrameId[]> {
  const drafts = contents.map(({ type, content, inputs }) => ({
    subject,
    type,
    agent: AGENT,
    basis: { inputs },
    content,
  }));
  return (await putFrames(ledger, drafts)).map(({ frameId }) => frameId);
}

/**
 * Appends to a log with a known digest, in batches of the allowed size; returns false if the log has grown
 * since.
 */
async function appendEvents(
  ledger: Ledger,
  log: string,
  { events, puts = [], digest }: OracleChange & { readonly digest: Sha256 | null },
): Promise<boolean> {
  const appends = events.map((event) => ({ log, value: formatEvent(event) }));
  if (appends.length === 0) return true;
  const { store, clock } = ledger;
  const head = await store.head(log);
  if ((head?.digest ?? null) !== digest) return false;
  // The condition counts as an operation.
  const room = limits.batchOperations - puts.length - 1;
  const first = await store.commit({
    atMs: clock.now(),
    requires: [{ kind: 'head-is', log, value: head?.value ?? null }],
    puts,
    appends: appends.slice(0, room),
  });
  if (!first.committed) return false;
  for (let start = room; start < appends.length; start += limits.batchOperations)
    await commit(ledger, { appends: appends.slice(start, start + limits.batchOperations) });
  return true;
}

async function writeSnapshot(
  ledger: Ledger,
  log: string,
  { state, place }: { readonly state: LiveState; readonly place: LogPlace },
): Promise<LogPlace> {
  if (place.digest === null) return place;
  const object = snapshotObject(state);
  const value = snapshotEntry(place, object);
  if ((await ledger.store.head(log))?.value !== value)
    await commit(ledger, { puts: [object], appends: [{ log, value }] });
  return place;
}

async function commit({ store, clock }: Ledger, batch: Omit<Batch, 'atMs'>): Promise<void> {
  const outcome = await store.commit({ atMs: clock.now(), ...batch });
  if (!outcome.committed) throw new PenumbraError('internal', 'a batch without conditions was not written');
}

/** The logs of an oracle. Without a snapshot log, every event is read. */
type EventLogs = { readonly eventLog: string; readonly snapshotLog: string | null };

/**
 * Returns a function that brings the state up to the head of the log, from the newest usable snapshot or from
 * the start.
 */
function followEvents(
  store: StoreReader,
  logs: EventLogs,
): () => Promise<{ readonly state: LiveState; readonly place: LogPlace }> {
  const { eventLog } = logs;
  let place: LogPlace = LOG_START;
  let state = emptyState();
  return async () => {
    const { growth, from } =
      place === LOG_START
        ? await begin(store, logs)
        : { growth: await followLog(store, eventLog, place), from: state };
    // INVARIANT (no half of a growth): all entries are parsed before any is applied.
    const added = growth.entries.map(({ sequence, value }) => parseEvent(eventLog, sequence, value));
    state = growth.isRestart ? emptyState() : from;
    for (const event of added) applyEvent(state, event);
    place = growth.place;
    return { state, place };
  };
}

async function begin(
  store: StoreReader,
  { eventLog, snapshotLog }: EventLogs,
): Promise<{ readonly growth: LogGrowth; readonly from: LiveState }> {
  const snapshots = snapshotLog === null ? [] : newestSnapshots(store, snapshotLog);
  for await (const snapshot of snapshots) {
    const growth = await tryFollowLog(store, eventLog, snapshot.place);
    if (growth && !growth.isRestart) return { growth, from: snapshot.state };
  }
  return { growth: await followLog(store, eventLog, LOG_START), from: emptyState() };
}
