/**
 * The oracle's part of a ledger: facts and compactions as frames about its world, everything else as events in one
 * log. What was read is kept and only the growth is read again, so two oracles on one store see the same.
 */
import {
  type CanonicalValue,
  canonicalText,
  type FrameId,
  PenumbraError,
  parseCanonical,
} from '../kernel/index.ts';
import {
  type BasisInput,
  defineFrameTypes,
  frameLog,
  type Ledger,
  type LogEntry,
  putFrames,
  readFrames,
  type StoredObject,
  type Subject,
  subjectHash,
} from '../ledger/index.ts';
import { type Compaction, type CompactionContent, compactionType } from './compaction.ts';
import { type Fact, type FactContent, factIdOf, factType } from './fact.ts';
import { followLog, LOG_START, type LogPlace } from './follow-log.ts';
import { formatEvent, type OracleEvent, parseEvent } from './oracle-event.ts';
import { foldEvents } from './oracle-state.ts';
import type { OracleView } from './oracle-view.ts';

/** A fact or a compaction to be kept. */
type ShelfContent = {
  readonly type: 'fact' | 'compaction';
  readonly content: CanonicalValue;
  readonly inputs: readonly BasisInput[];
};

/** Reads and writes what an oracle keeps. */
export type OracleShelf = {
  /** Reads the present moment. */
  read(): Promise<OracleView>;
  /** Appends frames of facts or compactions; what stands already is left as it is. */
  putContents(contents: readonly ShelfContent[]): Promise<readonly FrameId[]>;
  /** Appends events, with the objects they name. */
  append(events: readonly OracleEvent[], puts?: readonly StoredObject[]): Promise<void>;
};

const AGENT = 'oracle';
const GROUP = 256;
const decoder = new TextDecoder();

/** Opens the shelf of one world. */
export function openShelf({ store, clock }: Pick<Ledger, 'store' | 'clock'>, world: string): OracleShelf {
  const ledger: Ledger = { store, clock, types: defineFrameTypes(factType, compactionType) };
  const subject: Subject = { kind: 'world', id: world };
  const eventLog = `oracle/${subjectHash(subject)}`;
  const events = createFollower(ledger, eventLog, async (entries) =>
    entries.map(({ sequence, value }) => parseEvent(eventLog, sequence, value)),
  );
  const facts = createFollower(ledger, frameLog(subject, factType.name), readAll(ledger, toFact));
  const compactions = createFollower(
    ledger,
    frameLog(subject, compactionType.name),
    readAll(ledger, toCompaction),
  );
  return {
    async read() {
      return {
        state: foldEvents(await events()),
        facts: byHandle(await facts()),
        compactions: byHandle(await compactions()),
      };
    },
    async putContents(contents) {
      const drafts = contents.map(({ type, content, inputs }) => ({
        subject,
        type,
        agent: AGENT,
        basis: { inputs },
        content: canonicalText(content),
      }));
      return (await putFrames(ledger, drafts)).map(({ frameId }) => frameId);
    },
    async append(added, puts = []) {
      const appends = added.map((event) => ({ log: eventLog, value: formatEvent(event) }));
      const outcome = await store.commit({ atMs: clock.now(), puts, appends });
      if (!outcome.committed)
        throw new PenumbraError('internal', 'events without conditions were not written');
    },
  };
}

/** Keeps what a log holds as values, and reads only what it has grown by. */
function createFollower<Value>(
  { store }: Ledger,
  log: string,
  readEntries: (entries: readonly LogEntry[]) => Promise<readonly Value[]>,
): () => Promise<readonly Value[]> {
  let place: LogPlace = LOG_START;
  let values: readonly Value[] = [];
  return async () => {
    const growth = await followLog(store, log, place);
    const added = await readEntries(growth.entries);
    values = growth.isRestart ? added : [...values, ...added];
    place = growth.place;
    return values;
  };
}

/** Makes a reader of the frames a log names; one whose content retention or erasure removed is passed over. */
function readAll<Value>(
  { store }: Ledger,
  toValue: (handle: FrameId, content: CanonicalValue) => Value,
): (entries: readonly LogEntry[]) => Promise<readonly Value[]> {
  return async (entries) => {
    const values: Value[] = [];
    for (let start = 0; start < entries.length; start += GROUP) {
      const ids = entries.slice(start, start + GROUP).map(({ value }) => frameIn(value));
      for (const { id, content } of await readFrames(store, ids)) {
        if (content !== null) values.push(toValue(id, parseCanonical(decoder.decode(content))));
      }
    }
    return values;
  };
}

function toFact(handle: FrameId, content: CanonicalValue): Fact {
  const fields = content as FactContent;
  return { ...fields, handle, factId: factIdOf(fields.payload) };
}

function toCompaction(handle: FrameId, content: CanonicalValue): Compaction {
  return { ...(content as CompactionContent), handle };
}

function frameIn(value: string): FrameId {
  return (parseCanonical(value) as { readonly frame: FrameId }).frame;
}

function byHandle<Item extends { readonly handle: string }>(
  items: readonly Item[],
): ReadonlyMap<string, Item> {
  return new Map(items.map((item) => [item.handle, item]));
}
