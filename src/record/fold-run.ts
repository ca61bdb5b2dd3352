/**
 * Folds the events of a run into its model, from events or the stored log. Folding is incremental: folding
 * the rest onto the model of a prefix gives the model of the whole. Events may arrive in any order and
 * repeatedly; those of unknown cases are ignored. Log entries must be consecutive. An entry written by a
 * newer program is counted and skipped; one that is not an event ends the reading.
 */
import {
  addCase,
  type CaseDraft,
  caseDraft,
  closeDraft,
  newStep,
  openDraft,
  type RunDraft,
  type StepDraft,
  stepDraft,
} from './run-draft.ts';
import { type RunEvent, type RunEventPayloads, readEvent, type StepPlace } from './run-event.ts';
import { emptyRun, type OuterNode, type RunCase, type RunModel, type RunStep } from './run-model.ts';

/** Folds the events of a run, optionally onto an earlier model. */
export function foldRun(events: Iterable<RunEvent>, from: RunModel = emptyRun): RunModel {
  const draft = openDraft(from);
  for (const event of events) {
    applyEvent(draft, event);
    draft.entries += 1;
  }
  return draft.entries === from.entries ? from : closeDraft(draft);
}

function applyEvent(draft: RunDraft, event: RunEvent): void {
  switch (event.kind) {
    case 'run-started':
      draft.run = event.run;
      // In merged ledgers the events of a run can repeat after it has ended.
      if (draft.status === 'new') draft.status = 'running';
      return;
    case 'run-ended':
      draft.status = event.status;
      return;
    case 'memory-changed':
      draft.memoryChanges.set(event.frame, { frame: event.frame, change: event.change });
      return;
    case 'case-opened':
      addCase(draft, event);
      return;
    default: {
      const found = caseDraft(draft, event.case);
      if (found !== null) applyToCase(found, event);
    }
  }
}

type CaseEvent = Extract<RunEvent, StepPlace | RunEventPayloads['walk-ended']>;

function applyToCase(one: CaseDraft, event: CaseEvent): void {
  switch (event.kind) {
    case 'walk-ended':
      // A nested walk ends in a step of the outer walk, which has its outcome.
      if (event.within.length > 0) return;
      setStatus(one, { status: event.status, terminal: event.terminal, reason: event.reason });
      return;
    case 'case-paused':
      if (!hasGoneOn(one, event)) setStatus(one, { status: 'paused', paused: event.reason });
      return;
    case 'case-overridden':
      goOn(one, event);
      one.overrides.set(event.frame, { by: event.by, frame: event.frame });
      stepDraft(one, event).agent = { name: event.by, reason: 'person' };
      return;
    default:
      applyToStep(one, event);
      goOn(one, event);
  }
}

/** Checks whether a case has already taken the step at which it reportedly paused. */
function hasGoneOn({ steps }: CaseDraft, { step }: StepPlace): boolean {
  const taken = steps.get(step);
  return steps.has(step + 1) || (taken !== undefined && isTold(taken));
}

type CaseStatus = Pick<RunCase, 'status' | 'terminal' | 'reason' | 'paused'>;

/** A repeated step that is not the last one does not advance the case. */
function goOn(one: CaseDraft, { step }: StepPlace): void {
  if (!one.steps.has(step + 1)) setStatus(one, {});
}

/** Whatever its previous status, a case that advances neither waits nor has ended. */
function setStatus(one: CaseDraft, status: Partial<CaseStatus>): void {
  const walking: CaseStatus = { status: 'walking', terminal: null, reason: null, paused: null };
  Object.assign(one, walking, status);
}

type StepEvent = Exclude<Extract<RunEvent, StepPlace>, { readonly kind: 'case-paused' | 'case-overridden' }>;

