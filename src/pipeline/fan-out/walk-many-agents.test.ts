/** That each agent is asked a bounded number of times at once, in the order of arrival. */
import { expect, test } from 'vitest';
import { defineAgent } from '../agents/index.ts';
import { createAgentGate } from './walk-many.ts';

const agent = defineAgent({ name: 'slow' });
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('those who come are let in one by one, in the order they came', async () => {
  const enter = createAgentGate({ slow: 2 });
  const inside: number[] = [];
  const leaves: (() => void)[] = [];
  const come = (guest: number) =>
    void enter(agent).then((leave) => {
      inside.push(guest);
      leaves.push(leave);
    });
  for (const guest of [1, 2, 3]) come(guest);
  await settle();
  expect(inside).toEqual([1, 2]);
  leaves[1]?.();
  await settle();
  expect(inside).toEqual([1, 2, 3]);
  come(4);
  await settle();
  expect(inside).toEqual([1, 2, 3]);
  leaves[0]?.();
  await settle();
  expect(inside).toEqual([1, 2, 3, 4]);
});

test.each([0, -1, Number.NaN])('a limit of %d is refused', (limit) => {
  expect(() => createAgentGate({ slow: limit })).toThrow('cannot be asked');
});

test.each([
  ['an agent without a limit', defineAgent({ name: 'quick' })],
  ['nobody', null],
])('%s is never waited for', async (_who, other) => {
  const enter = createAgentGate({ slow: 1 });
  await enter(agent);
  for (let guest = 0; guest < 5; guest++) await enter(other);
});
