/**
 * What a run came to, folded from its events: the one model that the command line, reports and the page read.
 * Folding is incremental: the model of a prefix, folded on with the rest, is the model of the whole.
 */
import type { FrameId, Id } from '../kernel/index.ts';
import type { RunEvent, RunEventPayloads, StepPlace } from './run-event.ts';

/** One visit to a node. */
export type RunStep = {
  readonly step: number;
  readonly node: string;
  readonly agent: { readonly name: string; readonly reason: string } | null;
  readonly masks: readonly string[];
  readonly sources: readonly { readonly source: string; readonly by: string }[];
  readonly packs: readonly { readonly pack: Id<'pack'>; readonly consumer: string }[];
  readonly asks: readonly { readonly model: string; readonly request: string }[];
  readonly replyChecks: readonly { readonly ok: boolean; readonly reasons: readonly string[] }[];
  readonly tools: readonly { readonly tool: string; readonly command: string; readonly code: string }[];
  readonly decisions: readonly { readonly decision: string; readonly reason: string }[];
  readonly artifact: { readonly frame: FrameId; readonly type: string } | null;
  readonly edge: { readonly edge: string; readonly to: string } | null;
  readonly failure: string | null;
};

/** One case of a run and its way through the pipelines. */
export type RunCase = {
  readonly id: string;
  readonly frame: FrameId;
  readonly status: string;
  readonly terminal: string | null;
  /** Why the case waits for a person, while it does. */
  readonly paused: string | null;
  readonly overrides: readonly { readonly by: string; readonly frame: FrameId }[];
  readonly steps: readonly RunStep[];
};

/** A run as far as it has come. */
export type RunModel = {
  readonly run: string | null;
  readonly status: string;
  readonly cases: readonly RunCase[];
  readonly memoryChanges: readonly RunEventPayloads['memory-changed'][];
};

/** A run of which nothing has happened yet. */
export const emptyRun: RunModel = Object.freeze({ run: null, status: 'new', cases: [], memoryChanges: [] });

/** Folds the events of a run, from nothing or on from an earlier model; the cost grows with the events alone. */
export function foldRun(events: Iterable<RunEvent>, from: RunModel = emptyRun): RunModel {
  const draft: RunDraft = {
    run: from.run,
    status: from.status,
    cases: new Map(from.cases.map((one) => [one.id, one])),
    memoryChanges: new Map(from.memoryChanges.map((change) => [change.frame, change])),
  };
  let isChanged = false;
  for (const event of events) {
    applyEvent(draft, event);
    isChanged = true;
  }
  if (!isChanged) return from;
  const { run, status, cases, memoryChanges } = draft;
  return { run, status, cases: [...cases.values()], memoryChanges: [...memoryChanges.values()] };
}

/** A model while it is folded; what two merged ledgers both had is in it once. */
type RunDraft = {
  run: string | null;
  status: string;
  readonly cases: Map<string, RunCase>;
  readonly memoryChanges: Map<FrameId, RunEventPayloads['memory-changed']>;
};

function applyEvent(draft: RunDraft, event: RunEvent): void {
  switch (event.kind) {
    case 'run-started':
      draft.run = event.run;
      draft.status = 'running';
      return;
    case 'run-ended':
      draft.status = event.status;
      return;
    case 'memory-changed':
      draft.memoryChanges.set(event.frame, { frame: event.frame, change: event.change });
      return;
    case 'case-opened':
      if (!draft.cases.has(event.case)) draft.cases.set(event.case, openCase(event));
      return;
    default: {
      const found = draft.cases.get(event.case);
      if (found !== undefined) draft.cases.set(found.id, { ...found, ...caseChange(found, event) });
    }
  }
}

type CaseEvent = Exclude<
  RunEvent,
  { readonly kind: 'run-started' | 'run-ended' | 'memory-changed' | 'case-opened' }
>;

function caseChange({ overrides, steps }: RunCase, event: CaseEvent): Partial<RunCase> {
  switch (event.kind) {
    case 'walk-ended':
      return { status: event.status, terminal: event.terminal, paused: null };
    case 'case-paused':
      return { status: 'paused', paused: event.reason };
    case 'case-overridden':
      return {
        status: 'walking',
        paused: null,
        overrides: [...overrides, { by: event.by, frame: event.frame }],
      };
    default:
      return { status: 'walking', steps: withStep(steps, event) };
  }
}

function openCase({ case: id, frame }: RunEventPayloads['case-opened']): RunCase {
  return { id, frame, status: 'opened', terminal: null, paused: null, overrides: [], steps: [] };
}

type StepEvent = Extract<RunEvent, StepPlace>;

/**
 * Changes the step an event belongs to; the first event of a step makes it. A step that is entered again is told again:
 * where ledgers were merged that both had the run, its log has every event twice.
 */
function withStep(steps: readonly RunStep[], event: StepEvent): readonly RunStep[] {
  const known = steps.some(({ step }) => step === event.step);
  if (known && event.kind === 'step-entered')
    return steps.map((step) => (step.step === event.step ? { ...newStep(event), agent: step.agent } : step));
  const all = known ? steps : [...steps, newStep(event)];
  return all.map((step) => (step.step === event.step ? { ...step, ...changeOf(step, event) } : step));
}

function changeOf(step: RunStep, event: StepEvent): Partial<RunStep> {
  switch (event.kind) {
    case 'agent-chosen':
      return { agent: { name: event.agent, reason: event.reason } };
    case 'mask-worn':
      return { masks: [...step.masks, event.mask] };
    case 'source-opened':
      return { sources: [...step.sources, { source: event.source, by: event.by }] };
    case 'pack-compiled':
      return { packs: [...step.packs, { pack: event.pack, consumer: event.consumer }] };
    case 'model-asked':
      return { asks: [...step.asks, { model: event.model, request: event.request }] };
    case 'reply-checked':
      return { replyChecks: [...step.replyChecks, { ok: event.ok, reasons: event.reasons }] };
    case 'tool-called':
      return { tools: [...step.tools, { tool: event.tool, command: event.command, code: event.code }] };
    case 'decision-made':
      return { decisions: [...step.decisions, { decision: event.decision, reason: event.reason }] };
    case 'artifact-recorded':
      return { artifact: { frame: event.frame, type: event.type } };
    case 'edge-taken':
      return { edge: { edge: event.edge, to: event.to } };
    case 'step-failed':
      return { failure: event.reason };
    default:
      return {};
  }
}

function newStep({ step, node }: StepPlace): RunStep {
  return {
    step,
    node,
    agent: null,
    masks: [],
    sources: [],
    packs: [],
    asks: [],
    replyChecks: [],
    tools: [],
    decisions: [],
    artifact: null,
    edge: null,
    failure: null,
  };
}
