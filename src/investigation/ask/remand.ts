/** The questions with which a court sends a case back: kept as a frame, and told to the second light pass. */
import type { RemandFeedback } from '../../court/index.ts';
import type { ComposedFrame } from '../../disclosure/oracle/index.ts';
import { type CanonicalValue, canonicalText } from '../../kernel/index.ts';
import { readArtifact, type WalkerState } from '../../pipeline/index.ts';
import type { CaseWork } from '../case/case-work.ts';
import { courtState } from '../case/light-conclusion.ts';
import { REMAND } from '../case/light-path.ts';
import { keepFrames } from './keep-frames.ts';

/** Returns what a trial sent a case back with, or null where it did not. */
export function remandFeedback(state: WalkerState | null): RemandFeedback | null {
  const verdict = state?.outputs.verdict;
  if (state?.terminal !== REMAND || verdict === undefined) return null;
  return (readArtifact(verdict).data.remand_feedback as RemandFeedback | undefined) ?? null;
}

/** Returns the questions of the last trial, where it sent the case back. */
export async function remandQuestions(work: CaseWork): Promise<readonly ComposedFrame[]> {
  const feedback = remandFeedback(courtState(work.journal.progress));
  const verdict = work.journal.progress.frames.verdict;
  if (feedback === null || verdict === undefined) return [];
  const payload = feedback as CanonicalValue;
  const draft = {
    type: 'remand',
    agent: 'court',
    basis: { inputs: [verdict] },
    content: canonicalText(payload),
  };
  return keepFrames(work, [{ draft, payload }]);
}
