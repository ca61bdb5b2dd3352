// SIGKILL at some moments of a proof: asked for again it goes on, runs nothing twice, and ends with the same bytes.

import { afterAll, expect, test } from 'vitest';
import {
  COMMAND,
  endOfProof,
  investigated,
  killAt,
  layProofGround,
  PROVE,
  removeGrounds,
} from './killed-proofs.ts';

afterAll(removeGrounds);

test('a proof that is killed again and again ends as one that was left in peace', async () => {
  const ground = investigated(layProofGround());
  const calm = ground.copy();
  const whole = endOfProof(calm);
  expect(whole).toMatchObject({ status: 0, scratch: [], processes: [], isValid: true });
  expect(JSON.parse(whole.report).causes).toMatchObject([{ status: 'proven', answer: ['src/sum.js'] }]);
  const runs = calm.runs();

  const own = ground.copy();
  // While the second test run is under way; after the third, before it is on record; once the fifth is on record.
  for (const moment of [
    { at: 'run', runs: 2 },
    { at: 'before', commit: 1, runs: 4 },
    { at: 'after', commit: 1, runs: 6 },
  ] as const)
    expect(await killAt(own, PROVE, moment)).toBe(true);
  const lost = 2;
  // Before the report is written, and before what was learned is.
  expect(await killAt(own, PROVE, { at: 'before', commit: 2, runs: runs + lost })).toBe(true);
  expect(await killAt(own, PROVE, { at: 'after', commit: 1, runs: runs + lost })).toBe(true);
  expect(endOfProof(own)).toEqual(whole);
  expect(own.runs()).toBe(runs + lost);
});

test('`why` that is killed is taken up by `prove`, with the command that is on record', async () => {
  const ground = layProofGround();
  const pristine = ground.copy();
  const why = ['why', '--json', '--', ...COMMAND];
  const { status, stdout: whole } = ground.penumbra(why);
  expect(status).toBe(0);
  const runs = ground.runs();

  ground.become(pristine);
  expect(await killAt(ground, why, { at: 'after', commit: 1, runs: 5 })).toBe(true);
  // What was argued is there, and whoever asks is told how to go on.
  for (const command of ['resume', 'show'])
    expect(ground.penumbra([command, 'latest'])).toMatchObject({
      status: 0,
      stderr: expect.stringMatching(
        /^its proof was not ended; go on with `penumbra prove run:[0-9a-f]{16}`$/m,
      ),
    });
  const refused = ground.penumbra(['prove', 'latest', '--json']);
  expect(refused).toMatchObject({ status: 2, stderr: expect.stringContaining('nobody agreed') });
  expect(endOfProof(ground, ['prove', 'latest', '--yes', '--json'])).toMatchObject({
    status: 0,
    report: whole,
    scratch: [],
    isValid: true,
  });
  expect(ground.runs()).toBe(runs);
});
