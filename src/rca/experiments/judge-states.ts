/**
 * Judges whether one test is red or green on a state. A steady test takes one run. A flaky one is run until
 * the odds are clear (Wald's sequential test), so a wrong result of a single run costs more runs, never a
 * wrong verdict.
 */
import type { Observation, RunTests, TreeId } from './experiment.ts';

/**
 * The verdict on a state; `untold` if the test could not run, failed differently, or the odds remain unclear.
 */
export type Verdict = 'red' | 'green' | 'untold';

/** How often the test failed, passed, or gave no answer. */
export type Seen = { readonly red: number; readonly green: number; readonly untold: number };

/** The failure probability of a run on a red state and on a green one. */
type FailureRates = { readonly red: number; readonly green: number };

/** Thrown for a test that failed in some runs of one state and passed in others. */
export class UnsteadyTest extends Error {}

/** Judges states by running one test on them. Nothing is run more often than needed. */
export type StateJudge = {
  /**
   * Returns the verdict on a state after at least `least` runs. Throws `UnsteadyTest` if a test assumed
   * steady is not; for a test known to be unsteady, `isSure` squares the required odds.
   */
  verdictOf(
    state: TreeId,
    options?: { readonly least?: number; readonly isSure?: boolean },
  ): Promise<Verdict>;
  seen(state: TreeId): Seen;
  /** The states that were judged or observed. */
  states(): readonly TreeId[];
  /** All observations of a state. */
  observed(state: TreeId): readonly Observation[];
  /** Runs the test once more, whatever is known already. */
  observe(state: TreeId): Promise<Observation>;
  /** Adds an observation from a run made for another purpose. */
  takeIn(state: TreeId, observation: Observation): void;
  /** Judges by the test at another index from now on, including the observations so far. */
  focusOn(place: number): void;
  /** Treats the test as unsteady from now on, with these rates. */
  setRates(rates: FailureRates): void;
  /** Counts a timed-out run as the failure from now on, because that is how the test fails. */
  countHangsAsFailures(): void;
  readonly runs: number;
};

/** How many times likelier one verdict must be than the other for an unsteady test. */
const CLEAR_ODDS = 300;
/** The most runs a verdict on an unsteady test may take. */
const MOST_RUNS = 40;

/**
 * Creates a judge for the test at an index of the tests that `run` runs; `onRun` receives the verdict of each
 * run.
 */
export function createStateJudge(run: RunTests, place: number, onRun?: (end: Verdict) => void): StateJudge {
  const observations = new Map<TreeId, Observation[]>();
  const takenIn = new Map<TreeId, number>();
  let rates: FailureRates | null = null;
  let focus = place;
  let isHanging = false;
  let runs = 0;

  const observed = (state: TreeId) => observations.get(state) ?? [];
  const observe = async (state: TreeId) => {
    const before = observed(state);
    const observation = await run(state, { attempt: before.length - (takenIn.get(state) ?? 0) });
    runs += 1;
    observations.set(state, [...observed(state), observation]);
    onRun?.(verdictIn(observation, { focus, isHanging }));
    return observation;
  };
  const seenIn = (all: readonly Observation[]): Seen => {
    const verdicts = all.map((observation) => verdictIn(observation, { focus, isHanging }));
    const count = (wanted: Verdict) => verdicts.filter((verdict) => verdict === wanted).length;
    return { red: count('red'), green: count('green'), untold: count('untold') };
  };
  const seen = (state: TreeId) => seenIn(observed(state));
  const verdictOf: StateJudge['verdictOf'] = async (state, { least = 1, isSure = false } = {}) => {
    for (;;) {
      const all = seen(state);
      const verdict = rates === null ? steadyVerdict(all, least) : likelyVerdict(all, { rates, isSure });
      if (verdict !== null) return verdict;
      await observe(state);
    }
  };
  return {
    verdictOf,
    seen,
    states: () => [...observations.keys()],
    observed,
    observe,
    takeIn: (state, observation) => {
      runs += 1;
      takenIn.set(state, (takenIn.get(state) ?? 0) + 1);
      observations.set(state, [...observed(state), observation]);
    },
    focusOn: (other) => {
      focus = other;
    },
    setRates: (measured) => {
      rates = measured;
    },
    countHangsAsFailures: () => {
      isHanging = true;
    },
    get runs() {
      return runs;
    },
  };
}

