/**
 * Puts recorded requests to a policy again, so that a person sees what a change of policy would have decided. Only what
 * the gate was asked is decided again; whether the place would have been seen is not.
 */

import { type EnforceRequest, enforce } from './enforce.ts';
import type { Policy } from './policy.ts';
import { policyTables, subdirectoryOf } from './policy-lookup.ts';

type PutRequest = Omit<EnforceRequest, 'policy'>;

/** A request that was recorded, and the code it was answered with. */
export type RecordedRequest = {
  readonly request: PutRequest;
  /** What else the same call put to the gate; the first denial answers it, else the last grant. */
  readonly further?: readonly PutRequest[];
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

/** What came under the rows of a root comes under those of a subdirectory where this policy names it. */
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
