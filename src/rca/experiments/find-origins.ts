/**
 * Finds the commit behind a change that arrived with a merge. The search follows first parents, so for
 * anything from another branch it ends at the merge commit; this looks inside. What the merge itself changed
 * is attributed to the merge.
 */
import type { ChangeUnit, MergedStep, Revision, StateSpace } from './experiment.ts';
import { type GuiltyRange, narrowRange, weighSteps } from './find-green.ts';
import type { StateJudge } from './judge-states.ts';
import { ProofStopped } from './proof.ts';

/** What the search inside a merge needs. */
type MergeSearch = {
  readonly space: StateSpace;
  readonly judge: StateJudge;
  readonly weightOf: (unit: ChangeUnit) => number;
  readonly onTrying: (what: string) => void;
  readonly onNote: (note: string) => void;
};

/**
 * Returns the commits that introduced the proven lines, newest first, like `findOrigins`, but with merges
 * replaced by the commits of the merged branch. Usually the lines identify the commit, and one run checks
 * that the test fails there too.
 */
export async function findBringers(
  found: readonly ChangeUnit[],
  range: GuiltyRange,
  search: MergeSearch,
): Promise<readonly (string | null)[]> {
  const origins: (string | null)[] = [];
  for (const origin of findOrigins(found, range, search.space)) {
    const place = range.revisions.findIndex(({ commit }) => commit === origin);
    const step = { ...range, red: place, green: place + 1 };
    origins.push(await untilStopped(origin, () => bringerOf(found, step, search)));
  }
  return [...new Set(origins)];
}

/**
 * Continues the bisection inside a merge when the step that turned the test red is one. Returns the step
 * unchanged if that yields nothing.
 */
export async function enterMerge(range: GuiltyRange, search: MergeSearch): Promise<GuiltyRange> {
  return untilStopped(range, () => bisectBranches(range, search));
}

/** Falls back to the result so far (the merge) when the budget runs out. */
async function untilStopped<Result>(soFar: Result, look: () => Promise<Result>): Promise<Result> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof ProofStopped) return soFar;
    throw error;
  }
}

async function bringerOf(
  found: readonly ChangeUnit[],
  step: GuiltyRange,
  search: MergeSearch,
): Promise<string | null> {
  const { space, judge, onTrying, onNote } = search;
  const { revisions, viewOf } = step;
  const [merge, before] = [revisions[step.red], revisions[step.green]];
  const commit = merge?.commit ?? null;
  const branches = commit === null ? [] : space.merged(commit);
  if (merge === undefined || before === undefined || branches.length === 0) return commit;
  const guilty = space
    .changes(viewOf(before), viewOf(merge))
    .filter((unit) => found.some((one) => isSamePlace(unit, one)));
  // Lines that differ from the branch as well were written in the merge itself.
  const branch = branches.find(([tip]) => {
    const changed = tip === undefined ? [] : space.changes(viewOf(tip.newer), viewOf(merge));
    return tip !== undefined && !changed.some((unit) => guilty.some((one) => isOverlapping(one, unit)));
  });
  if (branch === undefined) return commit;
  const touching = branch.filter(
    ({ newer, older, isMerge }) =>
      !isMerge &&
      space
        .changes(viewOf(older), viewOf(newer))
        .some((unit) => guilty.some((one) => isSamePlace(one, unit))),
  );
  const [only, ...others] = touching;
  if (only === undefined || others.length > 0) {
    const inside = await bisectBranches(step, search);
    return inside.revisions[inside.red]?.commit ?? null;
  }
  onTrying(nameBranchCommit(only.newer));
  if ((await judge.verdictOf(viewOf(only.newer))) === 'green') {
    onNote('the test still passed on the branch these lines came from, and fails since the merge');
    return commit;
  }
  onNote(noteOfMerge(commit));
  return only.newer.commit;
}

/**
 * Both changes end at the merge and so count its lines alike, which lets pieces be compared by line number.
 */
function isOverlapping(one: ChangeUnit, other: ChangeUnit): boolean {
  if (one.path !== other.path) return false;
  if (one.kind !== 'hunk' || other.kind !== 'hunk') return true;
  const [[first, last], [start, end]] = [spanOf(one), spanOf(other)];
  return first <= end && start <= last;
}

