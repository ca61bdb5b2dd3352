/**
 * The barrier: when every case has reached its comparison or ended, what each had come to is written down, and cases
 * are compared by that alone. So the result depends on the list of cases and not on who was faster.
 */
import { type CanonicalValue, canonicalText, type FrameId, parseCanonical } from '../../../kernel/index.ts';
import { type FrameDraft, frameLog, putFrames, readFrames } from '../../../ledger/index.ts';
import { readArtifact } from '../../../pipeline/index.ts';
import { caseSummary, type OtherCaseBlock } from '../../../rca/index.ts';
import type { CaseWork } from './case-work.ts';
import { lightState } from './light-conclusion.ts';

/** What a case had come to, and the frame that says so. */
type Compared = { readonly block: OtherCaseBlock; readonly frame: FrameId };

/** All cases of a run at the barrier, in their order. */
export type Comparison = readonly Compared[];

const AGENT = 'comparison';
const TYPE = 'other-case';

/** Writes down what every case has come to and returns all of it; what was written before a resumption stands. */
export async function compareCases(works: readonly CaseWork[]): Promise<Comparison> {
  const [first] = works;
  if (first === undefined) return [];
  const { ledger } = first.setting;
  const fresh: CaseWork[] = [];
  for (const work of works) if ((await ledger.store.head(summaryLog(work))) === null) fresh.push(work);
  await putFrames(ledger, fresh.map(summaryDraft));
  const heads = await Promise.all(works.map((work) => ledger.store.head(summaryLog(work))));
  const ids = heads.map((head) => (parseCanonical(head?.value ?? '') as { readonly frame: FrameId }).frame);
  return (await readFrames(ledger.store, ids)).map(({ id, content }) => ({
    frame: id,
    block: parseCanonical(content ?? new Uint8Array()) as unknown as OtherCaseBlock,
  }));
}

function summaryLog({ opened }: CaseWork): string {
  return frameLog(opened.subject, TYPE);
}

function summaryDraft({ opened, journal }: CaseWork): FrameDraft {
  const recorded = lightState(journal.progress)?.outputs.investigate;
  const investigated = journal.progress.frames.investigate;
  const block = caseSummary(opened.record, recorded ? readArtifact(recorded) : null, opened.order);
  return {
    subject: opened.subject,
    type: TYPE,
    agent: AGENT,
    basis: { inputs: [opened.frame, ...(investigated === undefined ? [] : [investigated])] },
    content: canonicalText(block as unknown as CanonicalValue),
  };
}
