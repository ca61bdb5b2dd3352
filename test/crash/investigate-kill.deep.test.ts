// SIGKILL at every second commit of an investigation, before it and after it in turn: resumed, it ends with the hashes
// of an undisturbed run; and the same where its store fails. What records its steps is killed at every single one in walk-kill.deep.test.ts.

import { availableParallelism } from 'node:os';
import { afterAll, expect, test } from 'vitest';
import { openKillGround } from './killed-investigations.ts';

const ground = await openKillGround();
afterAll(() => ground.remove());

// More than a hundred investigations: minutes on a quiet machine, a multiple of that on a busy one.
test('killed at commits all through it is resumed to the same end', { timeout: 30 * 60_000 }, async () => {
  const commits = Array.from({ length: Math.ceil(ground.commits / 2) }, (_, index) => 2 * index + 1);
  const runner = async () => {
    for (let commit = commits.pop(); commit !== undefined; commit = commits.pop()) {
      const moment = commit % 4 === 1 ? 'before' : 'after';
      const remains = await ground.killAt(commit, moment);
      expect({ commit, moment, ...remains }).toEqual({ commit, moment, ...ground.whole });
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, runner));
});

test('where the store fails at some commits it is resumed to the same end', {
  timeout: 30 * 60_000,
}, async () => {
  for (const part of [0, 1, 2, 3]) {
    const commit = 4 + Math.floor((ground.commits * part) / 4);
    expect({ commit, ...(await ground.killAt(commit, 'fault')) }).toEqual({ commit, ...ground.whole });
  }
});
