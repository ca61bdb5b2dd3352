/**
 * The events of a run: a closed, versioned union, named noun first in the past tense. Domain details are in
 * artifacts; an event says who did what and where. Events are never rewritten; readers upgrade old versions.
 * Their order is that of the entries in the run's log, which has no gaps.
 */
import type { CanonicalValue, FrameId, Id } from '../kernel/index.ts';

/** The version written today. */
export const RUN_EVENT_VERSION = 2;

type EventForm = { readonly means: string; readonly fields: { readonly [name: string]: EventField } };

/**
 * The location of an event: `step` counts visits in a case, so a node visited twice has two steps; `within`
 * names the nodes around a nested node, outermost first.
 */
const place = { case: 'text', step: 'number', node: 'text', within: 'list of texts' } as const;

/** Every kind of event with its meaning and fields. Types, readers and the reference are derived from it. */
export const runEventForms = {
  'run-started': { means: 'a run began with these inputs', fields: { run: 'text', inputs: 'value' } },
  'case-opened': { means: 'a case is to be worked on', fields: { case: 'text', frame: 'frame' } },
  'agent-chosen': {
    means: 'an agent was chosen for a step, and why',
    fields: { ...place, agent: 'text', reason: 'text' },
  },
  'step-entered': { means: 'a node was visited', fields: place },
  'mask-worn': { means: 'the agent wore a mask', fields: { ...place, mask: 'text' } },
  'source-opened': {
    means: 'a source was opened, and by which mask',
    fields: { ...place, source: 'text', by: 'text' },
  },
  'pack-compiled': {
    means: 'all that a consumer was told was put down as a pack',
    fields: { ...place, pack: 'pack', consumer: 'text' },
  },
  'model-asked': { means: 'a model was asked', fields: { ...place, model: 'text', request: 'text' } },
  'reply-checked': {
    means: 'a reply was held against its pack and its form',
    fields: { ...place, ok: 'true or false', reasons: 'list of texts' },
  },
  'tool-called': {
    means: 'a tool was called, and the code of its reply',
    fields: { ...place, tool: 'text', command: 'text', code: 'text' },
  },
  'decision-made': {
    means: 'something was decided on the way, and why',
    fields: { ...place, decision: 'text', reason: 'text' },
  },
  'artifact-recorded': {
    means: 'a node produced an artifact',
    fields: { ...place, frame: 'frame', type: 'text' },
  },
  'edge-taken': { means: 'an edge led on from a node', fields: { ...place, edge: 'text', to: 'text' } },
  'step-failed': { means: 'a step brought no artifact, and why', fields: { ...place, reason: 'text' } },
  'case-paused': { means: 'a case waits for a person, and why', fields: { ...place, reason: 'text' } },
  'case-overridden': {
    means: 'a person answered in place of the agent',
    fields: { ...place, by: 'text', frame: 'frame' },
  },
  'walk-ended': {
    means: 'a walk ended, or one within a node; `reason` where it was exhausted, failed or cancelled',
    fields: {
      case: 'text',
      within: 'list of texts',
      status: 'text',
      terminal: 'text or null',
      reason: 'text or null',
    },
  },
  'memory-changed': { means: 'what is remembered changed', fields: { frame: 'frame', change: 'text' } },
  'run-ended': {
    means: 'all cases have ended and the report stands',
    fields: { run: 'text', status: 'text' },
  },
} as const satisfies { readonly [kind: string]: EventForm };

export type RunEventKind = keyof typeof runEventForms;

type Held<Fields extends EventForm['fields']> = {
  readonly [Name in keyof Fields]: EventFieldTypes[Fields[Name]];
};

/** The location of an event in a run. */
export type StepPlace = Held<typeof place>;

/** The payload of each kind of event. */
export type RunEventPayloads = {
  readonly [Kind in RunEventKind]: Held<(typeof runEventForms)[Kind]['fields']>;
};

/** One event of a run; `kind` tells the payload. */
export type RunEvent = {
  [Kind in RunEventKind]: { readonly version: number; readonly kind: Kind } & RunEventPayloads[Kind];
}[RunEventKind];

/** Makes an event of the current version; unknown fields are dropped. */
export function runEvent<Kind extends RunEventKind>(kind: Kind, payload: RunEventPayloads[Kind]): RunEvent {
  const given = payload as { readonly [name: string]: unknown };
  const fields = Object.keys(runEventForms[kind].fields).map((name) => [name, given[name]] as const);
  return { version: RUN_EVENT_VERSION, kind, ...Object.fromEntries(fields) } as unknown as RunEvent;
}

/** The TypeScript type of each field type. */
export type EventFieldTypes = {
  readonly text: string;
  readonly 'text or null': string | null;
  readonly 'list of texts': readonly string[];
  /** An integer from 1. */
  readonly number: number;
  readonly 'true or false': boolean;
  readonly frame: FrameId;
  readonly pack: Id<'pack'>;
  /** Any JSON. */
  readonly value: CanonicalValue;
};

/** The type of a field. */
export type EventField = keyof EventFieldTypes;

const isText = (value: unknown): value is string => typeof value === 'string';

const tests: { readonly [Field in EventField]: (value: unknown) => boolean } = {
  text: isText,
  'text or null': (value) => value === null || isText(value),
  'list of texts': (value) => Array.isArray(value) && value.every(isText),
  number: (value) => Number.isSafeInteger(value) && (value as number) >= 1,
  'true or false': (value) => typeof value === 'boolean',
  frame: (value) => isText(value) && /^frame:[0-9a-f]{64}$/.test(value),
  pack: (value) => isText(value) && /^pack:[0-9a-f]{64}$/.test(value),
  value: (value) => ['object', 'string', 'number', 'bigint', 'boolean'].includes(typeof value),
};

/** Checks whether a stored value matches its field. */
function isField(field: EventField, value: unknown): boolean {
  return tests[field](value);
}

/** An event, or why it cannot be read: written by a newer program, or not an event. */
export type ReadEvent =
  | { readonly event: RunEvent }
  | { readonly problem: 'newer' | 'malformed'; readonly detail: string };

const LONGEST_NAME = 40;

/** Reads one stored event; a known version must have exactly the fields of its kind. */
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

/** Stored text may be printed to a terminal, so it is shortened and control characters are escaped. */
function quote(name: unknown): string {
  if (typeof name !== 'string') return 'without a name';
  return `\`${name.slice(0, LONGEST_NAME).replace(/[^\x20-\x7e]/g, '?')}\``;
}

/** A stored event of any version. */
type StoredFields = { readonly [name: string]: unknown };

/**
 * Upgrades from version 1 to 2, from 2 to 3 and so on. An upgrade is never changed after a release that
 * writes its version, because old records remain readable.
 */
export const eventUpgrades: readonly ((event: StoredFields) => StoredFields)[] = [fromVersion1];

/** Upgrades an event to the current version without checking it. */
export function upgradeEvent(event: StoredFields, version: number): StoredFields {
  return eventUpgrades.slice(version - 1).reduce((older, upgrade) => upgrade(older), event);
}

/** Version 1 had neither nested definitions nor reasons for the end of a walk. */
function fromVersion1(event: StoredFields): StoredFields {
  if (event.kind === 'walk-ended') return { ...event, within: [], reason: null };
  return Object.hasOwn(event, 'step') ? { ...event, within: [] } : event;
}
