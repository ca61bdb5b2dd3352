/** Keeps what a producer made. A content that was erased on request stays out of the ledger, and stops nothing else. */
import { contentId, makeId, PenumbraError, type Sha256 } from '../../kernel/index.ts';
import { type FrameDraft, type Ledger, putFrames } from '../../ledger/index.ts';

/** Puts drafts, all but those whose content may not come back. */
export async function keepProduced(ledger: Ledger, drafts: readonly FrameDraft[]): Promise<void> {
  for (let left = drafts; left.length > 0; ) {
    try {
      await putFrames(ledger, left);
      return;
    } catch (error) {
      const rest = withoutErased(left, error);
      if (rest.length === left.length) throw error;
      left = rest;
    }
  }
}

function withoutErased(drafts: readonly FrameDraft[], error: unknown): readonly FrameDraft[] {
  if (!(error instanceof PenumbraError) || error.code !== 'erased') return drafts;
  const erased = makeId('content', (error.data as { readonly object: Sha256 }).object);
  return drafts.filter(({ content }) => contentId(content) !== erased);
}
