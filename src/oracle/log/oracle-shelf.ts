/**
 * The oracle's part of a ledger: facts and compactions as frames about its world, everything else as events in one
 * log. What was read is kept and only the growth is read again, so two oracles on one store see the same.
 */
import { type FrameId, limits, PenumbraError, type Sha256 } from '../../kernel/index.ts';
import {
  type BasisInput,
  defineFrameTypes,
  frameLog,
  type Ledger,
  putFrames,
  type StoredObject,
  type Subject,
  subjectHash,
} from '../../ledger/index.ts';
import { type Compaction, compactionType, toCompaction } from '../knowledge/compaction.ts';
import { type Fact, factType, toFact } from '../knowledge/fact.ts';
import { followLog, LOG_START, type LogPlace, tryFollowLog } from './follow-log.ts';
import { formatEvent, type OracleEvent, parseEvent } from './oracle-event.ts';
import { newestSnapshots, snapshotEntry, snapshotObject } from './oracle-snapshot.ts';
import { applyEvent, copyState, emptyState, type LiveState } from './oracle-state.ts';
import type { OracleView } from './oracle-view.ts';
import { readLogFrames } from './read-log-frames.ts';

/** A fact or a compaction to be kept, as canonical text. */
type ShelfContent = {
  readonly type: 'fact' | 'compaction';
  readonly content: string;
  readonly inputs: readonly BasisInput[];
};

/** Reads and writes what an oracle keeps. One task at a time; whoever shares a shelf takes turns. */
export type OracleShelf = {
  /** Returns the present moment itself, which the next call changes; for what is decided at once. */
  present(): Promise<OracleView>;
  /** Returns a copy of the present moment. */
  read(): Promise<OracleView>;
  /** Appends frames of facts or compactions; what stands already is left as it is. */
  putContents(contents: readonly ShelfContent[]): Promise<readonly FrameId[]>;
  /** Appends events, with the objects they name. */
  append(events: readonly OracleEvent[], puts?: readonly StoredObject[]): Promise<void>;
  /** Returns objects, verified; null where one is gone. */
  getMany(ids: readonly Sha256[]): Promise<readonly (Uint8Array | null)[]>;
  /** Tells whether the ledger holds an object. */
  has(id: Sha256): Promise<boolean>;
  /** Writes down what the events have come to, and returns the place at which. */
  snapshot(): Promise<LogPlace>;
};

/** How a shelf is opened. */
export type ShelfOptions = {
  readonly world: string;
  /** True where every event is to be read, whatever snapshots there are. */
  readonly isWhole?: boolean;
};

const AGENT = 'oracle';

/** Opens the shelf of one world. */
export function openShelf(
  { store, clock }: Pick<Ledger, 'store' | 'clock'>,
  { world, isWhole = false }: ShelfOptions,
): OracleShelf {
  const ledger: Ledger = { store, clock, types: defineFrameTypes(factType, compactionType) };
  const subject: Subject = { kind: 'world', id: world };
  const [eventLog, snapshotLog] = [oracleLog(world), `oracle-snapshot/${subjectHash(subject)}`];
  const events = createEventFollower(ledger, { eventLog, snapshotLog: isWhole ? null : snapshotLog });
  const facts = createFrameFollower(ledger, subject, factType.name, toFact);
  const compactions = createFrameFollower(ledger, subject, compactionType.name, toCompaction);
  const commit = async (batch: Pick<Parameters<typeof store.commit>[0], 'puts' | 'appends'>) => {
    const outcome = await store.commit({ atMs: clock.now(), ...batch });
    if (!outcome.committed) throw new PenumbraError('internal', 'a batch without conditions was not written');
  };
  return {
    present: async () => ({
      state: (await events()).state,
      facts: await facts(),
      compactions: await compactions(),
    }),
    read: async () => ({
      state: copyState((await events()).state),
      facts: new Map(await facts()),
      compactions: new Map(await compactions()),
    }),
    async putContents(contents) {
      const drafts = contents.map(({ type, content, inputs }) => ({
        subject,
        type,
        agent: AGENT,
        basis: { inputs },
        content,
      }));
      return (await putFrames(ledger, drafts)).map(({ frameId }) => frameId);
    },
    async append(added, puts = []) {
      const appends = added.map((event) => ({ log: eventLog, value: formatEvent(event) }));
      const room = limits.batchOperations - puts.length;
      for (let start = 0; start < appends.length; start += room)
        await commit({ puts: start === 0 ? puts : [], appends: appends.slice(start, start + room) });
    },
    getMany: (ids) => store.getMany(ids),
    has: async (id) => (await store.hasMany([id]))[0] === true,
    async snapshot() {
      const { state, place } = await events();
      if (place.digest === null) return place;
      const object = snapshotObject(state);
      const value = snapshotEntry(place, object);
      if ((await store.head(snapshotLog))?.value !== value)
        await commit({ puts: [object], appends: [{ log: snapshotLog, value }] });
      return place;
    },
  };
}

/** Returns the name of the event log of a world. */
export function oracleLog(world: string): string {
  return `oracle/${subjectHash({ kind: 'world', id: world })}`;
}

/** Folds the events of a log as it grows, from the newest snapshot that leads to its head, or from the start. */
function createEventFollower(
  { store }: Ledger,
  { eventLog, snapshotLog }: { readonly eventLog: string; readonly snapshotLog: string | null },
): () => Promise<{ readonly state: LiveState; readonly place: LogPlace }> {
  let place: LogPlace = LOG_START;
  let state = emptyState();
  const begin = async () => {
    const snapshots = snapshotLog === null ? [] : newestSnapshots(store, snapshotLog);
    for await (const snapshot of snapshots) {
      const growth = await tryFollowLog(store, eventLog, snapshot.place);
      if (growth && !growth.isRestart) return { growth, from: snapshot.state };
    }
    return { growth: await followLog(store, eventLog, LOG_START), from: emptyState() };
  };
  return async () => {
    const { growth, from } =
      place === LOG_START ? await begin() : { growth: await followLog(store, eventLog, place), from: state };
    // INVARIANT (no half of a growth): everything is read before anything is folded.
    const added = growth.entries.map(({ sequence, value }) => parseEvent(eventLog, sequence, value));
    state = growth.isRestart ? emptyState() : from;
    for (const event of added) applyEvent(state, event);
    place = growth.place;
    return { state, place };
  };
}

/** Keeps what the frames of a log are as values by their handles, and reads only what it has grown by. */
function createFrameFollower<Value extends Fact | Compaction>(
  { store }: Ledger,
  subject: Subject,
  type: string,
  toValue: (handle: FrameId, content: Uint8Array) => Value | null,
): () => Promise<ReadonlyMap<string, Value>> {
  const log = frameLog(subject, type);
  let place: LogPlace = LOG_START;
  let values = new Map<string, Value>();
  return async () => {
    const growth = await followLog(store, log, place);
    const added = await readLogFrames(store, { log, subject, type, toValue }, growth.entries);
    if (growth.isRestart) values = new Map();
    for (const value of added) values.set(value.handle, value);
    place = growth.place;
    return values;
  };
}
