/** What went wrong, in one sentence for a person. */
import { cite } from '../../kernel/index.ts';
import type { FailureBlock } from '../blocks/case-blocks.ts';
import { absentWords } from '../evidence/absent-here.ts';
import { placeName } from '../paths/path-parts.ts';
import type { BlockRanking } from './rank-blocks.ts';
import { suspectReasons } from './suspect-reasons.ts';

const MOST_REASONS = 4;

/** A second place this many times less likely than the first does not come close. */
const MOST_TIMES_LESS_LIKELY = 4;

/** What the message says of how sure the place is: how settled the ranking is, and how likely its places are. */
export type PlaceDoubt = { readonly isSettled: boolean; readonly confidences: readonly number[] };

/** Says which test fails, where its cause is suspected, and why there. */
export function causeMessage(
  failure: FailureBlock | undefined,
  { ranked, base }: BlockRanking,
  { isSettled, confidences: [likeliest = 0, next = 0] }: PlaceDoubt,
): string {
  const failing = failingTests(failure);
  const [first, second] = ranked;
  if (base.is_foreign) return `${failing}, and nothing its report names is in this repository`;
  if (base.absent) return `${failing}: ${absentWords(base.absent)}`;
  if (!base.is_grounded) return `${failing}, and nothing ties it to a place in this repository`;
  if (first === undefined) return `${failing}, and there is no file in view that could be the cause`;
  const reasons = suspectReasons(first, { world: base.world, others: ranked.slice(1) }).slice(
    0,
    MOST_REASONS,
  );
  const why = reasons.length === 0 ? 'little speaks for it beyond its size' : listed(reasons);
  if (isSettled || second === undefined) return `${failing} in ${placeName(first)}: ${why}`;
  const close = next * MOST_TIMES_LESS_LIKELY < likeliest ? '' : `; ${cite(second.path)} comes close`;
  return `${failing}, most likely in ${placeName(first)}: ${why}${close}`;
}

/** Returns the name of the first failing test. */
export function testName(failure: FailureBlock | undefined): string {
  const [test] = failure?.tests ?? [];
  if (test === undefined) return 'a test';
  const owner = ownerName(test.class_name ?? test.suite);
  return cite(owner === '' || test.name.includes(owner) ? test.name : `${owner}.${test.name}`);
}

/** A class is called by its last name, a file by its own. */
function ownerName(name: string): string {
  if (name.includes('/')) return name.slice(name.lastIndexOf('/') + 1);
  return name.split('.').at(-1) ?? '';
}

/** Says which test fails, and how many with it. */
export function failingTests(failure: FailureBlock | undefined): string {
  const others = (failure?.count ?? 1) - 1;
  return others > 0 ? `${testName(failure)} and ${others} more fail` : `${testName(failure)} fails`;
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
