/**
 * A run while it is folded. What an event changes is copied once and then changed in place, so that folding costs by
 * events and not by events times steps; what no event touches is handed on as it is.
 */
import type { FrameId } from '../kernel/index.ts';
import type { RunEventPayloads, StepPlace } from './run-event.ts';
import type { RunCase, RunModel, RunStep } from './run-model.ts';

type Changing<Whole> = {
  -readonly [Part in keyof Whole]: Whole[Part] extends readonly (infer One)[] ? One[] : Whole[Part];
};

/** A step that can be changed. */
export type StepDraft = Changing<RunStep>;

/** A case that can be changed; what two merged ledgers both had is in it once. */
export type CaseDraft = Omit<Changing<RunCase>, 'overrides' | 'steps'> & {
  readonly overrides: Map<FrameId, RunCase['overrides'][number]>;
  /** By number, in the order of their first event. */
  readonly steps: Map<number, RunStep>;
  /** Those of `steps` that were copied and can be changed. */
  readonly drafts: Map<number, StepDraft>;
};

/** A run that can be changed. */
export type RunDraft = Omit<Changing<RunModel>, 'cases' | 'memoryChanges'> & {
  readonly cases: Map<string, RunCase | null>;
  /** Those of `cases` that can be changed. */
  readonly drafts: Map<string, CaseDraft>;
  readonly memoryChanges: Map<FrameId, RunEventPayloads['memory-changed']>;
};

/** Starts to change a model. */
export function openDraft(from: RunModel): RunDraft {
  return {
    ...from,
    cases: new Map(from.cases.map((one) => [one.id, one])),
    drafts: new Map(),
    memoryChanges: new Map(from.memoryChanges.map((change) => [change.frame, change])),
  };
}

/** Returns the model that a draft has become; the draft is used up. */
export function closeDraft({ drafts, cases, memoryChanges, ...rest }: RunDraft): RunModel {
  const closed = [...cases].flatMap(([id, untouched]) => {
    const draft = drafts.get(id);
    return draft ? [closeCase(draft)] : (untouched ?? []);
  });
  return { ...rest, cases: closed, memoryChanges: [...memoryChanges.values()] };
}

/** Adds a case, unless the run has it. */
export function addCase(draft: RunDraft, { case: id, frame }: RunEventPayloads['case-opened']): void {
  if (draft.cases.has(id)) return;
  const opened = { id, frame, status: 'opened', terminal: null, reason: null, paused: null };
  draft.cases.set(id, null);
  draft.drafts.set(id, { ...opened, overrides: new Map(), steps: new Map(), drafts: new Map() });
}

/** Returns a case of the run to be changed, or null where it has none of that id. */
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

/** Returns the step an event belongs to, to be changed; the first event of a step makes it. */
export function stepDraft({ steps, drafts }: CaseDraft, place: StepPlace): StepDraft {
  const found = drafts.get(place.step);
  if (found !== undefined) return found;
  const known = steps.get(place.step);
  const draft = known ? copyStep(known) : newStep(place);
  steps.set(place.step, draft);
  drafts.set(place.step, draft);
  return draft;
}

/** Returns a step in which nothing has happened yet. */
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
