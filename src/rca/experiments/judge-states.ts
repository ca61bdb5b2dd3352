/**
 * Says of a state whether one test is red or green there, with as many runs as that takes: one where the test is steady.
 * One that also passes or fails by chance is run until the odds are clear (Wald's sequential test), so that a wrong
 * answer of a single run costs further runs, never a wrong verdict.
 */
import type { Observation, RunTests, TreeId } from './experiment.ts';

/** What a state is to a test; `untold` where it could not be run, failed in another way, or the odds stay unclear. */
export type Verdict = 'red' | 'green' | 'untold';

/** How often a test failed and passed. */
export type Seen = { readonly red: number; readonly green: number; readonly untold: number };

/** How likely a run fails on a red state, and on a green one. */
type FailureRates = { readonly red: number; readonly green: number };

/** A test that failed in some runs of one state and passed in others. */
export class UnsteadyTest extends Error {}

/** Judges states by running one test on them; nothing is run twice without need. */
export type StateJudge = {
  /**
   * Returns what a state is, seen at least so often. Throws `UnsteadyTest` where a test that was taken for steady is
   * not; `isSure` asks for the odds twice over where it is known not to be.
   */
  verdictOf(
    state: TreeId,
    options?: { readonly least?: number; readonly isSure?: boolean },
  ): Promise<Verdict>;
  seen(state: TreeId): Seen;
  /** The states that were looked at. */
  states(): readonly TreeId[];
  /** All that was observed on a state. */
  observed(state: TreeId): readonly Observation[];
  /** Runs the test once more, whatever is known. */
  observe(state: TreeId): Promise<Observation>;
  /** Takes in what a run has shown that was made for another purpose. */
  takeIn(state: TreeId, observation: Observation): void;
  /** From now on states are judged by the test at another place, by what is already known, too. */
  focusOn(place: number): void;
  /** From now on the test is taken to be unsteady, with these rates. */
  setRates(rates: FailureRates): void;
  /** From now on a run that takes too long counts as the failure, for that is how the test fails. */
  countHangsAsFailures(): void;
  readonly runs: number;
};

/** How many times likelier one verdict must be than the other, where a test is unsteady. */
const CLEAR_ODDS = 300;
/** How many runs at most a verdict on an unsteady test may take. */
const MOST_RUNS = 40;

/** Makes a judge of states for the test at a place in what is run; it says how each run ended. */
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

/** The verdict on a test that is taken to be steady; null where more runs are needed. */
function steadyVerdict({ red, green, untold }: Seen, least: number): Verdict | null {
  if (red > 0 && green > 0) throw new UnsteadyTest('the test is flaky');
  if (untold > 0) return 'untold';
  return red >= least ? 'red' : green >= least ? 'green' : null;
}

/** The verdict on an unsteady test by its odds; null where more runs are needed. */
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

/** How likely it may be at most that a test which fails by chance gave the runs that an answer rests on. */
const BY_CHANCE = 0.0042;

/**
 * Tells whether so many red and green runs, each where it was foretold, cannot well be a test that fails by chance,
 * whatever its rate: the likeliest rate for them is their own share. Where several ways lead to an answer, chance could
 * take any of them, and each may have its part of the bound.
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

/** The places of the tests that failed where `red` was run and passed in every run of `green`; that of the focus always. */
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

/** The places of the tests that passed in some run. */
export function passedTests(judge: StateJudge): readonly number[] {
  const ends = judge.states().flatMap((state) => judge.observed(state).map((one) => one.ends));
  const told = ends.find((one) => one.length > 0) ?? [];
  return told.flatMap((_, index) => (ends.some((one) => one[index] === 'passed') ? [index] : []));
}

/** Says why a state cannot be told about, for people. */
export function whyUntold(judge: StateJudge, state: TreeId, focus: number): string {
  const { kind, ends } = judge.observed(state).at(-1) ?? { kind: 'broken', ends: [] };
  if (kind !== 'told') return 'the command did not get to the test';
  const isAbsent = ends[focus] === 'absent';
  return isAbsent ? 'the command does not run the test' : 'the test fails in another way each time';
}
