/**
 * Records a step: its artifacts as frames, its events and the case's progress, in one batch. An agent's
 * artifact is based on what the agent was shown, a walk's artifact on its last step. Packs are recorded
 * before. A process killed before the batch has not taken the step; one killed after it has taken it
 * completely.
 */

import { type CanonicalValue, canonicalText, digestOf, type FrameId } from '../../kernel/index.ts';
import { type Batch, frameBatch } from '../../ledger/index.ts';
import { type RunEvent, runEvent, type StepPlace } from '../../record/index.ts';
import type { Graph } from '../definition/graph.ts';
import type { Effect, Transition } from '../step/transition.ts';
import type { PerformedStep } from '../walk/perform-step.ts';
import { type CaseProgress, progressLog, progressWrite, stepsTaken, type WalkName } from './case-progress.ts';
import { commitToCase, createStepNotes, frameTypeOf, type Journal, type StepNotes } from './journal.ts';
import { eventAppends } from './run-log.ts';

/** A completed step with its graph and walk. */
type TakenStep = {
  readonly graph: Graph;
  readonly walk: WalkName;
  readonly transition: Transition;
  readonly performed: PerformedStep;
  /** The person who answered instead of the agent, if any. */
  readonly overriddenBy?: string;
};

/** A recorded artifact and its location: nested nodes are joined by `/`. */
type ArtifactFrame = { readonly node: string; readonly frame: FrameId; readonly batch: Batch };

/** Records a completed step and updates the journal. */
export async function recordStep(journal: Journal, step: TakenStep): Promise<void> {
  const { run, progress, notes } = journal;
  const { node, within, agent } = step.performed;
  const place: StepPlace = { case: journal.case, step: stepsTaken(progress) + 1, node, within };
  const worker = step.overriddenBy ?? agent?.name ?? 'unassigned';
  const frames = artifactFrames(journal, step.transition.effects, worker);
  const next = advanceProgress(progress, step, { place, agent: worker, frames });
  const { puts, append } = progressWrite(progressLog(run, journal.case), next, journal.names);
  await commitToCase(journal, {
    requires: joined(frames, 'requires'),
    puts: [...joined(frames, 'puts'), ...puts],
    appends: [
      ...joined(frames, 'appends'),
      ...eventAppends(run, stepEvents(place, step, { notes, frames })),
      append,
    ],
    adds: joined(frames, 'adds'),
  });
  journal.progress = next;
  journal.entry = append.value;
  journal.notes = createStepNotes();
}

function joined<Part extends 'requires' | 'puts' | 'appends' | 'adds'>(
  frames: readonly ArtifactFrame[],
  part: Part,
): NonNullable<ArtifactFrame['batch'][Part]> {
  return frames.flatMap(({ batch }) => [...(batch[part] ?? [])]) as unknown as NonNullable<
    ArtifactFrame['batch'][Part]
  >;
}

function advanceProgress(
  progress: CaseProgress,
  { graph, walk, transition, performed }: TakenStep,
  {
    place,
    agent,
    frames,
  }: { readonly place: StepPlace; readonly agent: string; readonly frames: readonly ArtifactFrame[] },
): CaseProgress {
  const { walk: last } = progress;
  const isSameWalk = last === null || (last.pipeline === walk.pipeline && last.pass === walk.pass);
  const outermost = performed.within[0] ?? performed.node;
  const zone = graph.zones.find(({ nodes }) => nodes.includes(outermost))?.name ?? null;
  const made = frames.map(({ node, frame }) => [node, frame] as const);
  return {
    ...progress,
    walk: { ...walk, state: transition.next },
    earlier: isSameWalk ? progress.earlier : [...progress.earlier, last],
    frames: { ...progress.frames, ...Object.fromEntries(made) },
    replies: [
      ...progress.replies,
      ...frames.slice(0, 1).map(({ node, frame }) => ({ agent, node, step: place.step, frame })),
    ],
    zones: [...progress.zones, zone],
  };
}

