/** The log of a run: its events in the order they happened, written together with what they tell of. */
import {
  type CanonicalValue,
  canonicalText,
  digestOf,
  type Id,
  PenumbraError,
  parseCanonical,
} from '../../../kernel/index.ts';
import { type Append, everyEntry, type StoreReader } from '../../../ledger/index.ts';
import {
  foldRun,
  RUN_EVENT_VERSION,
  type RunEvent,
  type RunEventKind,
  type RunEventPayloads,
  type RunModel,
  readEvent,
} from '../../../record/index.ts';

/** What the logs of all runs begin with. */
export const RUN_LOGS = 'run/';

/** Returns the name of a run's log. */
export function runLog(run: Id<'run'>): string {
  return `${RUN_LOGS}${digestOf(run)}`;
}

/** Makes an event of the version that is written today. */
export function runEvent<Kind extends RunEventKind>(kind: Kind, payload: RunEventPayloads[Kind]): RunEvent {
  return { version: RUN_EVENT_VERSION, kind, ...payload } as unknown as RunEvent;
}

/** Returns what appends events to a run's log. */
export function eventAppends(run: Id<'run'>, events: readonly RunEvent[]): readonly Append[] {
  return events.map((event) => ({
    log: runLog(run),
    value: canonicalText(event as unknown as CanonicalValue),
  }));
}

/** Reads a run from its log; an event that a newer program wrote is passed over. */
export async function readRun(store: StoreReader, run: Id<'run'>): Promise<RunModel> {
  const events: RunEvent[] = [];
  for await (const { sequence, value } of everyEntry(store, runLog(run))) {
    const read = readEvent(parseStored(value));
    if ('event' in read) events.push(read.event);
    else if (read.problem === 'malformed')
      throw new PenumbraError(
        'log-corrupt',
        `event ${sequence} of \`${run}\` cannot be read: ${read.detail}`,
        {
          hint: 'run `penumbra validate` to see what it affects',
        },
      );
  }
  return foldRun(events);
}

/** A value that is no canonical JSON is no event either. */
function parseStored(value: string): unknown {
  try {
    return parseCanonical(value);
  } catch {
    return null;
  }
}
