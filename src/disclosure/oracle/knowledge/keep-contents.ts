/** Stores facts and compactions: checks drafts, writes them as frames and returns their handles. */

import { assertInvariant, canonicalText, type FrameId, PenumbraError } from '../../../kernel/index.ts';
import { isFilled, isText, listOf } from '../../index.ts';
import { type CompactionDraft, isSummary, makeCompaction } from '../facts/compaction.ts';
import { type Fact, factIdOf, factInputs } from '../facts/fact.ts';
import { isCompactionPolicy } from '../facts/policy.ts';
import { type FactDraft, writeFact } from '../facts/write-fact.ts';
import type { OracleState, OracleView } from '../log/oracle-state.ts';
import type { OracleStore } from '../log/oracle-store.ts';
import { adoptedCompaction } from './keep-policies.ts';
import type { AppendedFact } from './oracle.ts';
import { takeDraft } from './take-draft.ts';

/** Appends facts in order. INVARIANT (all are checked before the first is written). */
export async function keepFacts(
  records: OracleStore,
  drafts: readonly FactDraft[],
): Promise<readonly AppendedFact[]> {
  if (!Array.isArray(drafts))
    throw new PenumbraError('usage', 'facts are appended as a list', { hint: 'give a list of facts' });
  const { state } = await records.present();
  const facts = (drafts as readonly FactDraft[]).map((draft) => {
    const { content, text } = writeFact(draft);
    requireKind(state, content.kind);
    return { text, inputs: factInputs(content), factId: factIdOf(content.payload) };
  });
  const handles = await records.putContents(
    facts.map(({ text, inputs }) => ({ type: 'fact', content: text, inputs })),
  );
  return facts.map(({ factId }, index) => ({ handle: handles[index] as FrameId, factId }));
}

/** Creates a compaction, or restores the same one after it was dropped. */
export async function keepCompaction(
  records: OracleStore,
  draft: CompactionDraft,
): Promise<{ readonly handle: FrameId; readonly outputHash: string }> {
  const taken = takeDraft(draft, compactionShape);
  const { purpose, inputs, allowed = inputs, summary } = taken;
  const named = new Set(inputs);
  if (named.size === 0 || allowed.some((handle) => !named.has(handle)))
    throw new PenumbraError('usage', 'a compaction has inputs, and what is allowed is among them', {
      hint: 'name at least one fact, and in `allowed` only facts that `inputs` name',
    });
  const view = await records.present();
  const facts = inputs.map((handle) => requireFact(view, handle));
  const policy = taken.policy ?? (await adoptedCompaction(records, view));
  const content = makeCompaction(
    { purpose, allowed, policy, ...(summary !== undefined && { summary }) },
    facts,
  );
  const [handle] = await records.putContents([
    { type: 'compaction', content: canonicalText(content), inputs: content.inputs as FrameId[] },
  ]);
  assertInvariant(handle, 'a compaction that was kept has a handle');
  await records.change(({ state }) => ({
    events: state.droppedCompactions.has(handle) ? [{ type: 'compaction', handle, isDropped: false }] : [],
  }));
  return { handle, outputHash: content.output_hash };
}

/** Returns a fact, or throws `frame-not-found`. */
export function requireFact({ facts }: OracleView, handle: string): Fact {
  const fact = facts.get(handle);
  if (!fact) throw notFound(handle);
  return fact;
}

/** Returns the error for an unknown handle. */
export function notFound(handle: string): PenumbraError {
  return new PenumbraError('frame-not-found', 'the oracle does not know that handle', {
    data: { handle },
    hint: 'use the handle that appending it returned',
  });
}

const compactionShape = {
  what: 'a compaction',
  required: { purpose: isFilled, inputs: listOf(isText) },
  optional: { allowed: listOf(isText), policy: isCompactionPolicy, summary: isSummary },
} as const;

function requireKind({ kinds }: OracleState, kind: string): void {
  if (kinds.has(kind)) return;
  throw new PenumbraError('invalid-frame', `kind \`${kind}\` is not registered`, {
    data: { kind, known: [...kinds.keys()] },
    hint: 'register the kind first',
  });
}
