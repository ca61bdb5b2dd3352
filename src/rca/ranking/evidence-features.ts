/**
 * The integer features of a candidate file, each from 0 to 1000 with one meaning. A feature that could not be
 * measured (no trace, no history, no test source) is 0 for every candidate and so has no effect.
 */
import { FIXED_ONE, fixedLog2 } from '../../kernel/index.ts';

/**
 * The features by name, with their family of evidence and meaning. A feature too rare to be learned has an
 * expected weight, in thousandths of a nat, which learning is regularised towards.
 */
export const evidenceFeatures = {
  stackDepth: {
    family: 'stack',
    meaning: 'how near the file stands to the innermost own production frame of a trace',
  },
  compilerPlace: {
    family: 'stack',
    meaning: 'whether a compiler or loader stopped in the file',
    expected: 2_000,
  },
  stackShare: { family: 'stack', meaning: 'the share of the failures whose trace passes the file' },
  bodyTerms: {
    family: 'text',
    meaning:
      'how well the file answers the terms that the failing tests have and the rest of their files lacks',
  },
  fileTerms: { family: 'text', meaning: 'how well the file answers the terms of the whole test files' },
  messageTerms: { family: 'text', meaning: 'how well the file answers the words of messages and test names' },
  bodyNames: {
    family: 'text',
    meaning: 'how many names that the failing tests call, rare ones above all, the file declares',
  },
  naming: {
    family: 'naming',
    meaning: 'how well the file is named as the file that a test file is named after',
  },
  folder: { family: 'naming', meaning: "how well the file's folder mirrors that of a test file" },
  together: {
    family: 'history',
    meaning:
      'how often the file changed in one commit with a test file, small and recent commits counting more',
  },
  togetherShare: {
    family: 'history',
    meaning: "the share of the file's commits that also changed a test file",
  },
  recency: {
    family: 'history',
    meaning: 'how recently the file changed, counted in commits on a logarithmic scale',
  },
  reach: {
    family: 'relations',
    meaning: 'how strongly files that the tests mention or are named after refer to the file',
  },
  reached: { family: 'relations', meaning: 'whether the failing tests of the case can reach the file' },
  reachedNear: {
    family: 'relations',
    meaning: 'over how few steps of imports and references the failing tests reach the file',
  },
  reachedByAll: {
    family: 'relations',
    meaning: 'the share of the test files with failures, over the whole run, that reach the file',
  },
  named: {
    family: 'text',
    meaning: 'whether the message names the file, or a name that few files declare and this one does',
  },
  changed: {
    family: 'change',
    meaning: 'whether a live change that is not older than the failing tests touched the file',
  },
  changeNear: { family: 'change', meaning: 'how few live changes are newer than the one of the file' },
  changeAlone: { family: 'change', meaning: 'how few other live files the change of the file touched' },
  changeTerms: {
    family: 'change',
    meaning: 'how much the failing tests and their messages speak of the changed lines',
  },
  changeCalled: { family: 'change', meaning: 'whether the failing tests call the function that was changed' },
  changeTraced: { family: 'change', meaning: 'whether a trace passes the changed lines or their function' },
  changeNamed: {
    family: 'change',
    meaning: 'whether the changed lines have a name that the message has and few files declare',
  },
  changeEdits: {
    family: 'change',
    meaning: 'whether the change altered something that was there, instead of only adding declarations',
  },
  changeLost: { family: 'change', meaning: 'whether the file was deleted, or its mode changed' },
  changedData: { family: 'change', meaning: 'whether the changed file is no source code' },
  changedTest: { family: 'change', meaning: 'whether the changed file is that of a failing test' },
  changeReach: {
    family: 'change',
    meaning: 'over how few steps of names the failing tests get to the declaration that was changed',
  },
  changeRenames: {
    family: 'change',
    meaning: 'whether the change only gave other names, each more than once',
  },
  changeBrought: {
    family: 'change',
    meaning: 'whether the change began to ask for what the failure says is missing',
  },
  changeTook: {
    family: 'change',
    meaning: 'whether the change took away what the failure says is missing',
    expected: 2_000,
  },
  changeMentioned: {
    family: 'change',
    meaning: 'whether the body of a failing test names the changed file',
    expected: 1_000,
  },
  changeUnsteady: { family: 'change', meaning: 'whether the change made a test depend on time or chance' },
  changedSetting: {
    family: 'change',
    meaning: 'whether the changed file configures the build, the runner or the dependencies',
  },
  changeBeforeTest: {
    family: 'change',
    meaning: 'whether the failing tests were changed themselves after the change of the file',
  },
  testTouched: {
    family: 'change',
    meaning:
      'whether the change rewrote the failing test so that it asks for what is missing, or depends on time or chance',
  },
  testTraced: {
    family: 'change',
    meaning: 'whether the trace passes the lines of the failing test that were changed',
  },
  testEdited: {
    family: 'change',
    meaning: 'whether the change altered a single value of the failing test itself',
  },
  testSide: { family: 'prior', meaning: 'whether the file is on the side of the tests' },
  besideSide: { family: 'prior', meaning: 'whether the file lies beside production code and tests' },
  size: { family: 'prior', meaning: 'how many different terms the file has, on a logarithmic scale' },
} as const satisfies Record<
  string,
  { readonly family: string; readonly meaning: string; readonly expected?: number }
>;

export type FeatureName = keyof typeof evidenceFeatures;

/** A family of evidence. Families are independent of each other; features within a family are not. */
export type EvidenceFamily = (typeof evidenceFeatures)[FeatureName]['family'];

export type FeatureValues = Readonly<Record<FeatureName, number>>;

/** A feature's values for all candidates, in candidate order. */
export type FeatureColumn = readonly number[];

export const featureNames = Object.keys(evidenceFeatures) as readonly FeatureName[];

/** The highest value of a feature. */
export const FULL = 1000;

/** Returns `FULL / (1 + log2(count))`: the more there are, the less each counts. */
export function shareOf(count: number): number {
  return Math.floor((FULL * FIXED_ONE) / (FIXED_ONE + fixedLog2(Math.max(1, count))));
}

/** Scales values to 0..1000, relative to the largest. */
export function ofBest(values: FeatureColumn): FeatureColumn {
  const best = values.reduce((most, value) => Math.max(most, value), 1);
  return values.map((value) => Math.floor((FULL * value) / best));
}

/** The limits on the evidence. */
export const evidenceLimits = {
  /** A commit of more files relates none of them; such commits move or reformat everything. */
  commitFiles: 200,
  /** How many failures of a case are examined; in a flood the rest add nothing. */
  failures: 50,
  /** How many candidates a case keeps. */
  candidates: 50,
} as const;