/** The verdict on a test assumed steady; null if more runs are needed. */
function steadyVerdict({ red, green, untold }: Seen, least: number): Verdict | null {
  if (red > 0 && green > 0) throw new UnsteadyTest('the test is flaky');
  if (untold > 0) return 'untold';
  return red >= least ? 'red' : green >= least ? 'green' : null;
}

/** The verdict on an unsteady test by its odds; null if more runs are needed. */
function likelyVerdict(
  { red, green, untold }: Seen,
  { rates, isSure }: { readonly rates: FailureRates; readonly isSure: boolean },
): Verdict | null {
  const clear = isSure ? CLEAR_ODDS ** 2 : CLEAR_ODDS;
  const odds = (rates.red / rates.green) ** red * ((1 - rates.red) / (1 - rates.green)) ** green;
  if (odds >= clear) return 'red';
  if (odds <= 1 / clear) return 'green';
  return untold > red + green || red + green >= MOST_RUNS ? 'untold' : null;
}

/** The highest probability accepted that a test failing at random produced the runs behind an answer. */
const BY_CHANCE = 0.0042;

/**
 * Returns whether this many red and green runs, each as predicted, are too unlikely for a test that fails at
 * random at any rate; the likeliest such rate is their own share of red runs. If several search paths lead to
 * an answer, each gets its share of the bound, since chance could take any of them.
 */
export function isBeyondChance({ red, green }: Pick<Seen, 'red' | 'green'>, ways = 1): boolean {
  const share = red / (red + green);
  return red > 0 && green > 0 && share ** red * (1 - share) ** green * ways <= BY_CHANCE;
}

function verdictIn(
  { kind, ends }: Observation,
  { focus, isHanging }: { readonly focus: number; readonly isHanging: boolean },
): Verdict {
  const end = ends[focus] ?? 'absent';
  if (kind === 'timed-out' && end === 'absent') return isHanging ? 'red' : 'untold';
  return end === 'failed' ? 'red' : end === 'passed' ? 'green' : 'untold';
}

/**
 * The indexes of the tests that failed on `red` and passed in every run of `green`; the focus is always
 * included.
 */
export function explainedTests(
  judge: StateJudge,
  { red, green, focus }: { readonly red: TreeId; readonly green: TreeId; readonly focus: number },
): readonly number[] {
  const toldOf = (state: TreeId) => judge.observed(state).filter(({ ends }) => ends.length > 0);
  const [fixed, failing] = [toldOf(green), toldOf(red)];
  const tests = fixed[0]?.ends.map((_, index) => index) ?? [];
  return tests.filter(
    (index) =>
      index === focus ||
      (fixed.every(({ ends }) => ends[index] === 'passed') &&
        failing.some(({ ends }) => ends[index] === 'failed')),
  );
}

/** The indexes of the tests that passed in some run. */
export function passedTests(judge: StateJudge): readonly number[] {
  const ends = judge.states().flatMap((state) => judge.observed(state).map((one) => one.ends));
  const told = ends.find((one) => one.length > 0) ?? [];
  return told.flatMap((_, index) => (ends.some((one) => one[index] === 'passed') ? [index] : []));
}

/** Explains why a state could not be judged, for display. */
export function whyUntold(judge: StateJudge, state: TreeId, focus: number): string {
  const { kind, ends } = judge.observed(state).at(-1) ?? { kind: 'broken', ends: [] };
  if (kind !== 'told') return 'the command did not get to the test';
  const isAbsent = ends[focus] === 'absent';
  return isAbsent ? 'the command does not run the test' : 'the test fails in another way each time';
}
