/** Reads an event as it was stored: old versions are brought up to date, what is unknown is told apart from damage. */
import { RUN_EVENT_VERSION, type RunEvent, runEventFields } from './run-event.ts';

/** An event, or why it cannot be read: written by a newer program, or not an event at all. */
export type ReadEvent =
  | { readonly event: RunEvent }
  | { readonly problem: 'newer' | 'malformed'; readonly detail: string };

/** Reads one stored event. */
export function readEvent(stored: unknown): ReadEvent {
  if (typeof stored !== 'object' || stored === null) return malformed('it is not a record');
  const event = stored as { readonly [field: string]: unknown };
  const { version, kind } = event;
  if (!Number.isInteger(version) || (version as number) < 1) return malformed('it has no version');
  if ((version as number) > RUN_EVENT_VERSION) return { problem: 'newer', detail: `version ${version}` };
  const fields =
    typeof kind === 'string' && Object.hasOwn(runEventFields, kind)
      ? runEventFields[kind as RunEvent['kind']]
      : null;
  if (!fields) return malformed(`unknown kind \`${String(kind).slice(0, 40)}\``);
  const missing = fields.find((field) => event[field] === undefined);
  if (missing !== undefined) return malformed(`\`${missing}\` is missing in ${kind}`);
  return { event: event as RunEvent };
}

function malformed(detail: string): ReadEvent {
  return { problem: 'malformed', detail };
}
