/**
 * What happened in a run: one closed, versioned union, noun first, past tense. Details of the domain are in artifacts;
 * an event says who did what where. Writers never rewrite an event, readers upgrade old versions (`read-event.ts`).
 * An event has no number: its place is its entry's in the run's log, which the ledger counts without gaps.
 */
import type { EventField, EventFieldTypes } from './event-field.ts';

/** The version that is written today. */
export const RUN_EVENT_VERSION = 2;

type EventForm = { readonly means: string; readonly fields: { readonly [name: string]: EventField } };

/**
 * Where in a run an event belongs: `step` counts visits in a case, so a node visited twice has two steps; `within` names
 * the nodes around a node of a nested definition, outermost first.
 */
const place = { case: 'text', step: 'number', node: 'text', within: 'list of texts' } as const;

/** Every kind of event: what it says, and what its fields hold. Types, readers and the reference are made from it. */
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

/** The kinds of events. */
export type RunEventKind = keyof typeof runEventForms;

type Held<Fields extends EventForm['fields']> = {
  readonly [Name in keyof Fields]: EventFieldTypes[Fields[Name]];
};

/** Where in a run an event belongs. */
export type StepPlace = Held<typeof place>;

/** The payload of each kind of event. */
export type RunEventPayloads = {
  readonly [Kind in RunEventKind]: Held<(typeof runEventForms)[Kind]['fields']>;
};

/** One event of a run; `kind` tells the payload. */
export type RunEvent = {
  [Kind in RunEventKind]: { readonly version: number; readonly kind: Kind } & RunEventPayloads[Kind];
}[RunEventKind];

/** Makes an event of the version that is written today; what is no field of its kind is left out. */
export function runEvent<Kind extends RunEventKind>(kind: Kind, payload: RunEventPayloads[Kind]): RunEvent {
  const given = payload as { readonly [name: string]: unknown };
  const fields = Object.keys(runEventForms[kind].fields).map((name) => [name, given[name]] as const);
  return { version: RUN_EVENT_VERSION, kind, ...Object.fromEntries(fields) } as unknown as RunEvent;
}
