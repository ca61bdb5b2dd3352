/** The recall heuristic: whether memory holds the cause of this very failure, or of a similar one. */

import type { PromptPack } from '../../disclosure/lens/index.ts';
import { type BasisPoints, cite, fromBasisPoints } from '../../kernel/index.ts';
import type { Artifact } from '../../pipeline/index.ts';
import { compareSymptoms, type SymptomLikeness, type SymptomMarks } from '../memory/recall-candidates.ts';
import { recallTrust } from '../memory/remembered-cause.ts';
import type { LightArtifactData } from './light-artifacts.ts';
import { type BlockOf, blockOf, blocksOf } from './read-case-pack.ts';

/**
 * How likely the cause is the same, in basis points. If the files of the cause have changed since, a memory
 * is only a hint, because the change it refers to is gone.
 */
const similarities: Readonly<Record<SymptomLikeness, { readonly fresh: number; readonly stale: number }>> = {
  same: { fresh: 9_500, stale: 3_900 },
  'same-places': { fresh: 6_500, stale: 3_000 },
  'same-message': { fresh: 5_000, stale: 2_500 },
};

/**
 * The similarity of what falls short of a hit: an older one of several causes, one beside a person's answer,
 * or one that was only likely.
 */
const CANDIDATE = 7_500;

const words: Readonly<Record<SymptomLikeness, string>> = {
  same: 'the same failure was seen before',
  'same-places': 'a failure with another message was seen at the same places',
  'same-message': 'the same exception and message were seen at other places',
};

type Cause = BlockOf<'prior-cause'>;

type OwnMarks = SymptomMarks & { readonly isUnsteady: boolean };

type Match = {
  readonly similarity: number;
  readonly symptom: BlockOf<'symptom'>;
  readonly cause: Cause;
  readonly reasoning: string;
};

/**
 * Finds the remembered cause that most likely caused this failure; causes that were never established do not
 * count.
 */
export function recallCase(pack: PromptPack): Artifact {
  const own = ownMarks(pack);
  const causes = blocksOf(pack, 'prior-cause').filter(({ payload }) => recallTrust(payload) !== 'none');
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

function matchesOf(own: OwnMarks, symptom: BlockOf<'symptom'>, causes: readonly Cause[]): readonly Match[] {
  const likeness = compareSymptoms(own, symptom.payload);
  if (likeness === null) return [];
  const linked = causes
    .map((cause) => ({ cause, position: positionOf(cause, symptom) }))
    .filter(({ position }) => position !== null);
  const isAnswered = linked.some(({ cause }) => isConfirmed(cause) && !cause.isStale);
  return linked.map(({ cause, position }) => {
    const { fresh, stale } = similarities[likeness];
    // INVARIANT (people outrank machines): beside a person's valid answer, no other cause is a hit.
    const isSecond = !isConfirmed(cause) && (isAnswered || position !== 0);
    // A test that passes and fails on the same files is flaky, whatever its failure was once attributed to.
    const isDoubted = own.isUnsteady && !isConfirmed(cause);
    const isHit = recallTrust(cause.payload) === 'answer' && !isSecond && !isDoubted;
    const similarity = Math.min(cause.isStale ? stale : fresh, isHit ? fresh : CANDIDATE);
    return { similarity, symptom, cause, reasoning: `${words[likeness]}${standingWords(cause)}` };
  });
}

/**
 * Returns the position of a cause among those of a failure, the newest at 0; null if it is not among them.
 */
function positionOf({ payload: { id, aliases = [], symptoms } }: Cause, { payload }: BlockOf<'symptom'>) {
  if (symptoms?.includes(payload.fingerprint)) return 0;
  const position = payload.causes.findIndex((one) => one === id || aliases.includes(one));
  return position < 0 ? null : position;
}

function isConfirmed({ payload }: Cause): boolean {
  return payload.confirmed_by !== undefined;
}

function standingWords({ isStale, payload }: Cause): string {
  if (isStale) return ', but what its cause was found in has changed';
  if (payload.confirmed_by !== undefined) return `; ${cite(payload.confirmed_by)} named its cause`;
  return recallTrust(payload) === 'answer' ? '; its cause was settled' : '; its cause was only likely';
}

/** The marks this failure is compared by, and whether its tests both passed and failed on the same files. */
function ownMarks(pack: PromptPack): OwnMarks | null {
  const failure = blockOf(pack, 'failure')?.payload;
  if (failure === undefined) return null;
  const { fingerprint, template, places, type } = failure;
  const exception = blockOf(pack, 'trace')?.payload.exception ?? '';
  const isUnsteady = failure.past === 'both';
  return { fingerprint, template, places, exception: exception === '' ? type : exception, isUnsteady };
}

function recall(data: Omit<LightArtifactData<'recall'>, 'confidence'>, similarity: number): Artifact {
  return {
    type: 'recall',
    confidence: fromBasisPoints(similarity as BasisPoints),
    data: { ...data } as Artifact['data'],
  };
}
