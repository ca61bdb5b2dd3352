/**
 * The barrier: when every case has reached its comparison or ended, it is written down how far each had come, and cases
 * are compared by that alone. So the result depends on the list of cases and not on who was faster.
 */
import { type CanonicalValue, canonicalText, type FrameId } from '../../kernel/index.ts';
import { type FrameDraft, putFrames } from '../../ledger/index.ts';
import {
  type CaseProgress,
  openBarrier,
  readArtifact,
  readBarriers,
  readProgressOf,
  stepsTaken,
} from '../../pipeline/index.ts';
import { caseSummary, explainCases, type OtherCaseBlock } from '../../rca/index.ts';
import type { CaseWork } from './case-work.ts';
import { lightState } from './light-conclusion.ts';
import { BARRIER } from './light-path.ts';

/** What a case had come to, and the frame that says so. */
type Compared = { readonly block: OtherCaseBlock; readonly frame: FrameId };

/** All cases of a run at the barrier, in their order. */
export type Comparison = readonly Compared[];

const AGENT = 'comparison';
const TYPE = 'other-case';

/** Opens the barrier and returns what every case had come to; one that was opened before a resumption stands. */
export async function compareCases(works: readonly CaseWork[]): Promise<Comparison> {
  const [first] = works;
  if (first === undefined) return [];
  const { ledger, run } = first.setting;
  const steps = await stepsAtBarrier(works);
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

/** How many steps each case had taken when the barrier was opened; it is opened where it was not. */
async function stepsAtBarrier(works: readonly CaseWork[]): Promise<ReadonlyMap<string, number>> {
  const { ledger, run } = (works[0] as CaseWork).setting;
  const read = async () => (await readBarriers(ledger, run)).find(({ node }) => node === BARRIER);
  const cases = works.map(({ journal }) => ({ case: journal.case, steps: stepsTaken(journal.progress) }));
  const isOpen = (await read()) !== undefined;
  if (!isOpen) await openBarrier(ledger, run, { after: undefined, barrier: { node: BARRIER, cases } });
  return new Map((await read())?.cases.map((one) => [one.case, one.steps]));
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
