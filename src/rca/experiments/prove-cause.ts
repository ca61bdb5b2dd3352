/**
 * Proves what makes a test fail: reproduces the failure, finds a green state, and narrows the change between
 * the two to the lines whose reversal alone turns the test green. The caller runs the tests. The same
 * outcomes give the same result, so a proof can be replayed or resumed from its record.
 */

import type { ChangeUnit, Observation, TreeId } from './experiment.ts';
import { findGreen, type GuiltyRange, narrowRange, weighSteps } from './find-green.ts';
import { enterMerge, findBringers, findOrigins, isSamePlace } from './find-origins.ts';
import {
  createStateJudge,
  explainedTests,
  isBeyondChance,
  passedTests,
  type StateJudge,
  UnsteadyTest,
  type Verdict,
  whyUntold,
} from './judge-states.ts';
import {
  nameUnit,
  type ProofProgress,
  type ProofRequest,
  type ProofResult,
  ProofStopped,
  type ProvenChange,
} from './proof.ts';
import { type Answer, findSmallestSet } from './smallest-set.ts';

/**
 * The search paths that share the bound on chance: the straight one, where no state the search tested was
 * red, and all others together.
 */
const WAYS = 2;
/** How thoroughly a state is checked before a proof relies on it. */
const SEEN_ENOUGH = { least: 2, isSure: true };
/**
 * How often a flaky test is run to measure its rate, and the lowest and highest failure rates to judge by.
 */
const RATE_RUNS = 16;
const LEAST_RATE = 0.25;
const SUREST_RATE = 0.95;
/** The rate at which a flaky test is assumed to fail on a green state. */
const STRAY_RATE = 0.05;
/** Up to this many pieces are narrowed directly, without finding the commit first. */
const FEW_UNITS = 8;
/** Up to this many steps are weighed by what they changed; in a longer range all steps weigh the same. */
const WEIGHED_STEPS = 64;
/** How many times likelier a piece is if its commit was found guilty. */
const GUILTY_COMMIT = 1_000;

/** Proves what makes a test fail, as far as the budget and the test allow. */
export async function proveCause(request: ProofRequest): Promise<ProofResult> {
  return new Proof(request).result();
}

/** A state that a proof relies on, and how the test should end there. */
type ProofSide = { readonly state: TreeId; readonly end: 'red' | 'green'; readonly what: string };

/** A proof in progress. What it has learned survives a spent budget. */
class Proof {
  readonly #request: ProofRequest;
  readonly #judge: StateJudge;
  readonly #notes = new Set<string>();
  /** The test being judged: the requested one, or its stand-in. */
  #focus: number;
  #range: GuiltyRange | null = null;
  #leftUnits: readonly ChangeUnit[] | null = null;
  /** Whether the first run on the working tree was selected for having failed, which makes it no evidence. */
  #isFirstChosen = false;
  #hasTakenTrace = false;
  #rate: { readonly failed: number; readonly runs: number } | undefined;
  #said: Omit<ProofProgress, 'runs' | 'last'> = { phase: 'reproducing', trying: '', left: null };

