/** That a gate which was closed lets nobody in, also not who waited before it, and keeps no agent from anybody. */
import { expect, test } from 'vitest';
import { defineAgent } from '../agents/index.ts';
import { createHaltingGate } from './drive-cases.ts';
import { createAgentGate } from './walk-many.ts';

const agent = defineAgent({ name: 'only' });

test('who waits for an agent when the gate is closed does not come to it, nor does who comes later', async () => {
  const gate = createAgentGate({ only: 1 });
  const { enter, close } = createHaltingGate(gate);
  const leave = await enter(agent);
  const waiting = [enter(agent), enter(agent)].map((one) => one.catch((error: unknown) => error));
  close();
  leave();
  const refused = { code: 'stopped', message: 'another case of the run could not go on' };
  expect(await Promise.all(waiting)).toMatchObject([refused, refused]);
  await expect(enter(agent)).rejects.toMatchObject(refused);
  // The agent itself is free again.
  await gate(agent);
});
