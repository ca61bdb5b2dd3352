/** Puts recorded requests to a policy again, so that a person sees what a change of policy would have decided. */

import type { Policy } from '../policy/policy.ts';
import { type EnforceRequest, enforce } from './enforce.ts';

/** A request that was recorded, and the code it was answered with. */
export type RecordedRequest = {
  readonly request: Omit<EnforceRequest, 'policy'>;
  readonly code?: string;
};

/** How a recorded request is decided now; `isSame` is null where no code was recorded. */
export type ReplayedRequest = {
  readonly index: number;
  readonly code: string;
  readonly failedConditions: readonly string[];
  readonly recorded: string | null;
  readonly isSame: boolean | null;
};

/** Decides recorded requests by a policy, in their order. */
export function replayRequests(
  policy: Policy,
  requests: readonly RecordedRequest[],
): readonly ReplayedRequest[] {
  const replayed = requests.map(({ request, code: recorded = null }, index) => {
    const { code, data } = enforce({ ...request, policy });
    const failed = (data.failed_conditions ?? []) as readonly string[];
    const isSame = recorded === null ? null : recorded === code;
    return Object.freeze({ index, code, failedConditions: failed, recorded, isSame });
  });
  return Object.freeze(replayed);
}
