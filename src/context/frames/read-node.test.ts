// The root over a node's frames is that of the set, whatever the order they come in.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeId, sha256 } from '../../kernel/index.ts';
import { checkView, frameSetRoot, isInRange, MOST_FRAMES, type Moment, type NodeView } from './read-node.ts';

const ids = fc
  .uniqueArray(fc.nat(500), { maxLength: 300 })
  .map((all) => all.map((each) => makeId('frame', sha256(`${each}`))));

test('the root over frames is that of the set in any order, repeated or not', () => {
  const shuffled = ids.chain((all) =>
    fc.tuple(fc.constant(all), fc.shuffledSubarray([...all, ...all], { minLength: all.length * 2 })),
  );
  fc.assert(fc.property(shuffled, ([all, mixed]) => frameSetRoot(mixed) === frameSetRoot(all)));
});

test('the roots over different sets differ', () => {
  fc.assert(
    fc.property(ids, ids, (one, other) => {
      const isSame = one.toSorted().join() === other.toSorted().join();
      expect(frameSetRoot(one) === frameSetRoot(other)).toBe(isSame);
    }),
  );
});

test('the root over no frames is one of its own', () => {
  expect(frameSetRoot([])).toMatch(/^[0-9a-f]{64}$/);
});

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
