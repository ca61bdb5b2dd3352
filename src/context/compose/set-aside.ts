/** Sets aside what cannot be in a composition whatever its bounds: removed contents, unwanted stale ones, duplicates. */
import type { LeaveBound, LeftOutFrame } from './composition.ts';
import { byIdAndPath, type Candidate } from './gather-current.ts';

/** Candidates that may be composed, in one order however they came in, and those that may not, by id and path. */
export type Sorted = { readonly kept: readonly Candidate[]; readonly leftOut: readonly LeftOutFrame[] };

/** Parts the candidates; of duplicates the one of the nearest source is kept, then a fresh one, then the newest. */
export function setAside(candidates: readonly Candidate[], { freshOnly }: { freshOnly: boolean }): Sorted {
  const kept: Candidate[] = [];
  const leftOut: { readonly candidate: Candidate; readonly bound: LeaveBound }[] = [];
  const seen = new Set<string>();
  for (const candidate of candidates.toSorted(bestFirst)) {
    const { frameId, content, contentId, type, fresh } = candidate.frame;
    const sameContent = `${contentId} ${type}`;
    const leave = (bound: LeaveBound) => leftOut.push({ candidate, bound });
    if (content === null) leave('removed');
    else if (freshOnly && !fresh) leave('stale');
    else if (seen.has(frameId) || seen.has(sameContent)) leave('duplicate');
    else {
      seen.add(frameId).add(sameContent);
      kept.push(candidate);
    }
  }
  leftOut.sort((left, right) => byIdAndPath(left.candidate, right.candidate));
  return {
    kept,
    leftOut: leftOut.map(({ candidate, bound }) => leftOutBy(candidate, bound)),
  };
}

/** Says of a candidate what kept it out. */
export function leftOutBy({ frame }: Candidate, bound: LeaveBound): LeftOutFrame {
  return Object.freeze({ frameId: frame.frameId, path: frame.path, bound });
}

function bestFirst(left: Candidate, right: Candidate): number {
  return (
    left.nearness - right.nearness ||
    Number(right.frame.fresh) - Number(left.frame.fresh) ||
    right.frame.recordedMs - left.frame.recordedMs ||
    byIdAndPath(left, right)
  );
}
