/** The court knows the features of evidence by their names only; here they are held against the table of those who count. */
import { expect, test } from 'vitest';
import { evidenceFamilies, familyOf } from '../../src/court/heuristics/evidence-families.ts';
import { evidenceFeatures, featureNames } from '../../src/rca/ranking/evidence-features.ts';

test.each(featureNames)('%s is of one family before the court and where it is counted', (name) => {
  expect(familyOf(name)).toBe(evidenceFeatures[name].family);
});

test('every family of the court has a feature, and every feature a family of the court', () => {
  const counted = new Set(featureNames.map((name) => evidenceFeatures[name].family));
  expect([...counted].sort()).toEqual([...evidenceFamilies].sort());
});
