// SIGKILL at every single commit of an investigation, before it and after it in turn: resumed, it ends with the hashes
// of an undisturbed run.

import { availableParallelism } from 'node:os';
import { afterAll, expect, test } from 'vitest';
import { openKillGround } from './killed-investigations.ts';

const ground = await openKillGround();
afterAll(() => ground.remove());

// Some hundred investigations: minutes on a quiet machine, a multiple of that on a busy one.
test('killed at any commit it is resumed to the same end', { timeout: 30 * 60_000 }, async () => {
  const commits = Array.from({ length: ground.commits }, (_, index) => index + 1);
  const runner = async () => {
    for (let commit = commits.pop(); commit !== undefined; commit = commits.pop()) {
      const moment = commit % 2 === 0 ? 'before' : 'after';
      const remains = await ground.killAt(commit, moment);
      expect({ commit, moment, ...remains }).toEqual({ commit, moment, ...ground.whole });
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, runner));
});
