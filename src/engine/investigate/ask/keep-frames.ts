/** Keeps what was found out about a case as frames, and shows it without reading it back. */
import type { CanonicalValue } from '../../../kernel/index.ts';
import { type FrameDraft, putFrames } from '../../../ledger/index.ts';
import { type ComposedFrame, composeContent } from '../../../oracle/index.ts';
import type { CaseWork } from '../case/case-work.ts';

/** A frame to be, and how a pack shows it. */
export type KeptFrame = {
  readonly draft: Omit<FrameDraft, 'subject'>;
  readonly payload: CanonicalValue;
  /** The kind it is shown under, where it is not its type's. */
  readonly kind?: string;
};

/** Keeps frames about a case, in one batch, and returns them as a pack can hold them. */
export async function keepFrames(
  work: CaseWork,
  kept: readonly KeptFrame[],
): Promise<readonly ComposedFrame[]> {
  const { setting, opened } = work;
  const drafts = kept.map(({ draft }) => ({ ...draft, subject: opened.subject }));
  const outcomes = await putFrames(setting.ledger, drafts);
  return outcomes.flatMap(({ frameId: handle }, index) => {
    const { draft, payload, kind } = kept[index] as KeptFrame;
    const type = setting.ledger.types.get(draft.type);
    const composed = composeContent({ handle, agent: draft.agent, payload }, type);
    return [kind === undefined ? composed : { ...composed, kind }];
  });
}
