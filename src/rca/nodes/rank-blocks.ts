/** The ranking of the evidence a pack holds, with the handle of each: all that an agent may suspect. */
import type { PromptPack } from '../../disclosure/lens/index.ts';
import type { EvidenceBaseBlock, EvidenceBlock } from '../blocks/case-blocks.ts';
import { type Ranking, rankCandidates } from '../ranking/rank-candidates.ts';
import { weightsOf } from '../ranking/ranking-weights.ts';
import { blockOf, blocksOf } from './blocks-of.ts';

/** A suspected file: its evidence, the handle of that, and its score. */
export type RankedBlock = EvidenceBlock & { readonly handle: string; readonly score: number };

/** The ranking of a pack, and what was there to look at. */
export interface BlockRanking {
  readonly ranking: Ranking;
  readonly ranked: readonly RankedBlock[];
  readonly base: EvidenceBaseBlock;
}

/** What is assumed where a pack does not tell what was there. */
const NOTHING: EvidenceBaseBlock = {
  test_files: [],
  missing: ['history', 'test-source', 'own-frames'],
  candidates: 0,
  told: 0,
  history: 'none',
  is_foreign: false,
  is_grounded: true,
  world: 'unknown',
  world_reason: '',
  tests_are: 'unknown',
  base_revision: '',
  is_base_green: false,
};

/** Ranks the evidence of a pack; of two blocks about one file the last counts. */
export function rankBlocks(pack: PromptPack): BlockRanking {
  const blocks = new Map(blocksOf(pack, 'evidence').map((block) => [block.payload.path, block]));
  const base = blockOf(pack, 'evidence-base')?.payload ?? NOTHING;
  const ranking = rankCandidates(
    [...blocks.values()].map(({ payload }) => payload),
    weightsOf(base.world),
  );
  const ranked = ranking.ranked.flatMap(({ path, score }) => {
    const block = blocks.get(path);
    return block === undefined ? [] : [{ ...block.payload, handle: block.handle, score }];
  });
  return { ranking, ranked, base };
}
