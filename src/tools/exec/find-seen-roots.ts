/**
 * What a sandboxed program is shown beside its own directory: the roots a policy names, as far as the session sees them
 * whatever the path. A root that is seen under conditions, or is too large to look through, is not shown at all.
 */
import { type HidesPath, hiddenNames } from '../../guard/index.ts';
import type { ToolCall } from '../calls/tool-command.ts';
import { findCovered } from './find-covered.ts';
import type { SeenRoot } from './program-runner.ts';

type Seeing = Pick<ToolCall, 'snapshot' | 'means'>;

/** Returns the roots that are shown, in the order of the policy. */
export function findSeenRoots(call: Seeing): readonly SeenRoot[] {
  const { policy } = call.snapshot;
  return (policy.exec?.sees ?? []).flatMap((key) => {
    const place = call.means.exec?.roots.get(key);
    const isCovered = place && coveredBy(key, call);
    const found = isCovered && findCovered({ disk: call.means.disk, place, isCovered });
    return place && found ? [{ key, place, hidden: found.hidden }] : [];
  });
}

/** Returns what is hidden in a root; null where that depends on more than the path, or nothing is seen. */
function coveredBy(key: string, { snapshot: { policy, mode, reserved } }: Seeing): HidesPath | null {
  const rows = policy.visibility.filter((row) => row.mode === mode && row.root === key);
  const isSeen = rows.some(({ subdirectory, answer }) => subdirectory === null && answer === 'always');
  if (!isSeen || rows.some(({ answer }) => typeof answer !== 'string')) return null;
  const never = new Set(
    rows.filter(({ answer }) => answer === 'never').map(({ subdirectory }) => subdirectory),
  );
  const hides = hiddenNames(policy.roots.find((root) => root.key === key) ?? { hidden: [] }, reserved[key]);
  return (path) => never.has(path) || hides(path);
}