  constructor(request: ProofRequest) {
    this.#request = request;
    this.#focus = request.focus;
    this.#judge = createStateJudge(request.run, request.focus, (end) =>
      request.onProgress?.({ ...this.#said, runs: this.#judge.runs, last: { what: this.#said.trying, end } }),
    );
  }

  async result(): Promise<ProofResult> {
    try {
      return await this.#steadily();
    } catch (error) {
      if (!(error instanceof ProofStopped)) throw error;
      return this.#ended(this.#range === null ? 'unfinished' : 'narrowed');
    }
  }

  /** Runs the proof, and restarts it with the same observations if a test turns out to be flaky. */
  async #steadily(): Promise<ProofResult> {
    try {
      return await this.#prove();
    } catch (error) {
      if (!(error instanceof UnsteadyTest)) throw error;
      // Conclusions drawn while a flaky test was taken for steady are discarded.
      this.#range = null;
      this.#leftUnits = null;
      this.#notes.clear();
      return (await this.#isTooFlaky()) ? this.#ended('flaky') : this.#steadily();
    }
  }

  async #prove(): Promise<ProofResult> {
    const { space, good, testPaths, weightOf } = this.#request;
    const judge = this.#judge;
    this.#say('reproducing', 'the working tree');
    if (!(await this.#isReproduced())) return this.#ended('not_reproduced');
    const range = await findGreen({
      space,
      judge,
      good,
      testPaths,
      weightOf,
      onTrying: (what) => this.#say('finding-green', what),
      onNote: (note) => this.#notes.add(note),
    });
    if (range === null) return this.#ended(this.#rate === undefined ? 'no_green' : 'flaky');
    if (range.carried.length > 0) this.#notes.add('the tests of today were run on the older states');
    this.#range = range;
    if (this.#request.isBisection) return this.#bisect(range);
    const guess = await this.#guess(range);
    const narrowed = guess === null ? await this.#narrowCommits(range) : range;
    this.#range = narrowed;
    return this.#narrowLines(narrowed, guess);
  }

  async #isReproduced(): Promise<boolean> {
    const { workTree } = this.#request.space;
    const first = await this.#firstObservation(workTree);
    const { focus, standIns = [] } = this.#request;
    const failing = [focus, ...standIns].find((place) => first.ends[place] === 'failed') ?? focus;
    this.#judge.focusOn(failing);
    this.#focus = failing;
    if (failing !== focus) this.#isFirstChosen = true;
    if (first.kind === 'timed-out' && first.ends[failing] !== 'failed') this.#judge.countHangsAsFailures();
    if (!this.#hasTakenTrace) await this.#takeTrace(first, failing);
    const verdict = await this.#judge.verdictOf(workTree, SEEN_ENOUGH);
    if (verdict === 'untold') this.#notes.add(whyUntold(this.#judge, workTree, this.#request.focus));
    return verdict === 'red';
  }

  /** Counts the traced run if it ended like the first one; otherwise the tracer changed the outcome. */
  async #takeTrace(first: Observation, failing: number): Promise<void> {
    this.#hasTakenTrace = true;
    const traced = await this.#request.traced?.();
    if (!traced) return;
    const isAlike =
      traced.kind === first.kind && first.ends.every((end, place) => traced.ends[place] === end);
    if (isAlike) this.#judge.takeIn(this.#request.space.workTree, traced);
    else if (traced.ends[failing] === 'passed') this.#isFirstChosen = true;
  }

  async #firstObservation(state: TreeId) {
    return this.#judge.observed(state)[0] ?? this.#judge.observe(state);
  }

  /**
   * Measures how often the test fails and sets the judge's rates accordingly. Returns whether it fails too
   * rarely to judge.
   */
  async #isTooFlaky(): Promise<boolean> {
    const { workTree } = this.#request.space;
    this.#say('reproducing', 'how often the test fails');
    while (this.#judge.observed(workTree).length < RATE_RUNS) await this.#judge.observe(workTree);
    const { red, green } = this.#judge.seen(workTree);
    this.#rate = { failed: red, runs: red + green };
    // Slightly closer to the middle than measured, since a dozen runs are a small sample.
    const measured = (red + 1) / (red + green + 2);
    this.#judge.setRates({ red: Math.min(measured, SUREST_RATE), green: STRAY_RATE });
    return measured < LEAST_RATE;
  }

  /** Reverts the likeliest piece first. If that turns the test green, the commit need not be found. */
  async #guess(range: GuiltyRange): Promise<readonly ChangeUnit[] | null> {
    const units = this.#unitsOf(range);
    if (range.green - range.red === 1 || units.length <= FEW_UNITS) return units;
    const { weightOf } = this.#request;
    const total = sum(units.map(weightOf));
    const likeliest = units.reduce((best, unit) => (weightOf(unit) > weightOf(best) ? unit : best));
    if (weightOf(likeliest) * 2 < total) return null;
    this.#say('narrowing', `without ${nameUnit(likeliest)}`, { count: units.length, of: 'pieces' });
    const change = this.#changeOf(range);
    const verdict = await this.#judge.verdictOf(this.#request.space.without(change, [likeliest]));
    return verdict === 'green' ? [likeliest] : null;
  }

