/** Walks the light path of a case, recording every step. */
import { personas } from '../../agents/index.ts';
import {
  type Graph,
  type PerformedStep,
  type Transition,
  type WalkResult,
  walk,
} from '../../pipeline/index.ts';
import { checkLightArtifact } from '../../rca/index.ts';
import type { CaseWork } from './case-work.ts';
import type { Comparison } from './compare-cases.ts';
import { createLightAsk } from './light-ask.ts';
import type { PlannedWalk } from './next-walk.ts';
import { recordStep } from './record-step.ts';
import { createStepNotes } from './step-notes.ts';

const team = personas.filter(({ alignment }) => alignment === 'light');

/** Walks the light path from where the case stands; without a comparison, up to the barrier. */
export async function walkLight(
  work: CaseWork,
  { name, start, state }: PlannedWalk,
  {
    comparison,
    signal,
  }: { readonly comparison: Comparison | null; readonly signal?: AbortSignal | undefined },
): Promise<WalkResult> {
  const { light } = work.setting;
  return walk(light, {
    ...start,
    ask: createLightAsk(work, comparison),
    team,
    check: checkLightArtifact,
    onStep: takeDown(work, { name, graph: light }),
    ...(state && { state }),
    ...(signal && { signal }),
  });
}

/** Returns what records the steps of a walk. */
export function takeDown(
  work: CaseWork,
  { name, graph }: { readonly name: string; readonly graph: Graph },
): (transition: Transition, performed: PerformedStep) => Promise<void> {
  const { setting, opened } = work;
  const recorded = {
    ledger: setting.ledger,
    run: setting.run,
    caseId: opened.record.id,
    subject: opened.subject,
  };
  return async (transition, performed) => {
    const { node } = transition.explanation;
    const zone = graph.zones.find(({ nodes }) => nodes.includes(node))?.name ?? null;
    const step = { walk: name, zone, transition, performed, notes: work.notes };
    work.progress = await recordStep(recorded, work, step);
    work.length += 1;
    work.notes = createStepNotes();
  };
}
