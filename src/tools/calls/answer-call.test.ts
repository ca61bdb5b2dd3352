/** Changed files are reported after the change, so that caches can be refreshed. */
import { expect, test } from 'vitest';
import type { RefPlace } from '../../guard/index.ts';
import { tellChanges } from './answer-call.ts';
import type { ChangedPlaces, Need } from './tool-services.ts';

const at = (root: string, path: string) => ({ root, path }) as RefPlace;
const places = [at('repo', 'a'), at('case', 'x'), at('repo', 'b/c')];
const byPath = [
  { root: 'repo', paths: ['a', 'b/c'] },
  { root: 'case', paths: ['x'] },
];
const byRoot = byPath.map(({ root }) => ({ root, paths: null }));

test.each<[Need, readonly (readonly ChangedPlaces[])[]]>([
  ['disk', [byPath]],
  ['git', [byRoot]],
  ['exec', [byRoot]],
  ['context', []],
  ['contracts', []],
])('an act of %s tells %j', async (needs, expected) => {
  const told: (readonly ChangedPlaces[])[] = [];
  await tellChanges(needs, places, async (changed) => void told.push(changed));
  expect(told).toEqual(expected);
});

test('nobody need listen, and a fault of who does is not one of the act', async () => {
  await tellChanges('disk', places, undefined);
  await tellChanges('disk', places, () => Promise.reject(new Error('gone')));
  await tellChanges('disk', places, () => {
    throw new Error('gone at once');
  });
});
