/** What scenarios of Cucumber come to, whichever of its two formats tells it: the worst of their steps decides. */
import type { ReadFailure, ReadTest } from '../reading/record-test.ts';
import { splitFailure } from '../reading/record-test.ts';

/** A step, or a hook, that has ended. */
export type RunStep = {
  readonly status: string;
  readonly text: string;
  readonly told: string;
  readonly type?: string | undefined;
};

/** From the worst on; what was not written yet fails a run as well. */
const STATUSES: readonly string[] = ['FAILED', 'AMBIGUOUS', 'UNDEFINED', 'PENDING', 'SKIPPED', 'PASSED'];

/** Returns how a scenario ended, with what failed in it; nothing of one without a step that ended. */
export function endOf(steps: readonly RunStep[]): Pick<ReadTest, 'outcome' | 'failures'> | undefined {
  const known = steps.filter(({ status }) => STATUSES.includes(status));
  const worst = STATUSES.find((status) => known.some((step) => step.status === status));
  if (worst === undefined) return undefined;
  if (worst === 'PASSED') return { outcome: 'passed' };
  if (worst === 'SKIPPED') return { outcome: 'skipped' };
  const failures = known.filter(({ status }) => status === worst).map(failureOf);
  return { outcome: worst === 'FAILED' ? 'failed' : 'errored', failures };
}

function failureOf({ status, text, told, type }: RunStep): ReadFailure {
  if (status === 'FAILED') {
    const failure = splitFailure(told);
    return { kind: 'failure', ...failure, type: type || failure.type };
  }
  const words =
    status === 'AMBIGUOUS'
      ? 'matches several definitions'
      : status === 'PENDING'
        ? 'is pending'
        : 'is not defined';
  return { kind: 'error', message: `the step \`${text}\` ${words}`, stack: told };
}
