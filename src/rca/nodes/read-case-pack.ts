/**
 * Reads a pack for the heuristics of the light path: the blocks of a kind, and the artifacts of earlier
 * steps.
 */
import type { Block, PromptPack } from '../../disclosure/lens/index.ts';
import type { CanonicalValue } from '../../kernel/index.ts';
import { type RecordedArtifact, readArtifact, wholeData } from '../../pipeline/index.ts';
import type { CaseBlocks, EvidenceBaseBlock, EvidenceBlock } from '../blocks/case-blocks.ts';
import { weightsOf } from '../ranking/fitted-evidence.ts';
import { type Ranking, rankCandidates } from '../ranking/rank-candidates.ts';
import type { LightArtifactType } from './light-artifact-types.ts';
import { type LightArtifactData, lightArtifacts } from './light-artifacts.ts';

/** A block with the payload of its kind. */
export type BlockOf<Kind extends keyof CaseBlocks> = {
  readonly handle: string;
  readonly isStale: boolean;
  readonly payload: CaseBlocks[Kind];
};

/** Returns every block of a pack: truth, then the scene, then memory. */
export function allBlocks({ truth, memory, task }: PromptPack): readonly Block[] {
  return [...truth, ...task.scene, ...memory];
}

/** Returns the blocks of a kind in pack order; a gist has another shape and is skipped. */
export function blocksOf<Kind extends keyof CaseBlocks>(
  pack: PromptPack,
  kind: Kind,
): readonly BlockOf<Kind>[] {
  return allBlocks(pack)
    .filter((block) => block.kind === kind && block.form === 'full')
    .map(({ handle, stale, payload }) => ({
      handle,
      isStale: stale === true,
      payload: payload as unknown as CaseBlocks[Kind],
    }));
}

export function blockOf<Kind extends keyof CaseBlocks>(
  pack: PromptPack,
  kind: Kind,
): BlockOf<Kind> | undefined {
  return blocksOf(pack, kind)[0];
}

/** Returns the data of the last artifact of a type; one that does not fit its schema counts as absent. */
export function artifactOf<Type extends LightArtifactType>(
  pack: PromptPack,
  type: Type,
): LightArtifactData<Type> | undefined {
  const blocks = [...pack.memory, ...pack.task.scene, ...pack.truth];
  const block = blocks.findLast(({ kind, form }) => kind === type && form === 'full');
  if (block === undefined) return undefined;
  const told = wholeData(readArtifact(block.payload as RecordedArtifact));
  const read = lightArtifacts[type].safeParse(told);
  return read.success ? (read.data as LightArtifactData<Type>) : undefined;
}

/**
 * Returns the prior cause that the pack's recall names by handle or id; undefined if triage judged the case
 * anew.
 */
export function recalledCause(pack: PromptPack): BlockOf<'prior-cause'> | undefined {
  const recall = artifactOf(pack, 'recall');
  const wasSearched =
    artifactOf(pack, 'triage') !== undefined || artifactOf(pack, 'investigate') !== undefined;
  if (recall?.match !== true || recall.prior_rca_id === undefined || wasSearched) return undefined;
  return blocksOf(pack, 'prior-cause').find(
    ({ handle, payload }) => handle === recall.prior_rca_id || payload.id === recall.prior_rca_id,
  );
}

/** The step as the engine writes it to `directives.channel_rules.bounds`. */
export type StepBounds = {
  readonly node: string;
  /** 1 on the first visit. */
  readonly visit: number;
  /** How many candidates the evidence in the pack covers. */
  readonly evidence_depth: number;
  /** The walk's context: values set by edges (`candidate`, `component`) and flags set by masks. */
  readonly meta: { readonly [key: string]: CanonicalValue };
};

/** Reads the step from a pack. */
export function readStep({ task }: PromptPack): StepBounds {
  return (task.bounds as { readonly channels: StepBounds }).channels;
}

/** A suspected file: its evidence, handle and score. */
export type RankedBlock = EvidenceBlock & { readonly handle: string; readonly score: number };

/** The ranking of a pack, and the base of its evidence. */
export interface BlockRanking {
  readonly ranking: Ranking;
  readonly ranked: readonly RankedBlock[];
  readonly base: EvidenceBaseBlock;
}

/** Assumed if a pack has no evidence base. */
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

/** Ranks the evidence of a pack; of two blocks about one file, the last counts. */
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