/** Returns the events of a step and of its frames. */
function stepEvents(
  place: StepPlace,
  { performed, transition, overriddenBy }: TakenStep,
  { notes, frames }: { readonly notes: StepNotes; readonly frames: readonly ArtifactFrame[] },
): readonly RunEvent[] {
  const [answer] = frames;
  return [
    ...openingEvents(place, performed),
    ...notes.events(place),
    ...(overriddenBy !== undefined && answer !== undefined
      ? [runEvent('case-overridden', { ...place, by: overriddenBy, frame: answer.frame })]
      : []),
    ...transition.effects.flatMap((effect) => effectEvent(place, effect, frames) ?? []),
  ];
}

function openingEvents(place: StepPlace, performed: PerformedStep): readonly RunEvent[] {
  const { agent, choice, leftOff, isAnsweredByMask } = performed;
  const worn = 'report' in performed ? (performed.report.worn ?? []) : [];
  return [
    ...(agent ? [runEvent('agent-chosen', { ...place, agent: agent.name, reason: choice ?? 'given' })] : []),
    runEvent('step-entered', place),
    ...worn.map((mask) => runEvent('mask-worn', { ...place, mask })),
    ...leftOff.map(({ mask, reason }) =>
      runEvent('decision-made', { ...place, decision: `without ${mask}`, reason }),
    ),
    ...(isAnsweredByMask
      ? [runEvent('decision-made', { ...place, decision: 'answered by a mask', reason: worn.join(', ') })]
      : []),
  ];
}

/**
 * The end of an inner walk also advances the nodes around it, so an effect may belong to a different node
 * than the step.
 */
function effectEvent(
  { case: caseId, step }: StepPlace,
  effect: Effect,
  frames: readonly ArtifactFrame[],
): RunEvent | null {
  const { within } = effect;
  if (effect.kind === 'walk-ended') return runEvent('walk-ended', { case: caseId, ...effect });
  const place = { case: caseId, step, node: effect.node, within };
  switch (effect.kind) {
    case 'artifact-recorded': {
      const { frame } = frames.find(({ node }) => node === placeName(within, effect.node)) as ArtifactFrame;
      return runEvent('artifact-recorded', { ...place, frame, type: effect.artifact.type });
    }
    case 'step-failed':
      return runEvent('step-failed', { ...place, reason: effect.reason });
    case 'edge-advised':
      return runEvent('decision-made', { ...place, decision: effect.edge, reason: 'noted, not taken' });
    case 'edge-taken':
      return runEvent('edge-taken', { ...place, edge: effect.edge, to: effect.to });
    case 'ask-needed':
      return null;
  }
}

/** Returns the frames of a step's artifacts, innermost first. */
function artifactFrames(
  { ledger, subject, producer, notes, names }: Journal,
  effects: readonly Effect[],
  agent: string,
): readonly ArtifactFrame[] {
  const frames: ArtifactFrame[] = [];
  const maker = notes.maker() ?? producer;
  for (const effect of effects) {
    if (effect.kind !== 'artifact-recorded') continue;
    const { artifact, node, within } = effect;
    const inner = frames.at(-1)?.frame;
    const { batch, frameId, contentId } = frameBatch(ledger, {
      subject,
      type: frameTypeOf(ledger, artifact.type),
      agent,
      basis: { inputs: inner === undefined ? notes.told() : [inner], ...(maker && { producer: maker }) },
      content: canonicalText(artifact as CanonicalValue),
    });
    names.set(artifact, contentId);
    frames.push({ node: placeName(within, node), frame: frameId, batch: restingOutside(batch, frames) });
  }
  return frames;
}

/** Joins a nested node's path into a name. */
function placeName(within: readonly string[], node: string): string {
  return [...within, node].join('/');
}

/** Returns the last node of a name made by `placeName`. */
export function lastName(place: string): string {
  return place.slice(place.lastIndexOf('/') + 1);
}

/**
 * Keeps the preconditions that a frame's inputs exist, except for inputs written in the same batch. A frame
 * need not be new: a loop may produce the same artifact again, which is still a step.
 */
function restingOutside(batch: Batch, written: readonly ArtifactFrame[]): Batch {
  const own = new Set(written.map(({ frame }) => digestOf(frame)));
  const requires = (batch.requires ?? []).filter(
    (condition) => condition.kind === 'object-present' && !own.has(condition.id),
  );
  return { ...batch, requires };
}
