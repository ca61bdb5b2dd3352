/** Walks the light path of a case, on record. */
import { personas } from '../../pipeline/agents/index.ts';
import { stopsWithin, type WalkResult, walkWithJournal } from '../../pipeline/index.ts';
import { checkLightArtifact } from '../../rca/index.ts';
import { createLightAsk } from '../ask/light-ask.ts';
import type { CaseWork } from './case-work.ts';
import type { Comparison } from './compare-cases.ts';
import type { DriveLimits } from './drive-limits.ts';
import { BARRIER } from './light-path.ts';
import type { PlannedWalk } from './next-walk.ts';

const team = personas.filter(({ alignment }) => alignment === 'light');

/** Walks the light path from where the case stands; without a comparison, up to the barrier. */
export async function walkLight(
  work: CaseWork,
  { start, ...name }: PlannedWalk,
  { comparison, signal, pauseAt, enter }: DriveLimits & { readonly comparison: Comparison | null },
): Promise<WalkResult> {
  const { light, masks, inputs, model } = work.setting;
  return walkWithJournal(work.journal, light, {
    ...start,
    signal,
    enter,
    // Where to pause is said for both paths at once, and a light path of a person's own may have no barrier.
    ...stopsWithin(light, { pauseAt, waitAt: comparison === null ? [BARRIER] : [] }),
    walk: { pipeline: name.pipeline, pass: name.pass },
    ask: createLightAsk(work, comparison ?? []),
    team,
    check: checkLightArtifact,
    masks,
    // Each ask of a model has a time of its own, and may have to be made again.
    ...(model && { limits: { nodeTimeoutMs: Number.POSITIVE_INFINITY } }),
    map: inputs.fork?.map,
  });
}
