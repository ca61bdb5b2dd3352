/** Follows the event log of an oracle: what its events have come to, folded further as the log grows. */
import type { StoreReader } from '../../../ledger/index.ts';
import { followLog, LOG_START, type LogGrowth, type LogPlace, tryFollowLog } from './follow-log.ts';
import { parseEvent } from './oracle-event.ts';
import { newestSnapshots } from './oracle-snapshot.ts';
import { applyEvent, emptyState, type LiveState } from './oracle-state.ts';

/** The logs of an oracle; without that of snapshots, every event is read. */
export type EventLogs = { readonly eventLog: string; readonly snapshotLog: string | null };

/** Returns what brings the state up to the log's head, from the newest snapshot that leads there, or from the start. */
export function followEvents(
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
    // INVARIANT (no half of a growth): everything is read before anything is folded.
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
