/** Why a file is suspected, in words a person understands: each feature that holds well enough says one thing. */
import type { FeatureName, FeatureValues } from '../evidence/evidence-features.ts';

interface Reason {
  readonly feature: FeatureName;
  /** From which value on it is said. */
  readonly from: number;
  readonly words: string;
}

/** Strongest first; one of each group is said. */
const reasons: readonly (readonly Reason[])[] = [
  [
    { feature: 'stackDepth', from: 1000, words: 'the trace ends in it' },
    { feature: 'stackShare', from: 1, words: 'the trace passes it' },
  ],
  [
    { feature: 'naming', from: 1000, words: 'the test is named after it' },
    { feature: 'naming', from: 400, words: 'the test has a name like it' },
  ],
  [
    { feature: 'bodyNames', from: 600, words: 'the test calls what it declares' },
    { feature: 'bodyTerms', from: 600, words: 'the test speaks of what is in it' },
    { feature: 'fileTerms', from: 800, words: 'the test file speaks of what is in it' },
  ],
  [{ feature: 'messageTerms', from: 700, words: 'the message speaks of what is in it' }],
  [
    { feature: 'together', from: 500, words: 'it changes together with the test' },
    { feature: 'recency', from: 500, words: 'it changed recently' },
  ],
  [{ feature: 'reach', from: 700, words: 'what the test uses refers to it' }],
];

/** Features that every file has, or that say nothing of this failure. */
const IDLE = new Set<FeatureName>(['size', 'recency']);

/** Returns what speaks for a file, strongest first. */
export function suspectReasons(features: FeatureValues): readonly string[] {
  return reasons.flatMap((group) => {
    const found = group.find(({ feature, from }) => features[feature] >= from);
    return found === undefined ? [] : [found.words];
  });
}

/** Tells whether anything ties a file to this failure. */
export function isTied(features: FeatureValues): boolean {
  return (Object.keys(features) as FeatureName[]).some((name) => !IDLE.has(name) && features[name] > 0);
}
