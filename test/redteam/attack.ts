// An attack is a test by a name of its own: its body opens targets and attacks them, and what has to hold afterwards is
// asserted for every one of them. `mutations.ts` says which line of the program each attack would break without.

import { test } from 'vitest';
import { openTarget, type Target, type TargetOptions } from './open-target.ts';

export type { Target } from './open-target.ts';

/** Opens a target that is looked after. */
export type OpenTarget = (options?: TargetOptions) => Promise<Target>;

/** Makes an attack; its name starts with its id in brackets, and the id stands in the source as a plain text. */
export function attack(
  id: string,
  title: string,
  body: (open: OpenTarget) => Promise<void>,
  timeoutMs?: number,
): void {
  test(
    `[${id}] ${title}`,
    async () => {
      const targets: Target[] = [];
      try {
        await body(async (options) => {
          const target = await openTarget(options);
          targets.push(target);
          return target;
        });
        for (const target of targets) await target.expectUnharmed();
      } finally {
        for (const target of targets) await target.close();
      }
    },
    timeoutMs,
  );
}
