/**
 * The heuristic of review: checks that a conclusion rests on what the pack holds, and approves it or sends it back. It
 * never overturns, which is a person's right, and never makes itself binding, which a mask does.
 */
import type { PromptPack } from '../../disclosure/lens/index.ts';
import type { Artifact } from '../../pipeline/index.ts';
import { recallTrust } from '../memory/remembered-cause.ts';
import { type Answer, MOST_QUESTIONS } from './answer-questions.ts';
import type { LightArtifactData } from './light-artifacts.ts';
import { allBlocks, artifactOf, blockOf, recalledCause } from './read-case-pack.ts';

type Review = LightArtifactData<'review'>;
type Verdict = Pick<Review, 'decision' | 'loop_target' | 'confidence'>;

/** How sure a review is of its decision: of a fault it saw, of a conclusion that checks out, of one less settled. */
const SEEN = 0.95;
const CHECKED = 0.9;
const UNSETTLED = 0.6;
const SETTLED = 0.7;

/** Reviews the conclusion of a pack. */
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

/** A recalled cause stands while it was settled, or named by a person, and what it rests on is unchanged. */
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

/** Each question of a remand wants an answer that rests on something. */
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