function applyToStep(one: CaseDraft, event: StepEvent): void {
  const step = stepDraft(one, event);
  switch (event.kind) {
    case 'agent-chosen':
      if (isTold(step)) restartStep(step, event);
      step.agent = { name: event.agent, reason: event.reason };
      return;
    case 'step-entered':
      if (isTold(step)) step.agent = null;
      restartStep(step, event);
      return;
    case 'artifact-recorded': {
      const { frame, type } = event;
      const node = nodeOf(step, event);
      if (node === step && step.artifact?.frame !== frame) forgetOutcome(one, step);
      Object.assign(node, { artifact: { frame, type }, failure: null });
      return;
    }
    case 'edge-taken':
      nodeOf(step, event).edge = { edge: event.edge, to: event.to };
      return;
    case 'step-failed': {
      const node = nodeOf(step, event);
      if (node === step && step.artifact !== null) forgetOutcome(one, step);
      Object.assign(node, { artifact: null, failure: event.reason });
      return;
    }
    default:
      addToStep(step, event);
  }
}

/** Checks whether a step is complete; in merged ledgers every event can occur twice. */
function isTold({ edge, artifact, failure }: RunStep): boolean {
  return edge !== null && (artifact !== null || failure !== null);
}

/** Restarts a step but keeps its outcome, so that a repeated outcome can be compared with it. */
function restartStep(step: StepDraft, place: StepPlace): void {
  const { agent, artifact, failure } = step;
  Object.assign(step, newStep(place), { agent, artifact, failure });
}

/** Clears the outcome of a step in another history of the case, and the steps that followed from it. */
function forgetOutcome({ overrides, steps, drafts }: CaseDraft, { step, artifact }: StepDraft): void {
  if (artifact !== null) overrides.delete(artifact.frame);
  for (let later = step + 1; steps.delete(later); later++) drafts.delete(later);
}

type ListedEvent = Exclude<
  StepEvent,
  { readonly kind: 'agent-chosen' | 'step-entered' | 'artifact-recorded' | 'edge-taken' | 'step-failed' }
>;

function addToStep(step: StepDraft, event: ListedEvent): void {
  switch (event.kind) {
    case 'mask-worn':
      step.masks.push(event.mask);
      return;
    case 'source-opened':
      step.sources.push({ source: event.source, by: event.by });
      return;
    case 'pack-compiled':
      step.packs.push({ pack: event.pack, consumer: event.consumer });
      return;
    case 'model-asked':
      step.asks.push({ model: event.model, request: event.request });
      return;
    case 'reply-checked':
      step.replyChecks.push({ ok: event.ok, reasons: event.reasons });
      return;
    case 'tool-called':
      step.tools.push({ tool: event.tool, command: event.command, code: event.code });
      return;
    case 'decision-made':
      step.decisions.push({ decision: event.decision, reason: event.reason });
      return;
  }
}

type ChangingNode = { -readonly [Part in 'artifact' | 'edge' | 'failure']: OuterNode[Part] };

/** Returns what an event changes: the step itself, or one of the nodes around its node. */
function nodeOf(step: StepDraft, place: StepPlace): ChangingNode {
  if (isSameNode(step, place)) return step;
  const index = step.outer.findIndex((node) => isSameNode(node, place));
  const { node, within } = place;
  const outer = { node, within, artifact: null, edge: null, failure: null, ...step.outer[index] };
  // A copy, because the model this was folded from may hold the same node.
  step.outer[index < 0 ? step.outer.length : index] = outer;
  return outer;
}

function isSameNode(one: Pick<OuterNode, 'node' | 'within'>, { node, within }: StepPlace): boolean {
  return (
    one.node === node &&
    one.within.length === within.length &&
    one.within.every((name, index) => name === within[index])
  );
}

/** An entry of a run's log: its sequence, from 1, and the event as stored. */
export type StoredEvent = { readonly sequence: number; readonly event: unknown };

/** The first unreadable log entry, and why. */
export type LogProblem = {
  readonly problem: 'gap' | 'malformed';
  readonly sequence: number;
  readonly detail: string;
};

/** The events of a log, and the number of entries written by a newer program. */
export type ReadLog = { readonly events: readonly RunEvent[]; readonly unread: number };

/** Reads the entries of a run's log after a sequence. */
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

/** Folds log entries, optionally onto an earlier model. */
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
