/** Reads an event as it was stored: old versions are brought up to date, what is unknown is told apart from damage. */
import { isField } from './event-field.ts';
import { RUN_EVENT_VERSION, type RunEvent, type RunEventKind, runEventForms } from './run-event.ts';

/** An event, or why it cannot be read: written by a newer program, or not an event at all. */
export type ReadEvent =
  | { readonly event: RunEvent }
  | { readonly problem: 'newer' | 'malformed'; readonly detail: string };

const LONGEST_NAME = 40;

/** Reads one stored event; of a known version it has exactly the fields of its kind. */
export function readEvent(stored: unknown): ReadEvent {
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored))
    return malformed('it is not a record');
  const { version } = stored as StoredFields;
  if (!Number.isSafeInteger(version) || (version as number) < 1) return malformed('it has no version');
  if ((version as number) > RUN_EVENT_VERSION) return { problem: 'newer', detail: `version ${version}` };
  const event = upgradeEvent(stored as StoredFields, version as number);
  const { kind } = event;
  if (!isKind(kind)) return malformed(`unknown kind ${quote(kind)}`);
  return checkFields(kind, event);
}

function checkFields(kind: RunEventKind, event: StoredFields): ReadEvent {
  const { fields } = runEventForms[kind];
  for (const [name, field] of Object.entries(fields)) {
    if (!Object.hasOwn(event, name) || event[name] === undefined)
      return malformed(`\`${name}\` is missing in ${kind}`);
    if (!isField(field, event[name])) return malformed(`\`${name}\` of ${kind} is no ${field}`);
  }
  const names = new Set(['version', 'kind', ...Object.keys(fields)]);
  const foreign = Object.keys(event).find((name) => !names.has(name));
  if (foreign !== undefined) return malformed(`${quote(foreign)} is no field of ${kind}`);
  return { event: { ...event, version: RUN_EVENT_VERSION } as unknown as RunEvent };
}

function isKind(kind: unknown): kind is RunEventKind {
  return typeof kind === 'string' && Object.hasOwn(runEventForms, kind);
}

function malformed(detail: string): ReadEvent {
  return { problem: 'malformed', detail };
}

/** What was stored goes to a terminal: short, and without what would move its cursor. */
function quote(name: unknown): string {
  if (typeof name !== 'string') return 'without a name';
  return `\`${name.slice(0, LONGEST_NAME).replace(/[^\x20-\x7e]/g, '?')}\``;
}

/** An event as it was stored: of which version its fields are is not known yet. */
type StoredFields = { readonly [name: string]: unknown };

/**
 * The way from version 1 to 2, from 2 to 3 and so on. A step is never changed once a program that writes its version
 * is out, for what was recorded with it is read forever.
 */
export const eventUpgrades: readonly ((event: StoredFields) => StoredFields)[] = [fromVersion1];

/** Returns an event in the form of today; it is as well-formed as it was before. */
export function upgradeEvent(event: StoredFields, version: number): StoredFields {
  return eventUpgrades.slice(version - 1).reduce((older, upgrade) => upgrade(older), event);
}

/** Version 1 knew neither nested definitions nor why a walk ended. */
function fromVersion1(event: StoredFields): StoredFields {
  if (event.kind === 'walk-ended') return { ...event, within: [], reason: null };
  return Object.hasOwn(event, 'step') ? { ...event, within: [] } : event;
}