  /** Stops at the step that turned the test red. */
  async #bisect(range: GuiltyRange): Promise<ProofResult> {
    this.#range = await enterMerge(await this.#narrowCommits(range), this.#mergeSearch());
    const { revisions, red, green, viewOf } = this.#range;
    const [newer, older] = [revisions[red], revisions[green]];
    if (newer !== undefined && older !== undefined)
      this.#leftUnits = this.#request.space.changes(viewOf(older), viewOf(newer));
    return this.#ended('narrowed');
  }

  #mergeSearch(): Parameters<typeof enterMerge>[1] {
    const { space, weightOf } = this.#request;
    return {
      ...{ space, weightOf, judge: this.#judge },
      onTrying: (what) => this.#say('narrowing', what),
      onNote: (note) => this.#notes.add(note),
    };
  }

  async #narrowCommits(range: GuiltyRange): Promise<GuiltyRange> {
    const { space, weightOf } = this.#request;
    const trees = range.revisions.map(range.viewOf);
    const isWeighed = range.green - range.red <= WEIGHED_STEPS;
    const weights = isWeighed ? weighSteps(trees, { space, weightOf }) : [];
    return narrowRange(range, {
      judge: this.#judge,
      weightOfStep: (older) => weights[older] ?? 1,
      onTrying: (what) => this.#say('narrowing', what, { count: this.#commitsLeft().length, of: 'commits' }),
      onNarrowed: (narrowed) => {
        this.#range = narrowed;
      },
    });
  }

  /** Finds the guilty lines in the whole difference between the green state and the working tree. */
  async #narrowLines(range: GuiltyRange, guess: readonly ChangeUnit[] | null): Promise<ProofResult> {
    const { space } = this.#request;
    const change = this.#changeOf(range);
    const all = space.changes(change.before, change.after);
    const guessed = guess && new Set(guess.map(({ id }) => id));
    const units = guessed === null ? all : all.filter(({ id }) => guessed.has(id));
    const weightOf = this.#weighByCommit(range);
    const found = await findSmallestSet<ChangeUnit>({
      items: units,
      weightOf,
      holds: (some, { isFinal = false } = {}) =>
        this.#isGreenWithout(change, some, { among: units.length, isFinal }),
      onNarrowed: (left) => {
        this.#leftUnits = left;
      },
    });
    // In the order of the change, not of the search.
    const guilty = all.filter((unit) => found.includes(unit));
    this.#leftUnits = guilty;
    // If several commits wrote one piece, the older ones may be innocent: look for green between them.
    if (range.green - range.red > 1 && guilty.some((unit) => findOrigins([unit], range, space).length > 1)) {
      const narrowed = await this.#narrowCommits(range);
      this.#range = narrowed;
      if (narrowed.green !== range.green) return this.#narrowLines(narrowed, null);
    }
    return this.#verify(change, { all, found: guilty });
  }

  /** Weighs pieces of the guilty commit far above others, if one was found. */
  #weighByCommit(range: GuiltyRange): (unit: ChangeUnit) => number {
    const { space, weightOf } = this.#request;
    const { revisions, red, green, viewOf } = range;
    const newer = revisions[red];
    const older = revisions[green];
    if (red === 0 || newer === undefined || older === undefined) return weightOf;
    const ofCommit = space.changes(viewOf(older), viewOf(newer));
    return (unit) => weightOf(unit) * (ofCommit.some((one) => isSamePlace(one, unit)) ? GUILTY_COMMIT : 1);
  }

  async #isGreenWithout(
    change: ProvenChange['change'],
    units: readonly ChangeUnit[],
    { among, isFinal }: { readonly among: number; readonly isFinal: boolean },
  ): Promise<Answer> {
    const [first] = units;
    const isOne = first !== undefined && units.length === 1;
    const what = `without ${isOne ? nameUnit(first) : `${units.length} of ${among} changes`}`;
    this.#say('narrowing', what, { count: this.#leftUnits?.length ?? among, of: 'pieces' });
    const state = this.#request.space.without(change, units);
    const verdict = await this.#judge.verdictOf(state, isFinal ? SEEN_ENOUGH : {});
    return verdict === 'green' ? 'yes' : verdict === 'red' ? 'no' : 'untold';
  }

  /**
   * Checks both sides often enough: green without the lines and before the change, red with them and with
   * them alone. A flaky test shows itself here, and the proof restarts knowing that.
   */
  async #verify(
    change: ProvenChange['change'],
    { all, found }: { readonly all: readonly ChangeUnit[]; readonly found: readonly ChangeUnit[] },
  ): Promise<ProofResult> {
    const { space } = this.#request;
    const judge = this.#judge;
    const asked = new Set(judge.states().filter((state) => state !== change.after));
    const fixed = space.without(change, found);
    const others = all.filter((unit) => !found.includes(unit));
    const onlyFound = space.without(change, others);
    const sides = {
      fixed: { state: fixed, end: 'green', what: 'the working tree without these lines' },
      before: { state: change.before, end: 'green', what: 'the last green state' },
      after: { state: change.after, end: 'red', what: 'the working tree' },
      alone: { state: onlyFound, end: 'red', what: 'the last green state with these lines alone' },
    } as const;
    if ((await this.#look(sides.fixed)) !== 'green') return this.#ended('narrowed');
    const alone = await this.#look(sides.alone);
    if (this.#rate !== undefined && alone !== 'red') return this.#ended('narrowed');
    // Lines that do nothing alone are proven by the other two sides, so only those count.
    const { after, before } = sides;
    const resting = alone === 'red' ? [after, sides.alone, sides.fixed, before] : [after, sides.fixed];
    const isStraight = alone !== 'green' && [...asked].every((state) => judge.seen(state).red === 0);
    const chosen = new Set(isStraight ? [] : asked);
    if (this.#isFirstChosen) chosen.add(space.workTree);
    if (!(await this.#seeEnough(resting, chosen))) return this.#ended('narrowed');
    if (found.some(({ kind }) => kind === 'submodule'))
      this.#notes.add('to take a submodule back: `git apply --index fix.patch`, then `git submodule update`');
    const proven = {
      change,
      units: found,
      fixed,
      runs: { red: judge.seen(change.after).red, green: judge.seen(fixed).green },
      alone,
      explains: explainedTests(judge, { red: space.workTree, green: fixed, focus: this.#focus }),
      origins: this.#range === null ? [] : await findBringers(found, this.#range, this.#mergeSearch()),
    };
    return { ...this.#ended('proven'), proven };
  }

  /**
   * Runs the states that a proof relies on until the results cannot be chance; false if one of them ends
   * differently. The first run on a state that the search tested does not count: whatever it showed, some
   * lines would have fitted it. On the straight path it counts, because chance would have had to follow that
   * one path.
   */
  async #seeEnough(resting: readonly ProofSide[], chosen: ReadonlySet<TreeId>): Promise<boolean> {
    const sides = [...new Map(resting.map((side) => [side.state, side])).values()];
    for (const side of sides) if ((await this.#look(side)) !== side.end) return false;
    const runsOf = ({ state }: ProofSide) => this.#judge.observed(state).length;
    const foretold = (end: ProofSide['end']) =>
      sum(sides.map((side) => (side.end === end ? runsOf(side) - Number(chosen.has(side.state)) : 0)));
    for (;;) {
      const [red, green] = [foretold('red'), foretold('green')];
      if (this.#rate !== undefined || isBeyondChance({ red, green }, WAYS)) return true;
      const rarer = sides.filter(({ end }) => end === (red <= green ? 'red' : 'green'));
      const side = rarer.reduce((one, other) => (runsOf(other) < runsOf(one) ? other : one));
      if ((await this.#look(side, runsOf(side) + 1)) !== side.end) return false;
    }
  }

  /** Judges a state that a proof relies on, with at least this many runs. */
  #look({ state, what }: ProofSide, least = SEEN_ENOUGH.least): Promise<Verdict> {
    this.#say('verifying', what);
    return this.#judge.verdictOf(state, { ...SEEN_ENOUGH, least });
  }

  #unitsOf(range: GuiltyRange): readonly ChangeUnit[] {
    const { before, after } = this.#changeOf(range);
    return this.#request.space.changes(before, after);
  }

  #changeOf({ revisions, green, viewOf }: GuiltyRange): ProvenChange['change'] {
    const older = revisions[green];
    const before = older === undefined ? this.#request.space.workTree : viewOf(older);
    return { before, after: this.#request.space.workTree };
  }

  #commitsLeft(): readonly string[] {
    if (this.#range === null) return [];
    const { revisions, red, green } = this.#range;
    return revisions.slice(red, green).flatMap(({ commit }) => (commit === null ? [] : [commit]));
  }

  #ended(outcome: ProofResult['outcome']): ProofResult {
    const range = this.#range;
    const left = this.#leftUnits;
    return {
      outcome,
      runs: this.#judge.runs,
      passed: passedTests(this.#judge),
      notes: [...this.#notes],
      ...(range !== null && {
        range: {
          green: range.revisions[range.green]?.commit ?? null,
          red: range.revisions[range.red]?.commit ?? null,
        },
      }),
      ...(outcome === 'narrowed' && {
        left: {
          commits: this.#commitsLeft(),
          paths: [...new Set((left ?? (range && this.#unitsOf(range)) ?? []).map(({ path }) => path))],
        },
      }),
      ...(this.#rate !== undefined && { rate: this.#rate }),
    };
  }

  #say(phase: ProofProgress['phase'], trying: string, left: ProofProgress['left'] = null): void {
    this.#said = { phase, trying, left };
    this.#request.onProgress?.({ ...this.#said, runs: this.#judge.runs });
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
