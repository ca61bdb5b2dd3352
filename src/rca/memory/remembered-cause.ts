/**
 * Remembered causes: which one an id stands for after causes were merged and tests were taken out of them, how far it may
 * be trusted and for which tests, and whether it still holds.
 */

import type { RecentChanges } from '../../context/index.ts';
import { type BasisPoints, type ContentId, fromBasisPoints } from '../../kernel/index.ts';
import { type Basis, type BasisInput, inputKey } from '../../ledger/index.ts';
import type { PriorCauseBlock } from '../blocks/case-blocks.ts';
import { statedAnswer } from '../ranking/confidence.ts';
import type { MemoryView, Remembered } from './read-memory.ts';
import { testHash } from './report-history.ts';

/** Stands between the id of a cause and what tells those apart that were taken out of it. */
export const SPLIT_MARK = '.';

/** Returns the id of the cause into which another was merged in the end, or the id itself. */
export function mergedId({ causes }: Pick<MemoryView, 'causes'>, id: string): string {
  const seen = new Set<string>();
  let current = id;
  // Ledgers in which two people merged the other way around can hold a ring.
  while (!seen.has(current)) {
    seen.add(current);
    current = causes.get(current)?.block.person?.into ?? current;
  }
  return current;
}

/**
 * Returns the cause that an id stands for where these tests fail: the one it was merged into, or the one that the tests
 * were taken out into; undefined where memory has none that holds for them.
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
 * Returns how a cause may be recalled. A person's word counts before the status; what was only likely is looked into
 * again, and what was never established is not recalled.
 */
export function recallTrust({ status, person, confirmed_by }: Standing): RecallTrust {
  const isClosed = person?.word === 'wrong' || person?.word === 'retired' || person?.into !== undefined;
  if (isClosed) return 'none';
  if (confirmed_by !== undefined || status === 'proven' || status === 'concluded') return 'answer';
  return status === 'narrowed' || status === 'likely' ? 'candidate' : 'none';
}

/** Tells whether a cause holds for any of the tests with these hashes; where no test is named, it does. */
export function coversTests(
  { tests: own, other_tests: others = [] }: Pick<PriorCauseBlock, 'tests' | 'other_tests'>,
  hashes: readonly string[],
): boolean {
  if (hashes.length === 0) return true;
  return hashes.some((hash) => (own === undefined || own.includes(hash)) && !others.includes(hash));
}

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

/**
 * Tells whether a cause was put down to work that was not committed, of which nothing is left in the work tree: the files
 * may be as they were, but who looks now is told of a commit.
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
