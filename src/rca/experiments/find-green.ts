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
  // The places that are known to be red, with the tests of today and with their own.
  const reds = { carried: [0], own: [0] };
  const known = new Map<number, 'red' | 'untold'>();
  for (const index of candidates(search, { revisions, known })) {
    const { tree } = revisions[index] as Revision;
    onTrying(nameRevision(revisions, index));
    // First with today's test: what makes it fail is then in the product, and its own change needs no suspicion.
    const withTests = carriedIn(tree);
    const verdicts: Record<'carried' | 'own', Verdict> = {
      carried: await judge.verdictOf(withTests),
      own: 'untold',
    };
    verdicts.own =
      verdicts.carried === 'green' || tree === withTests ? verdicts.carried : await judge.verdictOf(tree);
    const way = (['carried', 'own'] as const).find((one) => verdicts[one] === 'green');
    if (way !== undefined) {
      const isCarried = way === 'carried' && tree !== withTests;
      const skipped = [...known.values()].filter((verdict) => verdict === 'untold').length;
      if (skipped > 0)
        onNote(`${skipped === 1 ? 'one older state' : `${skipped} older states`} could not be judged`);
      return {
        revisions: revisions.slice(0, index + 1),
        red: Math.max(...reds[way].filter((place) => place < index)),
        green: index,
        viewOf: ({ tree: own }) => (way === 'carried' ? carriedIn(own) : own),
        carried: isCarried ? testPaths : [],
      };
    }
    for (const one of ['carried', 'own'] as const) if (verdicts[one] === 'red') reds[one].push(index);
    known.set(index, verdicts.carried === 'red' || verdicts.own === 'red' ? 'red' : 'untold');
  }
  return null;
}

/**
 * The places in the history that are looked at: those believed to be good, what is committed where something is not, then
 * the nearest one that lies before most of what is suspected, then twice as far back each time. Where one cannot be told
 * about, for instance because old code needs packages that are not there, green is looked for between it and the last red
 * one first.
 */
function* candidates(
  search: GreenSearch,
  {
    revisions,
    known,
  }: {
    readonly revisions: readonly Revision[];
    /** What the places that were looked at have shown, filled in meanwhile. */
    readonly known: ReadonlyMap<number, 'red' | 'untold'>;
  },
): Generator<number> {
  const { space, good, onNote } = search;
  // Without uncommitted changes HEAD is the working tree, and known to be red.
  const tried = new Set(revisions[1]?.tree === revisions[0]?.tree ? [0, 1] : [0]);
  const believed = good.flatMap((name) => {
    const commit = space.resolve(name)?.commit;
    const place = revisions.findIndex((revision) => revision.commit === commit);
    if (commit !== undefined && place >= 0) return [place];
    onNote(`${name} is not in the first-parent history of HEAD, so it was not used`);
    return [];
  });
  for (const place of placesToTry(search, { revisions, believed })) {
    if (tried.has(place)) continue;
    const nearer = Math.max(...[...tried].filter((one) => one < place));
    yield place;
    tried.add(place);
    // What lies between two states that cannot be told about is not looked at.
    let red = known.get(nearer) === 'untold' ? place : nearer;
    let untold = place;
    while (known.get(place) === 'untold' && untold - red > 1) {
      const middle = Math.floor((red + untold) / 2);
      yield middle;
      tried.add(middle);
      if (known.get(middle) === 'untold') untold = middle;
      else red = middle;
    }
  }
}

function* placesToTry(
  search: GreenSearch,
  { revisions, believed }: { readonly revisions: readonly Revision[]; readonly believed: readonly number[] },
): Generator<number> {
  yield* believed;
  const oldest = revisions.length - 1;
  // An old state may be red for reasons of its own, so that what is nearest must not be passed over.
  if (oldest > 0) yield 1;
  let place = 0;
  for (let back = beforeMostWeight(search, revisions); place !== oldest; back *= 2) {
    place = Math.min(back, oldest);
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
