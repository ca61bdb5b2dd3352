// How workspace settings become those of trials: stored without fractions, and without the defaults.

import { expect, test } from 'vitest';
import { canonicalText } from '../../kernel/index.ts';
import { courtConfigOf, courtEffectOf, keptCourtSettings } from './run-inputs.ts';

test('what a workspace says of the court is kept without fractions, and holds as it was said', () => {
  const said = {
    effect: 'binding',
    activationThreshold: 0.8125,
    rejectionThreshold: 0.5,
    maxRounds: 2,
  } as const;
  const kept = keptCourtSettings({ enabled: true, ...said });
  expect(canonicalText(kept)).toContain('8125');
  const configuration = { court: true, memory: 'off', ...kept } as const;
  expect(courtConfigOf(configuration)).toMatchObject({
    enabled: true,
    activationThreshold: 0.8125,
    rejectionThreshold: 0.5,
    maxRounds: 2,
  });
  expect(courtEffectOf(configuration)).toBe('binding');
});

test('a workspace that says nothing leaves nothing to be kept', () => {
  expect(keptCourtSettings({ enabled: false })).toEqual({});
  expect(keptCourtSettings()).toEqual({});
});
