/** Finds the newest state at which a test passes, and the first commit after it at which it fails. */
import type { ChangeUnit, Revision, StateSpace, TreeId } from './experiment.ts';
import type { StateJudge, Verdict } from './judge-states.ts';

/** How far back the search goes, in commits of the first-parent history. */
const MOST_HISTORY = 513;
/** How far back a revision given as good may be. */
const FARTHEST_GOOD = 50_000;

/** A range of the history: the test passes at `green` and fails at `red`, which is newer. */
export type GuiltyRange = {
  /** From the working tree back; the first is red, the last is green. */
  readonly revisions: readonly Revision[];
  /** The index in `revisions` of the oldest state known to be red. */
  readonly red: number;
  readonly green: number;
  /** Returns a revision's tree as the tests are run on it. */
  readonly viewOf: (revision: Revision) => TreeId;
  /** The test files taken from today in every state, because they differ in older ones. */
  readonly carried: readonly string[];
};

/** The inputs of the search. */
export type GreenSearch = {
  readonly space: StateSpace;
  readonly judge: StateJudge;
  /** Revisions at which the test is believed to pass, most trusted first. */
  readonly good: readonly string[];
  readonly testPaths: readonly string[];
  readonly weightOf: (unit: ChangeUnit) => number;
  readonly onTrying: (what: string) => void;
  readonly onNote: (note: string) => void;
};

/** Finds a green state; null if none is in reach. */
export async function findGreen(search: GreenSearch): Promise<GuiltyRange | null> {
  const { space, judge, testPaths, onTrying, onNote } = search;
  const revisions = [
    { commit: null, tree: space.workTree },
    ...space.history(search.good.length === 0 ? MOST_HISTORY : FARTHEST_GOOD),
  ];
  if (revisions.length === 1) onNote('there is no commit yet, so nothing older could be run');
  const carriedIn = (tree: TreeId) => space.carry(tree, { from: space.workTree, paths: testPaths });
  const known = new Map<number, Verdicts>([[0, { carried: 'red', own: 'red' }]]);
  for (const index of candidates(search, { revisions, known })) {
    const { tree } = revisions[index] as Revision;
    onTrying(nameRevision(revisions, index));
    // Try today's test first: if it passes here, the product is at fault and changes to the test need no
    // suspicion.
    const withTests = carriedIn(tree);
    const carried = await judge.verdictOf(withTests);
    const own = carried === 'green' || tree === withTests ? carried : await judge.verdictOf(tree);
    const way = carried === 'green' ? 'carried' : 'own';
    if (carried === 'green' || own === 'green') {
      const isCarried = way === 'carried' && tree !== withTests;
      const skipped = [...known.values()].filter(isUntold).length;
      const reds = [...known].filter(([place, verdicts]) => place < index && verdicts[way] === 'red');
      if (skipped > 0)
        onNote(`${skipped === 1 ? 'one older state' : `${skipped} older states`} could not be judged`);
      return {
        revisions: revisions.slice(0, index + 1),
        red: Math.max(...reds.map(([place]) => place)),
        green: index,
        viewOf: ({ tree: own }) => (way === 'carried' ? carriedIn(own) : own),
        carried: isCarried ? testPaths : [],
      };
    }
    known.set(index, { carried, own });
  }
  return null;
}

/** The verdicts on a state with today's tests and with its own. */
type Verdicts = { readonly carried: Verdict; readonly own: Verdict };

function isUntold({ carried, own }: Verdicts): boolean {
  return carried === 'untold' && own === 'untold';
}

/**
 * Yields the indexes in the history to judge: revisions believed good; HEAD first if there are uncommitted
 * changes; the nearest revision before most of the suspicion; then twice as far back each time. If one cannot
 * be judged, for instance because old code needs packages that are not installed, the search first looks for
 * green between it and the last red one. At the end, it considers that the test itself may be wrong and newer
 * than all of these revisions.
 */
function* candidates(
  search: GreenSearch,
  {
    revisions,
    known,
  }: {
    readonly revisions: readonly Revision[];
    /** The verdicts so far; the caller fills it in during the iteration. */
    readonly known: ReadonlyMap<number, Verdicts>;
  },
): Generator<number> {
  const { space, good, onNote } = search;
  // Without uncommitted changes HEAD equals the working tree, which is known to be red.
  const differing = revisions.findIndex(({ tree }) => tree !== space.workTree);
  const nearest = differing < 0 ? revisions.length : differing;
  const tried = new Set(Array.from({ length: nearest }, (_, place) => place));
  const believed = good.flatMap((name) => {
    const commit = space.resolve(name)?.commit;
    const place = revisions.findIndex((revision) => revision.commit === commit);
    if (commit !== undefined && place >= 0) return [place];
    onNote(`${name} is not in the first-parent history of HEAD, so it was not used`);
    return [];
  });
  function* between(newer: number, older: number, isUnknown: (verdicts: Verdicts) => boolean) {
    let [red, untold] = [newer, older];
    while (untold - red > 1) {
      const middle = Math.floor((red + untold) / 2);
      yield middle;
      tried.add(middle);
      if (isUnknown(known.get(middle) ?? UNTOLD)) untold = middle;
      else red = middle;
    }
  }
  for (const place of placesToTry(search, { revisions, believed, nearest })) {
    if (tried.has(place)) continue;
    const nearer = Math.max(...[...tried].filter((one) => one < place));
    yield place;
    tried.add(place);
    const isLost = (one: number) => isUntold(known.get(one) ?? UNTOLD);
    // States between two that cannot be judged are skipped.
    if (isLost(place) && !(known.has(nearer) && isLost(nearer))) yield* between(nearer, place, isUntold);
  }
  const younger = [...known].filter(([, { own }]) => own === 'untold').map(([place]) => place);
  const older = Math.min(...younger);
  const newer = Math.max(...[...tried].filter((place) => place < older));
  if (younger.length > 0) yield* between(newer, older, ({ own }) => own === 'untold');
}

