// Each attack is seen to succeed where its check is taken out of a copy of the program, and to fail where it is not.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listAttacks } from './list-attacks.ts';
import { type MutableCopy, makeMutableCopy } from './make-mutable-copy.ts';
import type { RedTeam } from './red-team.ts';

/** Makes the tests that take the checks of a suite out, one at a time. */
export function proveRedTeam({ folder, mutations }: RedTeam): void {
  const fileOf = new Map(listAttacks({ folder }).map(({ id, file }) => [id, file]));
  const started = performance.now();
  let copy: MutableCopy;
  let done = 0;

  beforeAll(() => {
    copy = makeMutableCopy(folder);
  });
  afterAll(() => copy[Symbol.dispose]());

  /** So that whoever waits sees that something happens. */
  const tell = (attack: string): void => {
    const seconds = Math.round((performance.now() - started) / 1_000);
    process.stdout.write(`${folder}: ${++done} of ${mutations.length}, ${attack}, ${seconds} s\n`);
  };

  describe('without its check', () => {
    test.each(mutations)('$attack succeeds: $why', async (mutation) => {
      const putBack = copy.apply(mutation);
      try {
        const { passed, failed, said } = await copy.run(fileOf.get(mutation.attack) ?? '', mutation.attack);
        expect({ passed, failed }, said).toEqual({ passed: 0, failed: 1 });
      } finally {
        putBack();
        tell(mutation.attack);
      }
    });
  });

  // In the same copy and after all others, so that it sees as well whether every check was put back.
  test('the program as it is withstands every attack', async () => {
    const { passed, failed, said } = await copy.run(`${folder}/`);
    expect({ failed, said }).toEqual({ failed: 0, said: '' });
    expect(passed).toBeGreaterThanOrEqual(fileOf.size);
  });
}
