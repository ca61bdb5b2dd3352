/**
 * Writes down a step: its artifacts as frames, its events and the case's progress, in one batch. What an agent made rests
 * on what it was told, what a walk made on its last step. Packs are on record by then. A process killed before the batch has
 * not taken the step, one killed after it has taken it whole.
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

/** A step that was taken, on which graph and in which walk of its case. */
type TakenStep = {
  readonly graph: Graph;
  readonly walk: WalkName;
  readonly transition: Transition;
  readonly performed: PerformedStep;
  /** The person who answered in place of the agent, where one did. */
  readonly overriddenBy?: string;
};

/** An artifact that was recorded, and where: nodes within nodes are joined by `/`. */
type ArtifactFrame = { readonly node: string; readonly frame: FrameId; readonly batch: Batch };

/** Records a step that was taken; the case goes on from there. */
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

/** Returns the events of a step and of the frames it made. */
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

/** An inner walk that ends takes the nodes around it on as well, so an effect can be of another node than the step. */
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

/** Returns the frames of a step's artifacts, the innermost first. */
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

/** Names a node by the way to it. */
function placeName(within: readonly string[], node: string): string {
  return [...within, node].join('/');
}

/** Returns the node at the end of the way that `placeName` names. */
export function lastName(place: string): string {
  return place.slice(place.lastIndexOf('/') + 1);
}

/**
 * Keeps the condition that what a frame rests on is there, but for what is written in the same batch. That the frame is
 * new is no condition: a loop may come to the same artifact again, and that is a step as well.
 */
function restingOutside(batch: Batch, written: readonly ArtifactFrame[]): Batch {
  const own = new Set(written.map(({ frame }) => digestOf(frame)));
  const requires = (batch.requires ?? []).filter(
    (condition) => condition.kind === 'object-present' && !own.has(condition.id),
  );
  return { ...batch, requires };
}
