/** Compares all cases of a run by their state when their barrier was opened. */
import { type CanonicalValue, canonicalText, type FrameId } from '../../kernel/index.ts';
import { type FrameDraft, putFrames } from '../../ledger/index.ts';
import { type CaseProgress, type OpenBarrier, readArtifact, readProgressOf } from '../../pipeline/index.ts';
import { caseSummary, explainCases, type OtherCaseBlock } from '../../rca/index.ts';
import type { CaseWork } from '../ask/case-work.ts';
import type { Comparison } from '../ask/light-ask.ts';
import { lightState } from '../run/case-progress.ts';

const AGENT = 'comparison';
const TYPE = 'other-case';

/** Returns a summary of every case as it was when the barrier was opened. */
export async function compareCases(works: readonly CaseWork[], open: OpenBarrier): Promise<Comparison> {
  const [first] = works;
  if (first === undefined) return [];
  const { ledger, run } = first.setting;
  const steps = new Map(open.cases.map((one) => [one.case, one.steps]));
  const summed = await Promise.all(
    works.map(async (work) => {
      const at = { run, case: work.opened.record.id };
      return summarise(work, await readProgressOf(ledger.store, at, steps.get(at.case) ?? 0));
    }),
  );
  const blocks = explainCases(summed.map(({ block }) => block));
  const frames = await putFrames(
    ledger,
    summed.map(({ draft }, index) => ({
      ...draft,
      content: canonicalText(blocks[index] as unknown as CanonicalValue),
    })),
  );
  return blocks.map((block, index) => ({ block, frame: frames[index]?.frameId as FrameId }));
}

function summarise(
  { opened }: CaseWork,
  progress: CaseProgress,
): { readonly block: OtherCaseBlock; readonly draft: Omit<FrameDraft, 'content'> } {
  const recorded = lightState(progress)?.outputs.investigate;
  const investigated = progress.frames.investigate;
  const block = caseSummary(opened.record, recorded ? readArtifact(recorded) : null, opened.order);
  const draft = {
    subject: opened.subject,
    type: TYPE,
    agent: AGENT,
    basis: { inputs: [opened.frame, ...(investigated === undefined ? [] : [investigated])] },
  };
  return { block, draft };
}