const UNTOLD: Verdicts = { carried: 'untold', own: 'untold' };

function* placesToTry(
  search: GreenSearch,
  {
    revisions,
    believed,
    nearest,
  }: {
    readonly revisions: readonly Revision[];
    readonly believed: readonly number[];
    /** The index of the newest revision that differs from the working tree. */
    readonly nearest: number;
  },
): Generator<number> {
  yield* believed;
  const oldest = revisions.length - 1;
  if (nearest > oldest) return;
  const first = Math.min(beforeMostWeight(search, revisions), oldest);
  // An old state may be red for its own reasons, so the nearest one must not be skipped. With uncommitted
  // changes it is also the likeliest.
  yield* nearest === 1 ? [nearest, first] : [first, nearest];
  for (let place = first; place !== oldest; ) {
    place = Math.min(place * 2, oldest);
    yield place;
  }
}

/** How many steps back are weighed, and the share of the weight that should be newer than the green state. */
const WEIGHED_BACK = 32;
const MOST_WEIGHT = 0.7;

function beforeMostWeight({ space, weightOf }: GreenSearch, revisions: readonly Revision[]): number {
  const trees = revisions.slice(0, WEIGHED_BACK + 1).map(({ tree }) => tree);
  const weights = weighSteps(trees, { space, weightOf });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let newer = 0;
  const place = weights.findIndex((weight) => {
    newer += weight;
    return newer >= total * MOST_WEIGHT;
  });
  return Math.max(place, 1);
}

/** How likely the step from each tree to the next newer one is guilty; 0 for a step that changes nothing. */
export function weighSteps(
  trees: readonly TreeId[],
  { space, weightOf }: Pick<GreenSearch, 'space' | 'weightOf'>,
): readonly number[] {
  const steps = space.changesAlong(trees).map((units, newer) => {
    if (trees[newer] === trees[newer + 1]) return 0;
    return units.reduce((sum, unit) => sum + weightOf(unit), 1);
  });
  return [0, ...steps];
}

/** Names a state for display. */
function nameRevision(revisions: readonly Revision[], index: number): string {
  const commit = revisions[index]?.commit ?? null;
  if (commit === null) return 'the working tree';
  const back = index - 1;
  return `${back === 0 ? 'HEAD' : `HEAD~${back}`} (${commit.slice(0, 7)})`;
}

/**
 * Narrows a range to one step by repeatedly testing the state that halves the weight. States that cannot be
 * judged are skipped; if only such states remain, the range is returned as wide as it is.
 */
export async function narrowRange(
  range: GuiltyRange,
  {
    judge,
    weightOfStep,
    nameOf = (place) => nameRevision(range.revisions, place),
    onTrying,
    onNarrowed,
  }: {
    readonly judge: StateJudge;
    /** How likely the step from an index to the next newer revision is guilty, as a whole number above 0. */
    readonly weightOfStep: (older: number) => number;
    /** Names the revision at an index for display; defaults to its distance from HEAD. */
    readonly nameOf?: (place: number) => string;
    readonly onTrying: (what: string) => void;
    readonly onNarrowed: (range: GuiltyRange) => void;
  },
): Promise<GuiltyRange> {
  const untold = new Set<number>();
  let { red, green } = range;
  for (;;) {
    const middle = chooseMiddle({ red, green, untold, weightOfStep });
    if (middle === null) return { ...range, red, green };
    onTrying(nameOf(middle));
    const verdict = await judge.verdictOf(range.viewOf(range.revisions[middle] as Revision));
    if (verdict === 'red') red = middle;
    else if (verdict === 'green') green = middle;
    else untold.add(middle);
    onNarrowed({ ...range, red, green });
  }
}

/** Returns the index between red and green that best halves the weight, or null if none is left. */
function chooseMiddle({
  red,
  green,
  untold,
  weightOfStep,
}: {
  readonly red: number;
  readonly green: number;
  readonly untold: ReadonlySet<number>;
  readonly weightOfStep: (older: number) => number;
}): number | null {
  let total = 0;
  for (let older = red + 1; older <= green; older++) total += weightOfStep(older);
  let newer = 0;
  let best: number | null = null;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (let place = red + 1; place < green; place++) {
    newer += weightOfStep(place);
    const distance = Math.abs(newer * 2 - total);
    if (untold.has(place) || distance >= bestDistance) continue;
    best = place;
    bestDistance = distance;
  }
  return best;
}
