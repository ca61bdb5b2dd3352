/** Describes in one sentence what went wrong. */
import { cite } from '../../kernel/index.ts';
import type { CauseWorld } from '../../record/index.ts';
import type { ChangeBlock, EvidenceBlock, FailureBlock } from '../blocks/case-blocks.ts';
import { absentWords } from '../evidence/absent-here.ts';
import { placeName } from '../paths/path-parts.ts';
import { evidenceFeatures, type FeatureName, type FeatureValues } from '../ranking/evidence-features.ts';
import type { BlockRanking } from './read-case-pack.ts';

const MOST_REASONS = 4;

/** A second place this many times less likely than the first is no close rival. */
const MOST_TIMES_LESS_LIKELY = 4;

/** How certain the message may sound: how settled the ranking is, and how likely its places are. */
export type PlaceDoubt = { readonly isSettled: boolean; readonly confidences: readonly number[] };

/** States which test fails, where the cause is suspected, and why. */
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

/** A class is shown by its last name, a file by its base name. */
function ownerName(name: string): string {
  if (name.includes('/')) return name.slice(name.lastIndexOf('/') + 1);
  return name.split('.').at(-1) ?? '';
}

/** States which test fails, and how many others with it. */
export function failingTests(failure: FailureBlock | undefined): string {
  const others = (failure?.count ?? 1) - 1;
  return others > 0 ? `${testName(failure)} and ${others} more fail` : `${testName(failure)} fails`;
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

interface Reason {
  readonly feature: FeatureName;
  /** The value from which the reason is mentioned. */
  readonly from: number;
  readonly words: string;
}

const CHANGED_RECENTLY = 'it changed recently';

/** Strongest first; one reason of each group is mentioned. */
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

/** Features that every file has, or that say nothing about this failure. */
const IDLE = new Set<FeatureName>([
  'size',
  'recency',
  'testSide',
  'besideSide',
  // If reach is unknown, every file counts as reached; otherwise nearness covers it.
  'reached',
  'reachedByAll',
  'changeAlone',
]);

/** The parts of a candidate that a reason is given for. */
type ReasonedBlock = Pick<EvidenceBlock, 'features' | 'change' | 'side'>;

/**
 * Returns the reasons for a file, strongest first; `others` are the other suspects. If no change is believed
 * to have broken the tests, having been changed is no reason, except for a test's own file.
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
  // The reason for a change already says that it is recent.
  return [...change, ...found.filter((words) => change.length === 0 || words !== CHANGED_RECENTLY)];
}

/** Returns whether a change left merge conflict markers. */
export function hasConflict({ added }: Pick<ChangeBlock, 'added'>): boolean {
  return added.some((line) => /^(?:<{7}|>{7}) /.test(line));
}

/** A change is the first reason, and a stronger one if only it could have broken the test. */
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

/** Returns whether anything ties a file to this failure. */
export function isTied(features: FeatureValues): boolean {
  return (Object.keys(features) as FeatureName[]).some((name) => !IDLE.has(name) && features[name] > 0);
}
