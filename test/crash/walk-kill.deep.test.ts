// SIGKILL before and after every single effect of walks with loops, a definition within a node, fan-out and a barrier,
// and twice at many pairs of them.

import { afterAll, expect, test } from 'vitest';
import { openWalkGround } from './walk-ground.ts';
import { expectSurvival } from './walk-survival.ts';

/** How many walks share a process and its death. */
const AT_ONCE = 20;
const ground = await openWalkGround();
afterAll(() => ground.remove());

test('killed at any moment they are resumed to the same end', async () => {
  expect(ground.moments.length).toBeGreaterThan(190);
  await inGroups(ground.moments.map((moment) => [moment]));
});

test('killed a second time, at the same moment or a later one, they are resumed to the same end', async () => {
  const { moments } = ground;
  const again = moments.filter((moment, index) => index % 5 === 0 && moment.startsWith('before'));
  await inGroups(again.map((moment) => [moment, moment]));
});

async function inGroups(lives: readonly (readonly string[])[]): Promise<void> {
  for (let start = 0; start < lives.length; start += AT_ONCE)
    await expectSurvival(ground, lives.slice(start, start + AT_ONCE));
}
