/** Keeps what was found out about a case as frames, and shows it without reading it back. */

import { type ComposedFrame, composeContent } from '../../disclosure/oracle/index.ts';
import { type CanonicalValue, canonicalText, freezeCanonical } from '../../kernel/index.ts';
import { type FrameDraft, putFrames } from '../../ledger/index.ts';
import type { CaseWork } from '../case/case-work.ts';

/** A frame to be, and how a pack shows it. */
export type KeptFrame = {
  readonly draft: Omit<FrameDraft, 'subject'>;
  readonly payload: CanonicalValue;
  /** The kind it is shown under, where it is not its type's. */
  readonly kind?: string;
};

/** Keeps frames about a case, in one batch, and returns them as a pack can hold them; those kept before stand. */
export async function keepFrames(
  work: CaseWork,
  kept: readonly KeptFrame[],
): Promise<readonly ComposedFrame[]> {
  const { setting, opened } = work;
  const { types } = setting.ledger;
  const keyed = kept.map((one) => ({ ...one, key: keyOf(one.draft) }));
  // Of a single type the newest stands, so an old one that is kept again has to be written again.
  const isWritten = ({ key, draft }: (typeof keyed)[number]) =>
    work.kept.has(key) && types.get(draft.type)?.cardinality === 'many';
  const fresh = [...new Map(keyed.map((one) => [one.key, one])).values()].filter((one) => !isWritten(one));
  const drafts = fresh.map(({ draft }) => ({ ...draft, subject: opened.subject }));
  const outcomes = await putFrames(setting.ledger, drafts);
  for (const [index, { draft, payload, key }] of fresh.entries()) {
    const handle = (outcomes[index] as (typeof outcomes)[number]).frameId;
    const shown = { handle, agent: draft.agent, payload: freezeCanonical(payload) };
    const composed = work.kept.get(key) ?? composeContent(shown, types.get(draft.type));
    work.kept.set(key, composed);
    work.shown.set(handle, composed);
  }
  return keyed.map(({ key, kind }) => {
    const composed = work.kept.get(key) as ComposedFrame;
    return kind === undefined ? composed : { ...composed, kind };
  });
}

/** All that a frame about the case follows from. */
function keyOf({ type, agent, basis, content }: KeptFrame['draft']): string {
  return `${type} ${agent} ${canonicalText(basis)} ${content}`;
}
