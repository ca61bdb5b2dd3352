// Views of a node: what is left out does not narrow them, and what makes no sense is refused.

import { describe, expect, test } from 'vitest';
import { checkView, isInRange, MOST_FRAMES, type Moment, type NodeView } from './node-view.ts';

test('an empty view asks for the newest of what stands, up to a bound', () => {
  const open = { types: null, agents: null, since: null, until: null };
  expect(checkView()).toEqual({ ...open, maxFrames: MOST_FRAMES, order: 'recency', isHistory: false });
  expect(checkView({ maxFrames: 10 * MOST_FRAMES })).toMatchObject({ maxFrames: MOST_FRAMES });
  expect(checkView({ maxFrames: 0 })).toMatchObject({ maxFrames: 0 });
});

test('one name and a list of one are the same filter', () => {
  expect(checkView({ type: 'note', agent: 'person' })).toEqual(
    checkView({ type: ['note'], agent: ['person'] }),
  );
  expect(checkView({ type: [] }).types).toEqual(new Set());
});

describe('a view is refused', () => {
  test.each<[string, object]>([
    ['with less than no frames', { maxFrames: -1 }],
    ['with half a frame', { maxFrames: 0.5 }],
    ['with a text for a number', { maxFrames: '5' }],
    ['with no number', { maxFrames: Number.NaN }],
    ['in an unknown order', { order: 'size' }],
    ['in the order of a method', { order: 'constructor' }],
    ['since half a number', { since: 1.5 }],
    ['until no time', { until: new Date(Number.NaN) }],
    ['until a text', { until: '2026-01-01' }],
    ['since null', { since: null }],
  ])('%s', (_name, view) => {
    expect(() => checkView(view as NodeView)).toThrow(expect.objectContaining({ code: 'usage' }));
  });
});

const place = { sequence: 3, recordedMs: 1_000 };
test.each<[Moment | null, Moment | null, boolean]>([
  [null, null, true],
  [3, 3, true],
  [4, null, false],
  [null, 2, false],
  [2, 4, true],
  [new Date(1_000), new Date(1_000), true],
  [new Date(1_001), null, false],
  [null, new Date(999), false],
  [3, new Date(999), false],
])('the third frame at one second is between %s and %s: %s', (since, until, expected) => {
  expect(isInRange({ since, until }, place)).toBe(expected);
});
