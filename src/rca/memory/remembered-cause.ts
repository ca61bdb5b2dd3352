/**
 * Remembered causes: which cause an id refers to after merges and splits, how far and for which tests it can
 * be trusted, and whether it is still valid.
 */

import type { RecentChanges } from '../../context/index.ts';
import { type BasisPoints, type ContentId, fromBasisPoints } from '../../kernel/index.ts';
import { type Basis, type BasisInput, inputKey } from '../../ledger/index.ts';
import type { PriorCauseBlock } from '../blocks/case-blocks.ts';
import { statedAnswer } from '../ranking/confidence.ts';
import type { MemoryView, Remembered } from './read-memory.ts';
import { testHash } from './report-history.ts';

/** Separates the id of a cause from the suffix of a cause split off from it. */
export const SPLIT_MARK = '.';

/** Returns the id of the cause that another was finally merged into, or the id itself. */
export function mergedId({ causes }: Pick<MemoryView, 'causes'>, id: string): string {
  const seen = new Set<string>();
  let current = id;
  // Joined ledgers in which two people merged in opposite directions can contain a cycle.
  while (!seen.has(current)) {
    seen.add(current);
    current = causes.get(current)?.block.person?.into ?? current;
  }
  return current;
}

/**
 * Returns the cause that an id refers to for these tests: the one it was merged into, or the one the tests
 * were split off to; undefined if memory has none that covers them.
 */
export function rememberedCause(
  view: Pick<MemoryView, 'causes'>,
  id: string,
  hashes: readonly string[],
): Remembered<PriorCauseBlock> | undefined {
  const whole = mergedId(view, id);
  const cause = view.causes.get(whole);
  if (cause === undefined || coversTests(cause.block, hashes)) return cause;
  for (const [own, split] of view.causes)
    if (own.startsWith(`${whole}${SPLIT_MARK}`) && coversTests(split.block, hashes)) return split;
  return undefined;
}

/** Returns the hashes of tests. */
export function testHashes(
  tests: readonly { readonly suite: string; readonly name: string }[],
): readonly string[] {
  return [...new Set(tests.map(({ suite, name }) => testHash({ suite, name })))];
}

/** Whether a cause may be recalled as the answer, only as a candidate to look into, or not at all. */
export type RecallTrust = 'answer' | 'candidate' | 'none';

type Standing = Pick<PriorCauseBlock, 'status' | 'person' | 'confirmed_by'>;

/**
 * Returns how a cause may be recalled. A person's statement takes precedence over the status. A likely cause
 * is investigated again, and one that was never established is not recalled.
 */
export function recallTrust({ status, person, confirmed_by }: Standing): RecallTrust {
  const isClosed = person?.word === 'wrong' || person?.word === 'retired' || person?.into !== undefined;
  if (isClosed) return 'none';
  if (confirmed_by !== undefined || status === 'proven' || status === 'concluded') return 'answer';
  return status === 'narrowed' || status === 'likely' ? 'candidate' : 'none';
}

/** Returns whether a cause covers any of the tests with these hashes; without any tests it does. */
export function coversTests(
  { tests: own, other_tests: others = [] }: Pick<PriorCauseBlock, 'tests' | 'other_tests'>,
  hashes: readonly string[],
): boolean {
  if (hashes.length === 0) return true;
  return hashes.some((hash) => (own === undefined || own.includes(hash)) && !others.includes(hash));
}

/** Looks up the content of a file in the present tree; undefined if there is no such file. */
export type ContentOf = (path: string) => ContentId | undefined;

/**
 * Returns whether a commit is in the present history; undefined if the history does not reach far enough to
 * tell.
 */
export type HasCommit = (commit: string) => boolean | undefined;

/** Returns the files a cause rests on: those of its stated answer. */
export function groundOf<Suspect extends Pick<PriorCauseBlock['suspects'][number], 'path' | 'confidence'>>(
  suspects: readonly Suspect[],
): readonly Suspect[] {
  const confidences = suspects.map(({ confidence }) => fromBasisPoints(confidence as BasisPoints));
  return suspects.slice(0, statedAnswer(confidences).count);
}

/** Returns the basis of a cause in a file: its content, or the absence of the file. */
export function groundInput(path: string, content: ContentId | undefined): BasisInput {
  return content ?? { external: { name: 'absent', value: path } };
}

/**
 * Returns whether a file of the cause has changed, or the commit it was attributed to is no longer in the
 * history.
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

/** Defect types located in files; others come and go while every file stays the same. */
const inFiles: readonly PriorCauseBlock['defect_type'][] = ['product_bug', 'test_bug'];

/**
 * Returns whether the failing tests passed at a revision since which none of the cause's files has changed,
 * which means that it cannot be what broke them.
 */
export function wasThereWhenGreen(
  { suspects, defect_type }: Pick<PriorCauseBlock, 'suspects' | 'defect_type'>,
  recent: RecentChanges | null,
): boolean {
  const ground = groundOf(suspects);
  if (!recent?.base?.isGreen || ground.length === 0 || !inFiles.includes(defect_type)) return false;
  // Files left out of the list may have been changed.
  if (recent.isCut || recent.changes.some(({ leftOut }) => leftOut !== undefined)) return false;
  const changed = new Set(recent.changes.flatMap(({ files }) => files.map(({ path }) => path)));
  return !ground.some(({ path }) => changed.has(path));
}

/**
 * Returns whether a cause was attributed to uncommitted work that the work tree no longer has. The files may
 * be unchanged, but the report now refers to a commit.
 */
export function isCommittedByNow(
  { change, suspects, confirmed_by }: Pick<PriorCauseBlock, 'change' | 'suspects' | 'confirmed_by'>,
  recent: RecentChanges | null,
): boolean {
  if (change === undefined || change.commit !== null || confirmed_by !== undefined || recent === null)
    return false;
  const uncommitted = recent.changes.filter(({ commit }) => commit === null);
  if (uncommitted.some(({ leftOut }) => leftOut !== undefined)) return false;
  const open = new Set(uncommitted.flatMap(({ files }) => files.map(({ path }) => path)));
  return !groundOf(suspects).some(({ path }) => open.has(path));
}
