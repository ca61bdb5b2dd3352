/** When a conclusion is tried: every boundary on both its sides, and settings that do not fit. */
import { describe, expect, test } from 'vitest';
import { admit, completeConfig, courtDefaults, shouldActivate } from '../index.ts';

test('the defaults are the documented ones', () => {
  expect(courtDefaults).toEqual({
    enabled: false,
    ttlMs: 600000,
    maxHandoffs: 6,
    maxRemands: 2,
    activationThreshold: 0.85,
    rejectionThreshold: 0.5,
    maxRounds: 3,
  });
  expect(Object.isFrozen(courtDefaults)).toBe(true);
});

describe('a conclusion', () => {
  test.each([
    [1, 'affirmed'],
    [0.85, 'affirmed'],
    [0.8499, 'tried'],
    [0.5, 'tried'],
    [0.4999, 'rejected'],
    [0, 'rejected'],
  ] as const)('of confidence %d is %s', (confidence, expected) => {
    expect(admit(confidence)).toBe(expected);
    expect(shouldActivate(confidence, { enabled: true })).toBe(expected === 'tried');
    expect(shouldActivate(confidence, {})).toBe(false);
  });

  test('is held against the thresholds that are set, sums of decimals included', () => {
    expect(shouldActivate(0.7 + 0.1, { enabled: true, activationThreshold: 0.8 })).toBe(false);
    expect(shouldActivate(0.1 + 0.2, { enabled: true, rejectionThreshold: 0.3 })).toBe(true);
  });

  test.each([Number.NaN, -0.1, 1.1])('of confidence %d is refused', (confidence) => {
    expect(() => admit(confidence)).toThrow('is not a decimal from 0 to 1');
  });
});

test.each([
  [{ maxRounds: 0 }, '`maxRounds` of the court does not fit'],
  [{ ttlMs: 1.5 }, '`ttlMs` of the court does not fit'],
  [{ activationThreshold: 2 }, '`activationThreshold` of the court does not fit'],
  [{ ttl_ms: 1 } as object, 'of the court does not fit'],
])('settings %j are refused', (config, message) => {
  expect(() => completeConfig(config)).toThrow(message);
});

test('a setting that is undefined is one that was left out', () => {
  expect(completeConfig({ maxRounds: undefined } as object)).toEqual(courtDefaults);
});
