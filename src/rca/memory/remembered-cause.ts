/** Finds the cause that memory means by an id, after causes were merged and tests were taken out of them. */
import type { PriorCauseBlock } from '../case/case-blocks.ts';
import type { MemoryView, Remembered } from './read-memory.ts';
import { coversTests } from './recall-trust.ts';
import { testHash } from './test-hash.ts';

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
