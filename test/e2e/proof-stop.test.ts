// Ctrl-C during a proof: what was learned is printed and kept, and asked for again the proof goes on from there.

import { afterAll, expect, test } from 'vitest';
import { endOfProof, investigated, layProofGround, PROVE, removeGrounds } from '../crash/killed-proofs.ts';

afterAll(removeGrounds);

test.each(['SIGINT', 'SIGTERM'] as const)('%s keeps what was learned', async (signal) => {
  const ground = investigated(layProofGround());
  const calm = ground.copy();
  const whole = endOfProof(calm);

  const own = ground.copy();
  const { status, stdout, stderr } = await own.interrupt(PROVE, signal, 5);
  expect({ status, scratch: own.scratch(), processes: own.processes() }).toEqual({
    status: 5,
    scratch: [],
    processes: [],
  });
  const [cause] = JSON.parse(stdout).causes;
  expect(cause).toMatchObject({ status: 'narrowed', experiments: { outcome: 'narrowed', runs: 4 } });
  expect(stderr).toMatch(/"reason":"it was stopped","goOn":"penumbra prove run:[0-9a-f]{16}"/);

  expect(endOfProof(own, ['prove', 'latest', '--yes', '--json'])).toEqual(whole);
  // The run that was stopped is the only one that was lost.
  expect(own.runs()).toBe(calm.runs() + 1);
});

test('a budget of runs that is spent is no fault, and the rest is run later', () => {
  const ground = investigated(layProofGround());
  const { status, stderr } = ground.penumbra([...PROVE, '--max-runs', '3']);
  expect(status).toBe(0);
  expect(stderr).toContain('the runs are spent');
  expect(ground.runs()).toBe(3 + 1);
  expect(ground.penumbra(['verify', 'latest']).status).toBe(0);
});
