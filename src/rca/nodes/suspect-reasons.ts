/** Why a file is suspected, in words a person understands: each feature that holds well enough says one thing. */
import type { CauseWorld } from '../../record/index.ts';
import type { ChangeBlock, EvidenceBlock } from '../blocks/case-blocks.ts';
import { evidenceFeatures, type FeatureName, type FeatureValues } from '../ranking/evidence-features.ts';

interface Reason {
  readonly feature: FeatureName;
  /** From which value on it is said. */
  readonly from: number;
  readonly words: string;
}

const CHANGED_RECENTLY = 'it changed recently';

/** Strongest first; one of each group is said. */
const reasons: readonly (readonly Reason[])[] = [
  [{ feature: 'named', from: 700, words: 'the message names it' }],
  [
    { feature: 'changeTraced', from: 1000, words: 'the trace passes the changed lines' },
    { feature: 'changeCalled', from: 1000, words: 'the test calls the function that was changed' },
    { feature: 'changeTerms', from: 250, words: 'the test shares words with the changed lines' },
  ],
  [
    { feature: 'stackDepth', from: 1000, words: 'the trace ends in it' },
    { feature: 'stackShare', from: 1, words: 'the trace passes it' },
  ],
  [
    { feature: 'naming', from: 1000, words: 'the test is named after it' },
    { feature: 'naming', from: 400, words: 'the test has a name like it' },
  ],
  [
    { feature: 'bodyNames', from: 600, words: 'the test uses names declared in it' },
    { feature: 'bodyTerms', from: 600, words: 'the test shares words with it' },
    { feature: 'fileTerms', from: 800, words: 'the test file shares words with it' },
  ],
  [{ feature: 'messageTerms', from: 700, words: 'the message shares words with it' }],
  [
    { feature: 'together', from: 500, words: 'it changes together with the test' },
    { feature: 'recency', from: 500, words: CHANGED_RECENTLY },
  ],
  [{ feature: 'reach', from: 700, words: 'something the test uses refers to it' }],
];

/** Features that every file has, or that say nothing of this failure. */
const IDLE = new Set<FeatureName>([
  'size',
  'recency',
  'testSide',
  'besideSide',
  // Every file is where reach cannot tell; what a test is seen to reach is near it, too.
  'reached',
  'reachedByAll',
  'changeAlone',
]);

/** What a reason is given for: a file among all that were looked at. */
export type ReasonedBlock = Pick<EvidenceBlock, 'features' | 'change' | 'side'>;

/**
 * Returns what speaks for a file, strongest first; `others` are the other suspects. Where no change is believed to have
 * broken the tests, that a file was changed speaks for nothing, unless it is a test's own.
 */
export function suspectReasons(
  block: ReasonedBlock,
  { world, others = [] }: { readonly world: CauseWorld; readonly others?: readonly ReasonedBlock[] },
): readonly string[] {
  const isOfChange = world === 'change' || block.side === 'test';
  const found = reasons.flatMap((group) => {
    const reason = group.find(
      ({ feature, from }) =>
        block.features[feature] >= from && (isOfChange || evidenceFeatures[feature].family !== 'change'),
    );
    return reason === undefined ? [] : [reason.words];
  });
  const change = isOfChange ? changeReason(block, others) : [];
  // A change says itself that it is recent.
  return [...change, ...found.filter((words) => change.length === 0 || words !== CHANGED_RECENTLY)];
}

/** Tells whether a change left the marks of a merge conflict. */
export function hasConflict({ added }: Pick<ChangeBlock, 'added'>): boolean {
  return added.some((line) => /^(?:<{7}|>{7}) /.test(line));
}

/** A change is the first reason, and a stronger one where it is the only one that could have broken the test. */
function changeReason(
  { features, change }: ReasonedBlock,
  others: readonly ReasonedBlock[],
): readonly string[] {
  if (change === undefined || features.changed === 0) return [];
  if (hasConflict(change)) return ['a merge conflict in it was not resolved'];
  const what = change.kind === 'deleted' ? 'deleted' : 'changed';
  const when = change.commit === '' ? `it was ${what} but not committed` : `it was ${what} recently`;
  if (features.reached === 0) return [when];
  const isRival = (other: ReasonedBlock) => other.features.changed > 0 && other.features.reached > 0;
  return [
    others.some(isRival)
      ? `${when} and is within reach of the test`
      : 'it is the only change within reach of the test',
  ];
}

/** Tells whether anything ties a file to this failure. */
export function isTied(features: FeatureValues): boolean {
  return (Object.keys(features) as FeatureName[]).some((name) => !IDLE.has(name) && features[name] > 0);
}
