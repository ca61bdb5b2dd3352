/**
 * What happened in a run: one closed, versioned union, noun first, past tense. Details of the domain are in artifacts;
 * an event says who did what where. Writers never rewrite an event, readers upgrade old versions.
 */
import type { CanonicalValue, FrameId, Id } from '../kernel/index.ts';

/** The version that is written today. */
export const RUN_EVENT_VERSION = 1;

/** Where in a run an event belongs; `step` counts visits, so a node visited twice has two steps. */
export type StepPlace = { readonly case: string; readonly step: number; readonly node: string };

/** The payload of each kind of event. */
export type RunEventPayloads = {
  'run-started': { readonly run: string; readonly inputs: CanonicalValue };
  'case-opened': { readonly case: string; readonly frame: FrameId };
  'agent-chosen': StepPlace & { readonly agent: string; readonly reason: string };
  'step-entered': StepPlace;
  'mask-worn': StepPlace & { readonly mask: string };
  'source-opened': StepPlace & { readonly source: string; readonly by: string };
  'pack-compiled': StepPlace & { readonly pack: Id<'pack'>; readonly consumer: string };
  'model-asked': StepPlace & { readonly model: string; readonly request: string };
  'reply-checked': StepPlace & { readonly ok: boolean; readonly reasons: readonly string[] };
  'tool-called': StepPlace & { readonly tool: string; readonly command: string; readonly code: string };
  'decision-made': StepPlace & { readonly decision: string; readonly reason: string };
  'artifact-recorded': StepPlace & { readonly frame: FrameId; readonly type: string };
  'edge-taken': StepPlace & { readonly edge: string; readonly to: string };
  'step-failed': StepPlace & { readonly reason: string };
  'case-paused': StepPlace & { readonly reason: string };
  'case-overridden': StepPlace & { readonly by: string; readonly frame: FrameId };
  'walk-ended': { readonly case: string; readonly status: string; readonly terminal: string | null };
  'memory-changed': { readonly frame: FrameId; readonly change: string };
  'run-ended': { readonly run: string; readonly status: string };
};

/** The kinds of events. */
export type RunEventKind = keyof RunEventPayloads;

/** One event of a run; `kind` tells the payload. */
export type RunEvent = {
  [Kind in RunEventKind]: { readonly version: number; readonly kind: Kind } & RunEventPayloads[Kind];
}[RunEventKind];

const atStep = ['case', 'step', 'node'] as const;

/** The fields each kind of event has; readers check them, so a stored event is what its kind says. */
export const runEventFields: { readonly [Kind in RunEventKind]: readonly (keyof RunEventPayloads[Kind])[] } =
  {
    'run-started': ['run', 'inputs'],
    'case-opened': ['case', 'frame'],
    'agent-chosen': [...atStep, 'agent', 'reason'],
    'step-entered': atStep,
    'mask-worn': [...atStep, 'mask'],
    'source-opened': [...atStep, 'source', 'by'],
    'pack-compiled': [...atStep, 'pack', 'consumer'],
    'model-asked': [...atStep, 'model', 'request'],
    'reply-checked': [...atStep, 'ok', 'reasons'],
    'tool-called': [...atStep, 'tool', 'command', 'code'],
    'decision-made': [...atStep, 'decision', 'reason'],
    'artifact-recorded': [...atStep, 'frame', 'type'],
    'edge-taken': [...atStep, 'edge', 'to'],
    'step-failed': [...atStep, 'reason'],
    'case-paused': [...atStep, 'reason'],
    'case-overridden': [...atStep, 'by', 'frame'],
    'walk-ended': ['case', 'status', 'terminal'],
    'memory-changed': ['frame', 'change'],
    'run-ended': ['run', 'status'],
  };
