/** Recalls a case: whether memory holds the cause of this very failure, or of one like it. */
import { type BasisPoints, fromBasisPoints } from '../../kernel/index.ts';
import type { PromptPack } from '../../lens/index.ts';
import type { Artifact } from '../../pipeline/index.ts';
import type { LightArtifactData } from '../artifacts/light-artifacts.ts';
import { compareSymptoms, type SymptomLikeness, type SymptomMarks } from '../memory/index.ts';
import { type BlockOf, blockOf, blocksOf } from './blocks-of.ts';

/** How likely the cause is the same, in basis points: where it still stands on its files, and where they changed. */
const similarities: Readonly<Record<SymptomLikeness, { readonly fresh: number; readonly stale: number }>> = {
  same: { fresh: 9_500, stale: 7_000 },
  'same-places': { fresh: 6_500, stale: 5_000 },
  'same-message': { fresh: 5_000, stale: 4_500 },
};

/** A failure that had several causes points to the newest, and to the others less. */
const EARLIER_CAUSE = 7_500;

const words: Readonly<Record<SymptomLikeness, string>> = {
  same: 'the same failure was seen before',
  'same-places': 'a failure with another message was seen at the same places',
  'same-message': 'the same exception and message were seen at other places',
};

type Match = {
  readonly similarity: number;
  readonly symptom: BlockOf<'symptom'>;
  readonly cause: BlockOf<'prior-cause'>;
  readonly reasoning: string;
};

/** Finds the remembered cause that most likely is this failure's; only concluded causes count. */
export function recallCase(pack: PromptPack): Artifact {
  const own = ownMarks(pack);
  const causes = blocksOf(pack, 'prior-cause').filter(({ payload }) => payload.status === 'concluded');
  const matches = blocksOf(pack, 'symptom').flatMap((symptom) =>
    own === null ? [] : matchesOf(own, symptom, causes),
  );
  const best = matches.reduce<Match | null>(
    (most, match) => (most === null || match.similarity > most.similarity ? match : most),
    null,
  );
  if (best === null)
    return recall({ match: false, reasoning: 'no cause of a failure like this is known' }, 0);
  const { symptom, cause, reasoning, similarity } = best;
  return recall(
    { match: true, prior_rca_id: cause.handle, symptom_id: symptom.handle, reasoning },
    similarity,
  );
}

function matchesOf(
  own: SymptomMarks,
  symptom: BlockOf<'symptom'>,
  causes: readonly BlockOf<'prior-cause'>[],
): readonly Match[] {
  const likeness = compareSymptoms(own, symptom.payload);
  if (likeness === null) return [];
  const { fresh, stale } = similarities[likeness];
  return symptom.payload.causes.flatMap((id, index) => {
    const cause = causes.find(({ payload }) => payload.id === id);
    if (cause === undefined) return [];
    const similarity = Math.min(cause.isStale ? stale : fresh, index === 0 ? fresh : EARLIER_CAUSE);
    const ground = cause.isStale
      ? ', but the files its cause was found in have changed'
      : '; its cause was settled';
    return [{ similarity, symptom, cause, reasoning: `${words[likeness]}${ground}` }];
  });
}

/** What this failure is compared by. */
function ownMarks(pack: PromptPack): SymptomMarks | null {
  const failure = blockOf(pack, 'failure')?.payload;
  if (failure === undefined) return null;
  const { fingerprint, template, places, type } = failure;
  const exception = blockOf(pack, 'trace')?.payload.exception ?? '';
  return { fingerprint, template, places, exception: exception === '' ? type : exception };
}

function recall(data: Omit<LightArtifactData<'recall'>, 'confidence'>, similarity: number): Artifact {
  return {
    type: 'recall',
    confidence: fromBasisPoints(similarity as BasisPoints),
    data: { ...data } as Artifact['data'],
  };
}
