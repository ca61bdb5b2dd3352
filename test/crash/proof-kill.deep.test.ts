// SIGKILL at every boundary of a proof: while each test runs, before and after each record, and at every commit that
// writes the report. Asked for again it goes on, runs nothing twice, and ends with the same bytes.

import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  endOfProof,
  investigated,
  killAt,
  layProofGround,
  PROVE,
  type ProofGround,
  removeGrounds,
} from './killed-proofs.ts';

let ground: ProofGround;
let whole: ReturnType<typeof endOfProof>;
let runs: number;

beforeAll(() => {
  ground = investigated(layProofGround());
  const calm = ground.copy();
  whole = endOfProof(calm);
  runs = calm.runs();
});
afterAll(removeGrounds);

test.each([
  ['while a test runs', { at: 'run' }],
  ['after a run, before its record', { at: 'before', commit: 1 }],
] as const)('killed %s, for each run in turn', async (_name, moment) => {
  const own = ground.copy();
  // Each process gets one further than the last, and so loses the run that it is killed at.
  for (let run = 0; run < runs; run++)
    expect(await killAt(own, PROVE, { ...moment, runs: own.runs() + (run === 0 ? 1 : 2) })).toBe(true);
  expect(endOfProof(own)).toEqual(whole);
  expect(own.runs()).toBe(2 * runs);
});

test('killed after each record, and then at each commit that writes the report', async () => {
  const own = ground.copy();
  for (let run = 1; run <= runs; run++)
    expect(await killAt(own, PROVE, { at: 'after', commit: 1, runs: run })).toBe(true);
  let killed = 0;
  for (let commit = 1, isHit = true; isHit; commit++)
    for (const at of ['before', 'after'] as const) {
      isHit = await killAt(own, PROVE, { at, commit, runs });
      killed += Number(isHit);
    }
  expect(killed).toBeGreaterThan(1);
  expect(endOfProof(own)).toEqual(whole);
  expect(own.runs()).toBe(runs);
});
