/** The log of a run: its events in order, written together with what they describe. */
import {
  type CanonicalValue,
  canonicalText,
  digestOf,
  type Id,
  PenumbraError,
  parseCanonical,
} from '../../kernel/index.ts';
import { type Append, everyEntry, everyHead, type StoreReader } from '../../ledger/index.ts';
import {
  foldLog,
  type LogProblem,
  type RunEvent,
  type RunModel,
  readLog,
  type StoredEvent,
} from '../../record/index.ts';
import { barrierLog } from './barrier-log.ts';

/** Prefix of the names of run logs. */
export const RUN_LOGS = 'run/';

/** Returns the name of a run's log. */
export function runLog(run: Id<'run'>): string {
  return `${RUN_LOGS}${digestOf(run)}`;
}

/** Returns the appends for events in a run's log. */
export function eventAppends(run: Id<'run'>, events: readonly RunEvent[]): readonly Append[] {
  return events.map((event) => ({
    log: runLog(run),
    value: canonicalText(event as unknown as CanonicalValue),
  }));
}

/** Reads a run from its log; events of a newer program version are only counted. */
export async function readRun(store: StoreReader, run: Id<'run'>): Promise<RunModel> {
  const folded = foldLog(await storedEvents(store, run));
  if ('problem' in folded) throw corruptLog(run, folded);
  return folded.model;
}

/** Reads all events of a run in order, or throws. */
export async function readRunEvents(store: StoreReader, run: Id<'run'>): Promise<readonly RunEvent[]> {
  const read = readLog(await storedEvents(store, run));
  if ('problem' in read) throw corruptLog(run, read);
  if (read.unread === 0) return read.events;
  throw new PenumbraError('store-version', `a newer program has worked on \`${run}\``, {
    data: { run, unread: read.unread },
    hint: 'use the version of penumbra that wrote it',
  });
}

async function storedEvents(store: StoreReader, run: Id<'run'>): Promise<readonly StoredEvent[]> {
  const log = runLog(run);
  // Read first: concurrent appends only make the log longer than this.
  const length = (await store.head(log))?.sequence ?? 0;
  const entries: StoredEvent[] = [];
  for await (const { sequence, value } of everyEntry(store, log))
    entries.push({ sequence, event: parseStored(value) });
  if (length === 0 || entries.some(({ sequence }) => sequence >= length)) return entries;
  throw corruptLog(run, { sequence: entries.length + 1, detail: `the log has ${length} entries` });
}

function corruptLog(
  run: Id<'run'>,
  { sequence, detail }: Pick<LogProblem, 'sequence' | 'detail'>,
): PenumbraError {
  return new PenumbraError('log-corrupt', `event ${sequence} of \`${run}\` cannot be read: ${detail}`, {
    data: { run, sequence },
    hint: 'run `penumbra validate` to see what it affects',
  });
}

/** A value that is not canonical JSON is not an event. */
function parseStored(value: string): unknown {
  try {
    return parseCanonical(value);
  } catch {
    return null;
  }
}

/** Returns the names of a run's existing logs: its events and the progress of each case. */
export async function journalLogs(store: StoreReader, run: Id<'run'>): Promise<readonly string[]> {
  const logs = [runLog(run), barrierLog(run)];
  for (const kind of ['progress', 'asks'])
    for await (const { log } of everyHead(store, `${kind}/${digestOf(run)}/`)) logs.push(log);
  return logs;
}
