/**
 * The review heuristic: checks that a conclusion rests on the contents of the pack, and approves it or sends
 * it back. It never overturns, which only a person may do, and is never binding by itself, which only a mask
 * decides.
 */
import type { PromptPack } from '../../disclosure/lens/index.ts';
import type { Artifact } from '../../pipeline/index.ts';
import { recallTrust } from '../memory/remembered-cause.ts';
import { type Answer, MOST_QUESTIONS } from './answer-questions.ts';
import type { LightArtifactData } from './light-artifacts.ts';
import { allBlocks, artifactOf, blockOf, recalledCause } from './read-case-pack.ts';

type Review = LightArtifactData<'review'>;
type Verdict = Pick<Review, 'decision' | 'loop_target' | 'confidence'>;

/**
 * The confidence of a review: in a fault it found, in a conclusion that checks out, and in a less settled
 * one.
 */
const SEEN = 0.95;
const CHECKED = 0.9;
const UNSETTLED = 0.6;
const SETTLED = 0.7;

export function reviewCase(pack: PromptPack): Artifact {
  const { decision, loop_target, confidence } = verdictOn(pack);
  const data = { decision, ...(loop_target !== undefined && { loop_target }), binding: false };
  return { type: 'review', confidence, data };
}

function verdictOn(pack: PromptPack): Verdict {
  const investigation = artifactOf(pack, 'investigate');
  if (investigation !== undefined) return investigationVerdict(pack, investigation);
  if (artifactOf(pack, 'triage') !== undefined) return approve(CHECKED);
  return recallVerdict(pack);
}

/**
 * A recalled cause is approved if it was settled, or named by a person, and the files it rests on are
 * unchanged.
 */
function recallVerdict(pack: PromptPack): Verdict {
  const prior = recalledCause(pack);
  const stands = prior !== undefined && recallTrust(prior.payload) === 'answer' && !prior.isStale;
  return stands ? approve(CHECKED) : reassess('triage');
}

function investigationVerdict(pack: PromptPack, investigation: LightArtifactData<'investigate'>): Verdict {
  const { evidence_refs, answers = [], convergence_score } = investigation;
  const standing = new Set(allBlocks(pack).flatMap(({ handle, stale }) => (stale ? [] : [handle])));
  const cited = [...evidence_refs, ...answers.flatMap(({ handles }) => handles)];
  if (!cited.every((handle) => standing.has(handle))) return reassess('investigate');
  if (!hasAnswers(pack, answers)) return reassess('resolve');
  return approve(convergence_score >= SETTLED ? CHECKED : UNSETTLED);
}

/** Each question of a remand needs an answer that cites evidence. */
function hasAnswers(pack: PromptPack, answers: readonly Answer[]): boolean {
  const questions = blockOf(pack, 'remand')?.payload.specific_questions ?? [];
  return questions.slice(0, MOST_QUESTIONS).every((question, index) => {
    const answer = answers.find((one) => one.question === question) ?? answers[index];
    return answer !== undefined && answer.handles.length > 0;
  });
}

function approve(confidence: number): Verdict {
  return { decision: 'approve', confidence };
}

function reassess(target: NonNullable<Review['loop_target']>): Verdict {
  return { decision: 'reassess', loop_target: target, confidence: SEEN };
}
