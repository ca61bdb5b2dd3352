/** How far a remembered cause may be trusted, and for which tests it holds. */
import type { PriorCauseBlock } from '../case/case-blocks.ts';

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
