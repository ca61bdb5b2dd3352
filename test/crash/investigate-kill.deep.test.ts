// SIGKILL before and after every single commit of an investigation: resumed, it ends with the hashes of an undisturbed run.

import { availableParallelism } from 'node:os';
import { afterAll, expect, test } from 'vitest';
import { openKillGround } from './killed-investigations.ts';

const ground = await openKillGround();
afterAll(() => ground.remove());

test.each(['before', 'after'] as const)(
  'killed %s any commit it is resumed to the same end',
  async (moment) => {
    const commits = Array.from({ length: ground.commits }, (_, index) => index + 1);
    const runner = async () => {
      for (let commit = commits.pop(); commit !== undefined; commit = commits.pop()) {
        const remains = await ground.killAt(commit, moment);
        expect({ commit, ...remains }).toEqual({ commit, ...ground.whole });
      }
    };
    await Promise.all(Array.from({ length: availableParallelism() }, runner));
  },
);
