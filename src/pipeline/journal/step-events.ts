/** The events of a step, in the order they happened: who came, what was worn, what was asked, and where it led. */
import { type RunEvent, runEvent, type StepPlace } from '../../record/index.ts';
import type { Effect } from '../step/transition.ts';
import type { PerformedStep } from '../walk/perform-step.ts';
import { type ArtifactFrame, placeName } from './artifact-frames.ts';
import type { StepNotes } from './step-notes.ts';
import type { TakenStep } from './taken-step.ts';

/** Returns the events of a step and of the frames it made. */
export function stepEvents(
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
