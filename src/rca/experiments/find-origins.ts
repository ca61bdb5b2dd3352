/**
 * Finds the commit that brought what a merge brought. The history that is searched goes by first parents, so that it ends
 * at a merge for all that came from another branch; what the merge itself changed stays with the merge.
 */
import type { ChangeUnit, MergedStep, Revision, StateSpace } from './experiment.ts';
import { type GuiltyRange, narrowRange, weighSteps } from './find-green.ts';
import type { StateJudge } from './judge-states.ts';
import { ProofStopped } from './proof.ts';

/** What is needed to look into a merge. */
type MergeSearch = {
  readonly space: StateSpace;
  readonly judge: StateJudge;
  readonly weightOf: (unit: ChangeUnit) => number;
  readonly onTrying: (what: string) => void;
  readonly onNote: (note: string) => void;
};

/**
 * Returns the commits that brought some proven lines, newest first, as `findOrigins` does, with those on the merged branch
 * in the place of merges. The lines mostly tell the commit, and one run tells whether it fails there by itself.
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

/** Goes on bisecting where a step that turned a test red is a merge; returns the step as it was where that leads nowhere. */
export async function enterMerge(range: GuiltyRange, search: MergeSearch): Promise<GuiltyRange> {
  return untilStopped(range, () => bisectBranches(range, search));
}

/** A budget that is spent takes nothing back: the merge is what was found so far. */
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
  // What differs from the branch as well was written by whoever merged.
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

/** The lines of the change by a merge are counted alike on both sides, so that they can be compared by place. */
function isOverlapping(one: ChangeUnit, other: ChangeUnit): boolean {
  if (one.path !== other.path) return false;
  if (one.kind !== 'hunk' || other.kind !== 'hunk') return true;
  const [[first, last], [start, end]] = [spanOf(one), spanOf(other)];
  return first <= end && start <= last;
}

/** Lines that are gone lie between the line before them and the next. */
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

/** The branch along first parents, newest first, with the commit it left the other history at as the last. */
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
 * Returns the commits that brought some lines, newest first; null is the working tree. They lie between green and red; for
 * lines that nothing there touched they are newer, since a test that is red already can be broken once more.
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

/** Returns what finds the steps to some revisions that touched a piece; they are read when first asked about. */
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

/** Tells whether two pieces of different changes touch the same lines of a file, or the same file as a whole. */
export function isSamePlace(one: ChangeUnit, other: ChangeUnit): boolean {
  if (![other.path, other.from].includes(one.path) && one.from !== other.path) return false;
  if (one.kind !== 'hunk' || other.kind !== 'hunk') return true;
  const lines = new Set(linesOf(one));
  return linesOf(other).some((line) => lines.has(line));
}

/** The lines that a piece adds or removes, but for those that are everywhere. */
function linesOf({ before, after }: ChangeUnit): readonly string[] {
  return [...before.lines, ...after.lines].map((line) => line.trim()).filter((line) => line.length > 2);
}
