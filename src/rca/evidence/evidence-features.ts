/**
 * The integer features of a candidate file, each from 0 to 1000 and each with one meaning. A feature that could not be
 * measured (no trace, no history, no test source) is 0 for every candidate and so decides nothing.
 */

/** The features by name: the family of evidence each belongs to, and what it means. */
export const evidenceFeatures = {
  stackDepth: {
    family: 'stack',
    meaning: 'how near the file stands to the innermost own production frame of a trace',
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
  size: { family: 'prior', meaning: 'how many different terms the file has, on a logarithmic scale' },
} as const satisfies Record<string, { readonly family: string; readonly meaning: string }>;

/** The name of a feature. */
export type FeatureName = keyof typeof evidenceFeatures;

/** A family of evidence; families are independent of each other, features of one family are not. */
export type EvidenceFamily = (typeof evidenceFeatures)[FeatureName]['family'];

/** A candidate's features. */
export type FeatureValues = Readonly<Record<FeatureName, number>>;

/** A feature's values for all candidates, in their order. */
export type FeatureColumn = readonly number[];

/** The names of the features, in order. */
export const featureNames = Object.keys(evidenceFeatures) as readonly FeatureName[];

/** The value of a feature that holds fully. */
export const FULL = 1000;

/** Brings values to 0..1000 of the largest. */
export function ofBest(values: FeatureColumn): FeatureColumn {
  const best = values.reduce((most, value) => Math.max(most, value), 1);
  return values.map((value) => Math.floor((FULL * value) / best));
}