/** A pure deletion sits between the line before it and the next one. */
function spanOf({ after: { start, lines } }: ChangeUnit): readonly [number, number] {
  return lines.length === 0 ? [start + 0.5, start + 0.5] : [start, start + lines.length - 1];
}

async function bisectBranches(range: GuiltyRange, search: MergeSearch): Promise<GuiltyRange> {
  const { space, judge, weightOf, onTrying, onNote } = search;
  const commit = range.revisions[range.red]?.commit ?? null;
  if (commit === null || range.green - range.red > 1) return range;
  for (const branch of space.merged(commit)) {
    const revisions = firstParents(branch);
    const [tip, base] = [revisions[0], revisions.at(-1)];
    if (tip === undefined || base === undefined) continue;
    onTrying(nameBranchCommit(tip));
    if ((await judge.verdictOf(range.viewOf(tip))) !== 'red') continue;
    onTrying(nameBranchCommit(base));
    if ((await judge.verdictOf(range.viewOf(base))) !== 'green') continue;
    const weights = weighSteps(revisions.map(range.viewOf), { space, weightOf });
    const narrowed = await narrowRange(
      { ...range, revisions, red: 0, green: revisions.length - 1 },
      {
        judge,
        weightOfStep: (older) => weights[older] ?? 1,
        nameOf: (place) => nameBranchCommit(revisions[place] ?? tip),
        onTrying,
        onNarrowed: () => {},
      },
    );
    onNote(noteOfMerge(commit));
    return bisectBranches(narrowed, search);
  }
  return range;
}

/** The branch along first parents, newest first; the last entry is the commit where it forked off. */
function firstParents(branch: readonly MergedStep[]): readonly Revision[] {
  const steps = new Map(branch.map((step) => [step.newer.commit, step]));
  const revisions: Revision[] = [];
  let step = branch[0];
  if (step !== undefined) revisions.push(step.newer);
  while (step !== undefined) {
    revisions.push(step.older);
    step = steps.get(step.older.commit);
  }
  return revisions;
}

function nameBranchCommit({ commit }: Revision): string {
  return `${commit?.slice(0, 7)} on the merged branch`;
}

function noteOfMerge(commit: string | null): string {
  return `it came with the merge ${commit?.slice(0, 7)}`;
}

/**
 * Returns the commits that introduced the lines, newest first; null is the working tree. They lie between
 * green and red. Lines that no commit there touched are looked up in the commits after red, since a test that
 * is already red can be broken again.
 */
export function findOrigins(
  found: readonly ChangeUnit[],
  range: GuiltyRange,
  space: StateSpace,
): readonly (string | null)[] {
  const { revisions, red, green } = range;
  const within = stepsTouching(range, space, { from: red, to: green });
  const since = stepsTouching(range, space, { from: 0, to: red });
  const touching = found.flatMap((unit) => {
    const guilty = within(unit);
    return guilty.length > 0 ? guilty : since(unit);
  });
  const places = touching.length === 0 && green - red === 1 ? [red] : touching;
  return [...new Set(places)]
    .sort((one, other) => one - other)
    .map((place) => revisions[place]?.commit ?? null);
}

/**
 * Returns a function that finds the steps in part of the range that touched a piece. The steps are read on
 * its first call.
 */
function stepsTouching(
  { revisions, viewOf }: GuiltyRange,
  space: StateSpace,
  { from, to }: { readonly from: number; readonly to: number },
): (unit: ChangeUnit) => readonly number[] {
  let steps: readonly (readonly ChangeUnit[])[] | undefined;
  return (unit) => {
    steps ??= space.changesAlong(revisions.slice(from, to + 1).map(viewOf));
    return steps.flatMap((units, index) =>
      units.some((one) => isSamePlace(one, unit)) ? [from + index] : [],
    );
  };
}

/**
 * Returns whether two pieces of different changes touch the same lines of a file, or the same file as a
 * whole.
 */
export function isSamePlace(one: ChangeUnit, other: ChangeUnit): boolean {
  if (![other.path, other.from].includes(one.path) && one.from !== other.path) return false;
  if (one.kind !== 'hunk' || other.kind !== 'hunk') return true;
  const lines = new Set(linesOf(one));
  return linesOf(other).some((line) => lines.has(line));
}

/** The lines that a piece adds or removes, without those too short to be distinctive. */
function linesOf({ before, after }: ChangeUnit): readonly string[] {
  return [...before.lines, ...after.lines].map((line) => line.trim()).filter((line) => line.length > 2);
}
