/** Finds the newest state at which a test passes, and the first commit after it at which it does not. */
import type { ChangeUnit, Revision, StateSpace, TreeId } from './experiment.ts';
import type { StateJudge, Verdict } from './judge-states.ts';

/** How far back is looked, in commits of the first-parent history. */
const MOST_HISTORY = 513;
/** How far back a revision may be that is said to be good. */
const FARTHEST_GOOD = 50_000;

/** A step of the history: the test passes at `green` and fails at `red`, the state after it. */
export type GuiltyRange = {
  /** From the working tree back; the first is red, the last is green. */
  readonly revisions: readonly Revision[];
  /** Where in `revisions` the oldest state is that is known to be red. */
  readonly red: number;
  readonly green: number;
  /** Returns a revision's tree as the tests are run on it. */
  readonly viewOf: (revision: Revision) => TreeId;
  /** The test files that are today's in every state, because they differ in the older ones. */
  readonly carried: readonly string[];
};

/** What the search is given. */
export type GreenSearch = {
  readonly space: StateSpace;
  readonly judge: StateJudge;
  /** Revisions at which the test is believed to pass, the most trusted first. */
  readonly good: readonly string[];
  readonly testPaths: readonly string[];
  readonly weightOf: (unit: ChangeUnit) => number;
  readonly onTrying: (what: string) => void;
  readonly onNote: (note: string) => void;
};

/** Finds a green state; null where none is in reach. */
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
    // First with today's test: what makes it fail is then in the product, and its own change needs no suspicion.
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

/** What a state is with the tests of today, and with its own. */
type Verdicts = { readonly carried: Verdict; readonly own: Verdict };

function isUntold({ carried, own }: Verdicts): boolean {
  return carried === 'untold' && own === 'untold';
}

/**
 * The places in the history that are looked at: those believed to be good, what is committed where something is not, then
 * the nearest one that lies before most of what is suspected, then twice as far back each time. Where one cannot be told
 * about, for instance because old code needs packages that are not there, green is looked for between it and the last red
 * one first. In the end it may be the test itself that is wrong, and too young for all of these places.
 */
function* candidates(
  search: GreenSearch,
  {
    revisions,
    known,
  }: {
    readonly revisions: readonly Revision[];
    /** What the places that were looked at have shown, filled in meanwhile. */
    readonly known: ReadonlyMap<number, Verdicts>;
  },
): Generator<number> {
  const { space, good, onNote } = search;
  // Without uncommitted changes HEAD is the working tree, and known to be red.
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
    // What lies between two states that cannot be told about is not looked at.
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
    /** The newest place that is not the working tree. */
    readonly nearest: number;
  },
): Generator<number> {
  yield* believed;
  const oldest = revisions.length - 1;
  if (nearest > oldest) return;
  const first = Math.min(beforeMostWeight(search, revisions), oldest);
  // An old state may be red for reasons of its own, so that what is nearest must not be passed over. Where something is
  // not committed, it is also the likeliest.
  yield* nearest === 1 ? [nearest, first] : [first, nearest];
  for (let place = first; place !== oldest; ) {
    place = Math.min(place * 2, oldest);
    yield place;
  }
}

/** How many steps back are weighed, and which share of the weight a green state should lie before. */
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

/** How likely the step from each tree to the newer one before it is guilty; nothing for one that changes nothing. */
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

/** Names a state for people. */
function nameRevision(revisions: readonly Revision[], index: number): string {
  const commit = revisions[index]?.commit ?? null;
  if (commit === null) return 'the working tree';
  const back = index - 1;
  return `${back === 0 ? 'HEAD' : `HEAD~${back}`} (${commit.slice(0, 7)})`;
}

/**
 * Narrows a range to one step, asking where half of the weight lies on each side. States that cannot be told about are
 * passed over; where only such are left, the range stays as wide.
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
    /** How likely the step from a place to the next newer one is guilty, as a whole number above 0. */
    readonly weightOfStep: (older: number) => number;
    /** Names a place for people; by how far it lies behind HEAD unless given. */
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

/** Returns the place between red and green nearest to where the weight halves, or null where none is left. */
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
