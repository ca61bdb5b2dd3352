/**
 * Reads the log of a run as it was stored, and folds it. That a log has no gaps is checked here: each entry must follow
 * the one before, from the first or from where an earlier model ended. An entry that a newer program wrote is counted
 * and passed over; one that is no event ends the reading.
 */
import { foldRun } from './fold-run.ts';
import { readEvent } from './read-event.ts';
import type { RunEvent } from './run-event.ts';
import { emptyRun, type RunModel } from './run-model.ts';

/** One entry of a run's log: its place, from 1, and the event as it was stored. */
export type StoredEvent = { readonly sequence: number; readonly event: unknown };

/** The entry at which a log cannot be read, and why. */
export type LogProblem = {
  readonly problem: 'gap' | 'malformed';
  readonly sequence: number;
  readonly detail: string;
};

/** The events of a log, and how many further entries a newer program wrote. */
export type ReadLog = { readonly events: readonly RunEvent[]; readonly unread: number };

/** Reads entries of a run's log that follow `after`. */
export function readLog(entries: Iterable<StoredEvent>, after = 0): ReadLog | LogProblem {
  const events: RunEvent[] = [];
  let unread = 0;
  for (const { sequence, event } of entries) {
    const expected = after + events.length + unread + 1;
    if (sequence !== expected)
      return { problem: 'gap', sequence: expected, detail: `entry ${sequence} follows ${expected - 1}` };
    const read = readEvent(event);
    if ('event' in read) events.push(read.event);
    else if (read.problem === 'newer') unread += 1;
    else return { problem: 'malformed', sequence, detail: read.detail };
  }
  return { events, unread };
}

/** Folds entries of a run's log, from nothing or on from an earlier model. */
export function foldLog(
  entries: Iterable<StoredEvent>,
  from: RunModel = emptyRun,
): { readonly model: RunModel } | LogProblem {
  const read = readLog(entries, from.entries);
  if ('problem' in read) return read;
  const { events, unread } = read;
  const model = foldRun(events, from);
  if (unread === 0) return { model };
  return { model: { ...model, entries: model.entries + unread, unread: model.unread + unread } };
}
