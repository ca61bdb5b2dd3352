/** The earlier cause that a recall points to, where the walk rests on it. */
import type { PromptPack } from '../../disclosure/lens/index.ts';
import { artifactOf, type BlockOf, blocksOf } from './blocks-of.ts';

/** Returns the prior cause that the pack's recall names by handle or id; none where triage judged the case anew. */
export function recalledCause(pack: PromptPack): BlockOf<'prior-cause'> | undefined {
  const recall = artifactOf(pack, 'recall');
  const wasSearched =
    artifactOf(pack, 'triage') !== undefined || artifactOf(pack, 'investigate') !== undefined;
  if (recall?.match !== true || recall.prior_rca_id === undefined || wasSearched) return undefined;
  return blocksOf(pack, 'prior-cause').find(
    ({ handle, payload }) => handle === recall.prior_rca_id || payload.id === recall.prior_rca_id,
  );
}
