/** Walks the light path of a case, recording every step. */
import { personas } from '../../../agents/index.ts';
import {
  type Graph,
  type PerformedStep,
  type Transition,
  type WalkResult,
  walk,
} from '../../../pipeline/index.ts';
import { checkLightArtifact } from '../../../rca/index.ts';
import { createLightAsk } from '../ask/light-ask.ts';
import type { CaseWork } from './case-work.ts';
import type { Comparison } from './compare-cases.ts';
import type { PlannedWalk } from './next-walk.ts';
import { recordStep } from './record-step.ts';

const team = personas.filter(({ alignment }) => alignment === 'light');

/** Walks the light path from where the case stands; without a comparison, up to the barrier. */
export async function walkLight(
  work: CaseWork,
  planned: PlannedWalk,
  {
    comparison,
    signal,
  }: { readonly comparison: Comparison | null; readonly signal?: AbortSignal | undefined },
): Promise<WalkResult> {
  const { light } = work.setting;
  return walk(light, {
    ...planned.start,
    ask: createLightAsk(work, comparison),
    team,
    check: checkLightArtifact,
    onStep: takeDown(work, planned, light),
    ...(planned.state && { state: planned.state }),
    ...(signal && { signal }),
  });
}

/** Returns what records the steps of a walk. */
export function takeDown(
  work: CaseWork,
  { pipeline, pass }: PlannedWalk,
  graph: Graph,
): (transition: Transition, performed: PerformedStep) => Promise<void> {
  return (transition, performed) => {
    const { node } = transition.explanation;
    const zone = graph.zones.find(({ nodes }) => nodes.includes(node))?.name ?? null;
    return recordStep(work, { walk: { pipeline, pass }, zone, transition, performed });
  };
}
