/**
 * A mutable run used during folding. Whatever an event changes is copied once and then changed in place, so
 * that folding is linear in events; everything else is shared.
 */
import type { FrameId } from '../kernel/index.ts';
import type { RunEventPayloads, StepPlace } from './run-event.ts';
import type { RunCase, RunModel, RunStep } from './run-model.ts';

type Changing<Whole> = {
  -readonly [Part in keyof Whole]: Whole[Part] extends readonly (infer One)[] ? One[] : Whole[Part];
};

/** A step that can be changed. */
export type StepDraft = Changing<RunStep>;

/** A mutable case; items found in both of two merged ledgers are in it once. */
export type CaseDraft = Omit<Changing<RunCase>, 'overrides' | 'steps'> & {
  readonly overrides: Map<FrameId, RunCase['overrides'][number]>;
  /** By step number, in the order of their first event. */
  readonly steps: Map<number, RunStep>;
  /** The ones in `steps` that were copied and can be changed. */
  readonly drafts: Map<number, StepDraft>;
};

/** A run that can be changed. */
export type RunDraft = Omit<Changing<RunModel>, 'cases' | 'memoryChanges'> & {
  readonly cases: Map<string, RunCase | null>;
  /** The ones in `cases` that can be changed. */
  readonly drafts: Map<string, CaseDraft>;
  readonly memoryChanges: Map<FrameId, RunEventPayloads['memory-changed']>;
};

/** Starts changing a model. */
export function openDraft(from: RunModel): RunDraft {
  return {
    ...from,
    cases: new Map(from.cases.map((one) => [one.id, one])),
    drafts: new Map(),
    memoryChanges: new Map(from.memoryChanges.map((change) => [change.frame, change])),
  };
}

/** Returns the finished model; the draft must not be used afterwards. */
export function closeDraft({ drafts, cases, memoryChanges, ...rest }: RunDraft): RunModel {
  const closed = [...cases].flatMap(([id, untouched]) => {
    const draft = drafts.get(id);
    return draft ? [closeCase(draft)] : (untouched ?? []);
  });
  return { ...rest, cases: closed, memoryChanges: [...memoryChanges.values()] };
}

/** Adds a case, unless it exists. */
export function addCase(draft: RunDraft, { case: id, frame }: RunEventPayloads['case-opened']): void {
  if (draft.cases.has(id)) return;
  const opened = { id, frame, status: 'opened', terminal: null, reason: null, paused: null };
  draft.cases.set(id, null);
  draft.drafts.set(id, { ...opened, overrides: new Map(), steps: new Map(), drafts: new Map() });
}

/** Returns a mutable case, or null if it does not exist. */
export function caseDraft(draft: RunDraft, id: string): CaseDraft | null {
  const found = draft.drafts.get(id);
  if (found !== undefined) return found;
  const untouched = draft.cases.get(id);
  if (!untouched) return null;
  const opened: CaseDraft = {
    ...untouched,
    overrides: new Map(untouched.overrides.map((one) => [one.frame, one])),
    steps: new Map(untouched.steps.map((step) => [step.step, step])),
    drafts: new Map(),
  };
  draft.drafts.set(id, opened);
  return opened;
}

/** Returns the mutable step of an event, creating it on the first one. */
export function stepDraft({ steps, drafts }: CaseDraft, place: StepPlace): StepDraft {
  const found = drafts.get(place.step);
  if (found !== undefined) return found;
  const known = steps.get(place.step);
  const draft = known ? copyStep(known) : newStep(place);
  steps.set(place.step, draft);
  drafts.set(place.step, draft);
  return draft;
}

/** Returns an empty step. */
export function newStep({ step, node, within }: StepPlace): StepDraft {
  return {
    step,
    node,
    within: [...within],
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
    outer: [],
  };
}

function copyStep(step: RunStep): StepDraft {
  return {
    ...step,
    within: [...step.within],
    masks: [...step.masks],
    sources: [...step.sources],
    packs: [...step.packs],
    asks: [...step.asks],
    replyChecks: [...step.replyChecks],
    tools: [...step.tools],
    decisions: [...step.decisions],
    outer: [...step.outer],
  };
}

function closeCase({ drafts, overrides, steps, ...rest }: CaseDraft): RunCase {
  return { ...rest, overrides: [...overrides.values()], steps: [...steps.values()] };
}
