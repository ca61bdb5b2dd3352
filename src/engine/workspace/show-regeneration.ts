/** Turns what a regeneration came to into the document that programs and people are shown. */
import type { Regeneration } from '../../context/index.ts';
import type { ShownRegeneration } from '../../report/index.ts';

/** Returns the counts of a regeneration and what is left stale. */
export function showRegeneration({ stale, ...counts }: Regeneration): ShownRegeneration {
  return {
    ...counts,
    stale: stale.flatMap(({ path, frameId, type, agent, stale: why }) =>
      why ? [{ path, frameId, type, agent, stale: why }] : [],
    ),
  };
}
