// The bounds of the court's activation, exactly: from .50 on a conclusion is tried, from .85 on it stands.

import { expect, test } from 'vitest';
import { courtDefaults, shouldActivate } from '../../../src/court/index.ts';

test.each([
  [0, false],
  [0.4999, false],
  [0.49995, true],
  [0.5, true],
  [0.7 + 0.1, true],
  [0.8499, true],
  [0.84995, false],
  [0.85, false],
  [0.75 + 0.1, false],
  [1, false],
])('a conclusion of confidence %d is tried: %s', (confidence, isTried) => {
  expect(shouldActivate(confidence, { enabled: true })).toBe(isTried);
  expect(shouldActivate(confidence, courtDefaults)).toBe(false);
});
