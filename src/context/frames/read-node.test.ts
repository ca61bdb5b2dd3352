// The root over a node's frames is that of the set, whatever the order they come in.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeId, sha256 } from '../../kernel/index.ts';
import { frameSetRoot } from './read-node.ts';

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
