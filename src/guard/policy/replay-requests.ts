/**
 * Replays recorded requests against a policy, to show what a change of policy would have decided. Only the
 * decisions of the gate are replayed, not visibility.
 */

import { type EnforceRequest, enforce } from './enforce.ts';
import type { Policy } from './policy.ts';
import { policyTables, subdirectoryOf } from './policy-lookup.ts';

type PutRequest = Omit<EnforceRequest, 'policy'>;

/** A recorded request and the code of its reply. */
export type RecordedRequest = {
  readonly request: PutRequest;
  /**
   * Further requests of the same call to the gate. The first denial is its result, otherwise the last grant.
   */
  readonly further?: readonly PutRequest[];
  readonly code?: string;
};

/** The current decision on a recorded request; `isSame` is null if no code was recorded. */
export type ReplayedRequest = {
  readonly index: number;
  readonly code: string;
  readonly failedConditions: readonly string[];
  readonly recorded: string | null;
  readonly isSame: boolean | null;
};

/** Decides recorded requests by a policy, in order. */
export function replayRequests(
  policy: Policy,
  requests: readonly RecordedRequest[],
): readonly ReplayedRequest[] {
  const replayed = requests.map(({ request, further = [], code: recorded = null }, index) => {
    const replies = [request, ...further]
      .flatMap((one) => placeAgain(policy, one))
      .map((one) => enforce({ ...one, policy }));
    const { code, data } =
      replies.find(({ type }) => type !== 'S') ?? (replies.at(-1) as (typeof replies)[0]);
    const failed = (data.failed_conditions ?? []) as readonly string[];
    const isSame = recorded === null ? null : recorded === code;
    return Object.freeze({ index, code, failedConditions: failed, recorded, isSame });
  });
  return Object.freeze(replayed);
}

/** A path decided by the rows of a root is now decided by those of a subdirectory if this policy names it. */
function placeAgain(policy: Policy, request: PutRequest): readonly PutRequest[] {
  const { root, subdirectory = null, context } = request;
  const paths = context?.paths ?? [];
  if (subdirectory !== null || paths.length === 0) return [request];
  const tables = policyTables(policy);
  const byPlace = Map.groupBy(paths, (path) => subdirectoryOf(tables, root, path));
  return [...byPlace].map(([place, some]) => ({
    ...request,
    subdirectory: place,
    context: { ...context, paths: some },
  }));
}
