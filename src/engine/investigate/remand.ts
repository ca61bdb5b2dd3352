/** The questions with which a court sends a case back: kept as a frame, and told to the second light pass. */
import type { RemandFeedback } from '../../court/index.ts';
import { type CanonicalValue, canonicalText } from '../../kernel/index.ts';
import { putFrame } from '../../ledger/index.ts';
import type { ComposedFrame } from '../../oracle/index.ts';
import { readArtifact, type WalkerState } from '../../pipeline/index.ts';
import { type CaseWork, showFrames } from './case-work.ts';
import { courtState } from './light-conclusion.ts';

/** Returns what a trial sent a case back with, or null where it did not. */
export function remandFeedback(state: WalkerState | null): RemandFeedback | null {
  const verdict = state?.outputs.verdict;
  if (state?.terminal !== '_remand' || verdict === undefined) return null;
  return (readArtifact(verdict).data.remand_feedback as RemandFeedback | undefined) ?? null;
}

/** Returns the questions of the last trial, where it sent the case back. */
export async function remandQuestions(work: CaseWork): Promise<readonly ComposedFrame[]> {
  const { progress, opened, setting } = work;
  const feedback = remandFeedback(courtState(progress));
  const verdict = progress.frames.verdict;
  if (feedback === null || verdict === undefined) return [];
  const { frameId } = await putFrame(setting.ledger, {
    subject: opened.subject,
    type: 'remand',
    agent: 'court',
    basis: { inputs: [verdict] },
    content: canonicalText(feedback as CanonicalValue),
  });
  return showFrames(work, [frameId]);
}
