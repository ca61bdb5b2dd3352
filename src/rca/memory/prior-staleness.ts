/** Whether a remembered cause still stands on the files it was found in. */
import type { BasisPoints, ContentId } from '../../kernel/index.ts';
import { fromBasisPoints } from '../../kernel/index.ts';
import type { Basis } from '../../ledger/index.ts';
import type { PriorCauseBlock } from '../case/case-blocks.ts';
import { statedAnswer } from '../confidence/index.ts';

/** Looks up the content of a file in the present tree; undefined where there is no such file. */
export type ContentOf = (path: string) => ContentId | undefined;

/** Returns the files a cause rests on: those of its stated answer. */
export function groundOf<Suspect extends Pick<PriorCauseBlock['suspects'][number], 'path' | 'confidence'>>(
  suspects: readonly Suspect[],
): readonly Suspect[] {
  const confidences = suspects.map(({ confidence }) => fromBasisPoints(confidence as BasisPoints));
  return suspects.slice(0, statedAnswer(confidences).count);
}

/** Tells whether a file that the cause was found in has another content now, or is gone. */
export function isPriorStale(
  { basis, block }: { readonly basis: Basis; readonly block: Pick<PriorCauseBlock, 'suspects'> },
  contentOf: ContentOf,
): boolean {
  return groundOf(block.suspects).some(({ path }) => {
    const content = contentOf(path);
    return content === undefined || !basis.inputs.includes(content);
  });
}
