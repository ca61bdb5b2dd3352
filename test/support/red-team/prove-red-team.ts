// Each attack is seen to succeed where its check is taken out of a copy of the program, and to fail where it is not.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listAttacks } from './list-attacks.ts';
import { type MutableCopy, makeMutableCopy } from './make-mutable-copy.ts';
import type { RedTeam } from './red-team.ts';

/** As many as a small machine has processors. */
const COPIES = 2;

/** Makes the tests that take the checks of a suite out, one at a time. */
export function proveRedTeam({ folder, mutations }: RedTeam): void {
  const fileOf = new Map(listAttacks({ folder }).map(({ id, file }) => [id, file]));
  const { withCopy } = shareCopies(folder);
  const started = performance.now();
  let done = 0;

  /** So that whoever waits sees that something happens. */
  const tell = (attack: string): void => {
    const seconds = Math.round((performance.now() - started) / 1_000);
    process.stdout.write(`${folder}: ${++done} of ${mutations.length}, ${attack}, ${seconds} s\n`);
  };

  describe.concurrent('without its check', () => {
    test.each(mutations)('$attack succeeds: $why', async (mutation) => {
      const { passed, failed, said } = await withCopy(async (copy) => {
        const putBack = copy.apply(mutation);
        try {
          return await copy.run(fileOf.get(mutation.attack) ?? '', mutation.attack);
        } finally {
          putBack();
          tell(mutation.attack);
        }
      });
      expect({ passed, failed }, said).toEqual({ passed: 0, failed: 1 });
    });
  });

  test.concurrent('the program as it is withstands every attack', async () => {
    const { passed, failed, said } = await withCopy((copy) => copy.run(`${folder}/`));
    expect({ failed, said }).toEqual({ failed: 0, said: '' });
    expect(passed).toBeGreaterThanOrEqual(fileOf.size);
  });
}

type WithCopy = <Result>(use: (copy: MutableCopy) => Promise<Result>) => Promise<Result>;

/** Makes copies for the tests of a file, each used by one of them at a time. */
function shareCopies(folder: string): { readonly withCopy: WithCopy } {
  const copies: MutableCopy[] = [];
  const free: MutableCopy[] = [];
  const waiting: ((copy: MutableCopy) => void)[] = [];
  beforeAll(() => {
    for (let index = 0; index < COPIES; index++) copies.push(makeMutableCopy(folder));
    free.push(...copies);
  });
  afterAll(() => {
    for (const copy of copies) copy[Symbol.dispose]();
  });
  return {
    async withCopy(use) {
      const copy = free.pop() ?? (await new Promise<MutableCopy>((resolve) => waiting.push(resolve)));
      try {
        return await use(copy);
      } finally {
        const next = waiting.shift();
        if (next === undefined) free.push(copy);
        else next(copy);
      }
    },
  };
}
