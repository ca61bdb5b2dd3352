/**
 * Writes down a step: its artifact as a frame, its packs, its events and the case's progress, in one batch. A process
 * killed before it has not taken the step, one killed after it has taken it whole.
 */
import {
  type CanonicalValue,
  canonicalText,
  type FrameId,
  type Id,
  PenumbraError,
} from '../../kernel/index.ts';
import {
  type BasisInput,
  type Batch,
  frameBatch,
  type Ledger,
  type Subject,
  toObject,
} from '../../ledger/index.ts';
import type { Effect, RecordedArtifact } from '../../pipeline/index.ts';
import type { StepPlace } from '../../record/index.ts';
import { type CaseProgress, progressLog, progressWrite } from './case-progress.ts';
import { eventAppends } from './run-log.ts';
import { stepEvents } from './step-events.ts';
import type { StepNotes } from './step-notes.ts';
import type { TakenStep } from './taken-step.ts';

/** Who answers where no model is asked. */
const PRODUCER = { name: 'heuristic', version: '1' } as const;

/** The case whose steps are recorded. */
export type RecordedCase = {
  readonly ledger: Ledger;
  readonly run: Id<'run'>;
  readonly caseId: string;
  readonly subject: Subject;
};

/** Records a step and returns the progress with it. */
export async function recordStep(
  recorded: RecordedCase,
  { progress, length }: { readonly progress: CaseProgress; readonly length: number },
  step: TakenStep,
): Promise<CaseProgress> {
  const { ledger, run, caseId } = recorded;
  const { transition, performed, notes } = step;
  const node = transition.explanation.node;
  const place: StepPlace = { case: caseId, step: progress.zones.length + 1, node };
  const artifact = artifactOf(transition.effects);
  const agent = performed.agent?.name ?? 'unassigned';
  const written = artifact && artifactBatch(recorded, artifact, { agent, notes });
  const next = advanceProgress(progress, step, { place, agent, frame: written?.frameId ?? null });
  const log = progressLog(run, caseId);
  const { puts, append } = progressWrite(log, next);
  const events = stepEvents(place, step, written?.frameId ?? null);
  const outcome = await ledger.store.commit({
    atMs: ledger.clock.now(),
    requires: [...(written?.batch.requires ?? []), { kind: 'log-length', log, length }],
    puts: [...(written?.batch.puts ?? []), ...notes.packs.map(({ bytes }) => toObject(bytes)), ...puts],
    appends: [...(written?.batch.appends ?? []), ...eventAppends(run, events), append],
    adds: written?.batch.adds ?? [],
  });
  if (outcome.committed) return next;
  throw new PenumbraError('store-busy', `another process is working on \`${run}\``, {
    data: { unmet: outcome.unmet },
    hint: 'wait for it, or end it and resume the run',
  });
}

function artifactOf(effects: readonly Effect[]): RecordedArtifact | null {
  const effect = effects.find(({ kind }) => kind === 'artifact-recorded');
  return effect?.kind === 'artifact-recorded' ? effect.artifact : null;
}

/** An artifact rests on all that its maker was told. */
function artifactBatch(
  { ledger, subject }: RecordedCase,
  artifact: RecordedArtifact,
  { agent, notes }: { readonly agent: string; readonly notes: StepNotes },
): { readonly batch: Batch; readonly frameId: FrameId } {
  const inputs: readonly BasisInput[] = notes.handles();
  const { batch, frameId } = frameBatch(ledger, {
    subject,
    type: artifact.type,
    agent,
    basis: { inputs, producer: PRODUCER },
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
  return {
    ...progress,
    walk: { name: walk, state: transition.next },
    earlier:
      progress.walk === null || progress.walk.name === walk
        ? progress.earlier
        : [...progress.earlier, progress.walk],
    frames: frame === null ? progress.frames : { ...progress.frames, [node]: frame },
    replies: frame === null ? progress.replies : [...progress.replies, { agent, node, step, frame }],
    zones: [...progress.zones, zone],
  };
}
