/** Whether a remembered cause still stands: on what it was found in, and against what was seen green since. */
import type { RecentChanges } from '../../context/index.ts';
import type { BasisPoints, ContentId } from '../../kernel/index.ts';
import { fromBasisPoints } from '../../kernel/index.ts';
import type { Basis, BasisInput } from '../../ledger/index.ts';
import { inputKey } from '../../ledger/index.ts';
import type { PriorCauseBlock } from '../case/case-blocks.ts';
import { statedAnswer } from '../confidence/index.ts';

/** Looks up the content of a file in the present tree; undefined where there is no such file. */
export type ContentOf = (path: string) => ContentId | undefined;

/** Tells whether a commit is in the history at hand; undefined where the history does not reach far enough to tell. */
export type HasCommit = (commit: string) => boolean | undefined;

/** Returns the files a cause rests on: those of its stated answer. */
export function groundOf<Suspect extends Pick<PriorCauseBlock['suspects'][number], 'path' | 'confidence'>>(
  suspects: readonly Suspect[],
): readonly Suspect[] {
  const confidences = suspects.map(({ confidence }) => fromBasisPoints(confidence as BasisPoints));
  return suspects.slice(0, statedAnswer(confidences).count);
}

/** Returns what a cause in a file rests on: its content, or that there is no such file. */
export function groundInput(path: string, content: ContentId | undefined): BasisInput {
  return content ?? { external: { name: 'absent', value: path } };
}

/**
 * Tells whether a file that the cause was found in has another content now, or the commit it was put down to is no
 * longer in the history.
 */
export function isPriorStale(
  cause: { readonly basis: Basis; readonly block: Pick<PriorCauseBlock, 'suspects' | 'change'> },
  contentOf: ContentOf,
  hasCommit: HasCommit = () => undefined,
): boolean {
  const { basis, block } = cause;
  const { commit = null } = block.change ?? {};
  if (commit !== null && hasCommit(commit) === false) return true;
  const stands = new Set(basis.inputs.map(inputKey));
  return groundOf(block.suspects).some(
    ({ path }) => !stands.has(inputKey(groundInput(path, contentOf(path)))),
  );
}

/** Kinds of defects that lie in files; others come and go while every file stays as it is. */
const inFiles: readonly PriorCauseBlock['defect_type'][] = ['product_bug', 'test_bug'];

/**
 * Tells whether the failing tests passed at a revision since which none of the cause's files has changed, so that it
 * cannot be what broke them.
 */
export function wasThereWhenGreen(
  { suspects, defect_type }: Pick<PriorCauseBlock, 'suspects' | 'defect_type'>,
  recent: RecentChanges | null,
): boolean {
  const ground = groundOf(suspects);
  if (!recent?.base?.isGreen || ground.length === 0 || !inFiles.includes(defect_type)) return false;
  // What is not listed may have changed them.
  if (recent.isCut || recent.changes.some(({ leftOut }) => leftOut !== undefined)) return false;
  const changed = new Set(recent.changes.flatMap(({ files }) => files.map(({ path }) => path)));
  return !ground.some(({ path }) => changed.has(path));
}
