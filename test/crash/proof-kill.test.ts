// SIGKILL at some moments of a proof: asked for again it goes on, runs nothing twice, and ends with the same bytes.

import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { temporaryFolder } from '../e2e/penumbra.ts';
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
        /^its proof is unfinished; continue with `penumbra prove run:[0-9a-f]{16}`$/m,
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

test('without a sandbox, what a killed proof left running is ended by the next one', () => {
  const ground = investigated(layProofGround());
  const environment = { PATH: programsWithoutSandbox() };
  const killed = ground.penumbra(PROVE, { ...environment, PENUMBRA_KILL: 'run 3', PENUMBRA_HANG_AT: '3' });
  expect(killed.signal).toBe('SIGKILL');
  expect(ground.processes()).not.toEqual([]);
  expect(ground.penumbra(PROVE, environment).status).toBe(0);
  expect({ processes: ground.processes(), scratch: ground.scratch() }).toEqual({
    processes: [],
    scratch: [],
  });
});

/** A folder for the path of programs, with node and git and nothing else. */
function programsWithoutSandbox(): string {
  const folder = temporaryFolder();
  symlinkSync(process.execPath, join(folder, 'node'));
  symlinkSync(execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim(), join(folder, 'git'));
  return folder;
}
