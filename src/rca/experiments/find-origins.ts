/** Finds who brought guilty lines: the steps of the history that touched them. */
import type { ChangeUnit, StateSpace } from './experiment.ts';
import type { GuiltyRange } from './find-green.ts';

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
