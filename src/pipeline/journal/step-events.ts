/** The events of a step, in the order they happened: who came, what was worn, what was asked, and where it led. */
import type { FrameId } from '../../../kernel/index.ts';
import type { Effect, PerformedStep } from '../../../pipeline/index.ts';
import type { RunEvent, StepPlace } from '../../../record/index.ts';
import { runEvent } from '../run/run-log.ts';
import type { StepNotes } from './step-notes.ts';
import type { TakenStep } from './taken-step.ts';

/** Returns the events of a step; `frame` is its artifact, or null where it has none. */
export function stepEvents(
  place: StepPlace,
  { performed, transition }: TakenStep,
  { notes, frame }: { readonly notes: StepNotes; readonly frame: FrameId | null },
): readonly RunEvent[] {
  return [
    ...openingEvents(place, performed),
    ...notes.events(place),
    ...transition.effects.flatMap((effect) => effectEvent(place, effect, frame) ?? []),
  ];
}

function openingEvents(place: StepPlace, performed: PerformedStep): readonly RunEvent[] {
  const { agent, choice, leftOff } = performed;
  const worn = 'report' in performed ? (performed.report.worn ?? []) : [];
  return [
    ...(agent ? [runEvent('agent-chosen', { ...place, agent: agent.name, reason: choice ?? 'given' })] : []),
    runEvent('step-entered', place),
    ...worn.map((mask) => runEvent('mask-worn', { ...place, mask })),
    ...leftOff.map(({ mask, reason }) =>
      runEvent('decision-made', { ...place, decision: `without ${mask}`, reason }),
    ),
  ];
}

function effectEvent(place: StepPlace, effect: Effect, frame: FrameId | null): RunEvent | null {
  switch (effect.kind) {
    case 'artifact-recorded':
      return frame && runEvent('artifact-recorded', { ...place, frame, type: effect.artifact.type });
    case 'step-failed':
      return runEvent('step-failed', { ...place, reason: effect.reason });
    case 'edge-advised':
      return runEvent('decision-made', { ...place, decision: effect.edge, reason: 'noted, not taken' });
    case 'edge-taken':
      return runEvent('edge-taken', { ...place, edge: effect.edge, to: effect.to });
    case 'walk-ended':
      return runEvent('walk-ended', { case: place.case, status: effect.status, terminal: effect.terminal });
    case 'ask-needed':
      return null;
  }
}
