/**
 * Writes down a step: its artifact as a frame, its events and the case's progress, in one batch. Its packs are on record
 * by then. A process killed before it has not taken the step, one killed after it has taken it whole.
 */
import { type CanonicalValue, canonicalText, type FrameId, PenumbraError } from '../../../kernel/index.ts';
import { type Batch, frameBatch } from '../../../ledger/index.ts';
import type { Effect, RecordedArtifact } from '../../../pipeline/index.ts';
import type { StepPlace } from '../../../record/index.ts';
import { answerer } from '../ask/answerer.ts';
import { eventAppends } from '../run/run-log.ts';
import { type CaseProgress, progressLog, progressWrite, stepsTaken } from './case-progress.ts';
import type { CaseWork } from './case-work.ts';
import { stepEvents } from './step-events.ts';
import { createStepNotes } from './step-notes.ts';
import type { TakenStep } from './taken-step.ts';

/** Records a step that was taken; the case goes on from there. */
export async function recordStep(work: CaseWork, step: TakenStep): Promise<void> {
  const { setting, opened, progress, entry, notes } = work;
  const { ledger, run } = setting;
  const { node } = step.transition.explanation;
  const place: StepPlace = { case: opened.record.id, step: stepsTaken(progress) + 1, node };
  const agent = step.performed.agent?.name ?? 'unassigned';
  const written = artifactBatch(work, step, agent);
  const frame = written?.frameId ?? null;
  const next = advanceProgress(progress, step, { place, agent, frame });
  const log = progressLog(run, opened.record.id);
  const { puts, append } = progressWrite(log, next);
  const outcome = await ledger.store.commit({
    atMs: ledger.clock.now(),
    requires: [...(written?.batch.requires ?? []), { kind: 'head-is', log, value: entry }],
    puts: [...(written?.batch.puts ?? []), ...puts],
    appends: [
      ...(written?.batch.appends ?? []),
      ...eventAppends(run, stepEvents(place, step, { notes, frame })),
      append,
    ],
    adds: written?.batch.adds ?? [],
  });
  if (!outcome.committed)
    throw new PenumbraError('store-busy', `another process is working on \`${run}\``, {
      data: { unmet: outcome.unmet },
      hint: 'wait for it, or end it and resume the run',
    });
  work.progress = next;
  work.entry = append.value;
  work.notes = createStepNotes();
}

function artifactOf(effects: readonly Effect[]): RecordedArtifact | null {
  const effect = effects.find(({ kind }) => kind === 'artifact-recorded');
  return effect?.kind === 'artifact-recorded' ? effect.artifact : null;
}

/** An artifact rests on all that its maker was told. */
function artifactBatch(
  { setting, opened, notes }: CaseWork,
  { transition }: TakenStep,
  agent: string,
): { readonly batch: Batch; readonly frameId: FrameId } | null {
  const artifact = artifactOf(transition.effects);
  if (artifact === null) return null;
  const { batch, frameId } = frameBatch(setting.ledger, {
    subject: opened.subject,
    type: artifact.type,
    agent,
    basis: { inputs: notes.handles(), producer: answerer },
    content: canonicalText(artifact as CanonicalValue),
  });
  // A loop may come to the same artifact again; that is a step as well.
  const requires = (batch.requires ?? []).filter(({ kind }) => kind === 'object-present');
  return { batch: { ...batch, requires }, frameId };
}

function advanceProgress(
  progress: CaseProgress,
  { walk, zone, transition }: TakenStep,
  {
    place,
    agent,
    frame,
  }: { readonly place: StepPlace; readonly agent: string; readonly frame: FrameId | null },
): CaseProgress {
  const { node, step } = place;
  const { walk: last } = progress;
  const isSameWalk = last === null || (last.pipeline === walk.pipeline && last.pass === walk.pass);
  return {
    ...progress,
    walk: { ...walk, state: transition.next },
    earlier: isSameWalk ? progress.earlier : [...progress.earlier, last],
    frames: frame === null ? progress.frames : { ...progress.frames, [node]: frame },
    replies: frame === null ? progress.replies : [...progress.replies, { agent, node, step, frame }],
    zones: [...progress.zones, zone],
  };
}
