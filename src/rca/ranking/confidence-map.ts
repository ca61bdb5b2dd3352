/** The maps from the log-odds of a ranking to confidence: learned data with a name, one for each world. */
import { taggedHash } from '../../kernel/index.ts';
import type { CauseWorld } from '../../record/index.ts';
import { fittedEvidence, fittedFor } from './fitted-evidence.ts';

/** A fitted map: the chance that the first suspect is right has log-odds of `slope * x + intercept`. */
export type ConfidenceMap = {
  /** Names the map and its version; a report carries it. */
  readonly name: string;
  /** In thousandths. */
  readonly slope: number;
  /** In thousandths of a nat. */
  readonly intercept: number;
  /** What is taken off where a source of evidence was not there, in thousandths of a nat. */
  readonly lacking: Readonly<Record<string, number>>;
};

/** Set by hand, for no dataset lacks these often enough to learn from. */
const LACKING = {
  'test-source': 1_000,
  history: 1_500,
  'whole-history': 500,
  // Green then, red now, and the suspect is the same: something else changed.
  'change-since-green': 2_500,
};

/** Returns the map for a world. */
export function confidenceMapOf(world: CauseWorld): ConfidenceMap {
  return { name: fittedEvidence().name, ...fittedFor(world).platt, lacking: LACKING };
}

/** Names what answers are weighed by, and covers every number of it: two fits of one name are told apart. */
export function fittedVersion(): string {
  const { name, worlds } = fittedEvidence();
  return `${name} ${taggedHash('penumbra/fit/1', { worlds, lacking: LACKING }).slice(0, 16)}`;
}
