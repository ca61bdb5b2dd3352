/**
 * Writes down a step: its artifacts as frames, its events and the case's progress, in one batch. Its packs are on record
 * by then. A process killed before it has not taken the step, one killed after it has taken it whole.
 */
import type { StepPlace } from '../../record/index.ts';
import { type ArtifactFrame, artifactFrames } from './artifact-frames.ts';
import { type CaseProgress, progressLog, progressWrite, stepsTaken } from './case-progress.ts';
import { commitToCase } from './commit-to-case.ts';
import type { Journal } from './journal.ts';
import { eventAppends } from './run-log.ts';
import { stepEvents } from './step-events.ts';
import { createStepNotes } from './step-notes.ts';
import type { TakenStep } from './taken-step.ts';

/** Records a step that was taken; the case goes on from there. */
export async function recordStep(journal: Journal, step: TakenStep): Promise<void> {
  const { run, progress, notes } = journal;
  const { node, within, agent } = step.performed;
  const place: StepPlace = { case: journal.case, step: stepsTaken(progress) + 1, node, within };
  const worker = step.overriddenBy ?? agent?.name ?? 'unassigned';
  const frames = artifactFrames(journal, step.transition.effects, worker);
  const next = advanceProgress(progress, step, { place, agent: worker, frames });
  const { puts, append } = progressWrite(progressLog(run, journal.case), next);
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
