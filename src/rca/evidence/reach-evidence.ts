/** What lies one step behind the obvious: files that are referred to by those the tests mention or are named after. */
import { FIXED_ONE, fixedLog2 } from '../../kernel/index.ts';
import { type FeatureColumn, FULL, ofBest } from '../ranking/evidence-features.ts';
import type { CodeIndex } from './code-index.ts';

/** Gathers for every candidate how strongly the seeds refer to it; one that refers to many says little of each. */
export function reachColumn(
  { candidates, references }: Pick<CodeIndex, 'candidates' | 'references'>,
  { naming, mentioned }: { naming: FeatureColumn; mentioned: ReadonlySet<number> },
): FeatureColumn {
  const column = candidates.map(() => 0);
  const mention = share(mentioned.size);
  for (const [seed, { path, names }] of candidates.entries()) {
    const strength = naming[seed] === FULL ? FULL : mentioned.has(seed) ? mention : 0;
    if (strength === 0) continue;
    const found = references(path, names);
    const value = Math.floor((strength * share(found.length)) / FULL);
    for (const position of found) column[position] = (column[position] ?? 0) + value;
  }
  return ofBest(column);
}

/** 1 / (1 + log2(count)) of full. */
function share(count: number): number {
  return Math.floor((FULL * FIXED_ONE) / (FIXED_ONE + fixedLog2(Math.max(1, count))));
}
