/**
 * Proves what makes a test fail: reproduces the failure, finds a green state, and narrows the change between the two to
 * the lines whose reversal alone turns the test green. It plans and judges; running is the caller's. The same outcomes
 * lead to the same result, so that a proof can be replayed from its record and resumed.
 */
import type { ChangeUnit, RunTests, StateSpace, TreeId } from './experiment.ts';
import { findGreen, type GuiltyRange, narrowRange, weighSteps } from './find-green.ts';
import { createStateJudge, isBeyondChance, type StateJudge, UnsteadyTest } from './judge-states.ts';
import { type Answer, findSmallestSet } from './smallest-set.ts';

/** How far a proof has come, for people. */
export type ProofProgress = {
  readonly phase: 'reproducing' | 'finding-green' | 'narrowing' | 'verifying';
  readonly trying: string;
  readonly runs: number;
  readonly left: { readonly count: number; readonly of: 'commits' | 'pieces' } | null;
};

/** What is to be proven. */
export type ProofRequest = {
  readonly space: StateSpace;
  /** Throws `ProofStopped` where no more may be run. */
  readonly run: RunTests;
  /** Which of the tests that are run the proof is for; the others are told about where they end alike. */
  readonly focus: number;
  /** The files of the tests. */
  readonly testPaths: readonly string[];
  /** Revisions at which the test is believed to pass, the most trusted first. */
  readonly good: readonly string[];
  /** How likely a piece of a change is guilty, as a whole number above 0. */
  readonly weightOf: (unit: ChangeUnit) => number;
  readonly onProgress?: (progress: ProofProgress) => void;
};

/** Guilty lines, and how they were seen to be guilty. */
export type ProvenChange = {
  readonly change: { readonly before: TreeId; readonly after: TreeId };
  readonly units: readonly ChangeUnit[];
  /** The state without them. */
  readonly fixed: TreeId;
  readonly runs: { readonly red: number; readonly green: number };
  /** What the lines alone do to the green state. */
  readonly alone: 'red' | 'green' | 'untold';
  /** The places of all tests that pass without them. */
  readonly explains: readonly number[];
};

/** What a proof came to. */
export type ProofResult = {
  readonly outcome: 'proven' | 'narrowed' | 'flaky' | 'not_reproduced' | 'no_green' | 'unfinished';
  readonly runs: number;
  readonly notes: readonly string[];
  readonly proven?: ProvenChange;
  /** Where the test turned red; null is the working tree. */
  readonly range?: { readonly green: string | null; readonly red: string | null };
  /** What is left where it was only narrowed. */
  readonly left?: { readonly commits: readonly string[]; readonly paths: readonly string[] };
  readonly rate?: { readonly failed: number; readonly runs: number };
};

/** Thrown by whoever runs tests when no more may be run: the budget is spent, or a person stopped it. */
export class ProofStopped extends Error {}

/** How a state is looked at that a proof rests on. */
const SEEN_ENOUGH = { least: 2, isSure: true };
/** How often a flaky test is run to tell its rate, the rate from which on states can be told apart, and the highest. */
const RATE_RUNS = 16;
const LEAST_RATE = 0.25;
const SUREST_RATE = 0.95;
/** How often such a test is taken to fail without reason. */
const STRAY_RATE = 0.05;
/** Up to so many pieces are narrowed at once, without looking for the commit first. */
const FEW_UNITS = 8;
/** The steps of so long a range are weighed by what they changed; of a longer one they are all alike. */
const WEIGHED_STEPS = 64;
/** How much more likely a piece is when its commit was found guilty. */
const GUILTY_COMMIT = 1_000;

/** Proves what makes a test fail, as far as it can be. */
export async function proveCause(request: ProofRequest): Promise<ProofResult> {
  const judge = createStateJudge(request.run, request.focus);
  const proof = new Proof(request, judge);
  return proof.result();
}

/** One proof under way: what has been learned so far outlives a budget that is spent. */
class Proof {
  readonly #request: ProofRequest;
  readonly #judge: StateJudge;
  readonly #notes = new Set<string>();
  #range: GuiltyRange | null = null;
  #leftUnits: readonly ChangeUnit[] | null = null;
  #rate: { readonly failed: number; readonly runs: number } | undefined;

  constructor(request: ProofRequest, judge: StateJudge) {
    this.#request = request;
    this.#judge = judge;
  }

  async result(): Promise<ProofResult> {
    try {
      return await this.#steadily();
    } catch (error) {
      if (!(error instanceof ProofStopped)) throw error;
      return this.#ended(this.#range === null ? 'unfinished' : 'narrowed');
    }
  }

  /** Goes again from the start, on what is known, when a test that seemed steady turns out not to be. */
  async #steadily(): Promise<ProofResult> {
    try {
      return await this.#prove();
    } catch (error) {
      if (!(error instanceof UnsteadyTest)) throw error;
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
    if (range === null) return this.#ended('no_green');
    if (range.carried.length > 0) this.#notes.add('the tests of today were run on the older states');
    this.#range = range;
    const guess = await this.#guess(range);
    const narrowed = guess === null ? await this.#narrowCommits(range) : range;
    this.#range = narrowed;
    return this.#narrowLines(narrowed, guess);
  }

  async #isReproduced(): Promise<boolean> {
    const { workTree } = this.#request.space;
    const first = await this.#firstObservation(workTree);
    if (first.kind === 'timed-out') this.#judge.countHangsAsFailures();
    return (await this.#judge.verdictOf(workTree, SEEN_ENOUGH)) === 'red';
  }

  async #firstObservation(state: TreeId) {
    return this.#judge.observed(state)[0] ?? this.#judge.observe(state);
  }

  /** Measures how often the test fails, and has states judged accordingly; tells whether it fails too seldom for that. */
  async #isTooFlaky(): Promise<boolean> {
    const { workTree } = this.#request.space;
    this.#say('reproducing', 'how often the test fails');
    while (this.#judge.observed(workTree).length < RATE_RUNS) await this.#judge.observe(workTree);
    const { red, green } = this.#judge.seen(workTree);
    this.#rate = { failed: red, runs: red + green };
    // A little nearer to the middle than measured, for a dozen runs do not tell more.
    const measured = (red + 1) / (red + green + 2);
    this.#judge.setRates({ red: Math.min(measured, SUREST_RATE), green: STRAY_RATE });
    return measured < LEAST_RATE;
  }

  /** Takes the likeliest piece back at once; where that turns the test green, no commit need be looked for. */
  async #guess(range: GuiltyRange): Promise<readonly ChangeUnit[] | null> {
    const units = this.#unitsOf(range);
    if (range.green - range.red === 1 || units.length <= FEW_UNITS) return units;
    const { weightOf } = this.#request;
    const total = sum(units.map(weightOf));
    const likeliest = units.reduce((best, unit) => (weightOf(unit) > weightOf(best) ? unit : best));
    if (weightOf(likeliest) * 2 < total) return null;
    this.#say('narrowing', `without the change to ${likeliest.path}`, { count: units.length, of: 'pieces' });
    const change = this.#changeOf(range);
    const verdict = await this.#judge.verdictOf(this.#request.space.without(change, [likeliest]));
    return verdict === 'green' ? [likeliest] : null;
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

  /** Finds the guilty lines among all that differs between the green state and the working tree. */
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
    this.#leftUnits = found;
    return this.#verify(change, { all, found });
  }

  /** Pieces of the guilty commit are far likelier than others, where one was found and there are others. */
  #weighByCommit(range: GuiltyRange): (unit: ChangeUnit) => number {
    const { space, weightOf } = this.#request;
    const { revisions, red, green, viewOf } = range;
    const newer = revisions[red];
    const older = revisions[green];
    if (red === 0 || newer === undefined || older === undefined) return weightOf;
    const lines = new Map<string, Set<string>>();
    for (const unit of space.changes(viewOf(older), viewOf(newer)))
      for (const path of [unit.path, unit.from ?? unit.path])
        lines.set(path, new Set([...(lines.get(path) ?? []), ...linesOf(unit)]));
    return (unit) => {
      const known = lines.get(unit.path);
      const isOfCommit =
        known !== undefined && (unit.kind !== 'hunk' || linesOf(unit).some((line) => known.has(line)));
      return weightOf(unit) * (isOfCommit ? GUILTY_COMMIT : 1);
    };
  }

  async #isGreenWithout(
    change: ProvenChange['change'],
    units: readonly ChangeUnit[],
    { among, isFinal }: { readonly among: number; readonly isFinal: boolean },
  ): Promise<Answer> {
    const what =
      units.length === 1
        ? `without the change to ${units[0]?.path}`
        : `without ${units.length} of ${among} changes`;
    this.#say('narrowing', what, { count: this.#leftUnits?.length ?? among, of: 'pieces' });
    const state = this.#request.space.without(change, units);
    const verdict = await this.#judge.verdictOf(state, isFinal ? SEEN_ENOUGH : {});
    return verdict === 'green' ? 'yes' : verdict === 'red' ? 'no' : 'untold';
  }

  /**
   * Sees both sides often enough: green without the lines and before the change, red with them and with them alone. A
   * test that fails by chance gives itself away here, and the proof begins again knowing that.
   */
  async #verify(
    change: ProvenChange['change'],
    { all, found }: { readonly all: readonly ChangeUnit[]; readonly found: readonly ChangeUnit[] },
  ): Promise<ProofResult> {
    const { space } = this.#request;
    const judge = this.#judge;
    const fixed = space.without(change, found);
    const others = all.filter((unit) => !found.includes(unit));
    const onlyFound = space.without(change, others);
    this.#say('verifying', `without the change to ${found[0]?.path}`);
    if ((await judge.verdictOf(fixed, SEEN_ENOUGH)) !== 'green') return this.#ended('narrowed');
    const alone = await judge.verdictOf(onlyFound, SEEN_ENOUGH);
    if (this.#rate !== undefined && alone !== 'red') return this.#ended('narrowed');
    await this.#seeEnough({ change, fixed, onlyFound, isAloneRed: alone === 'red' });
    const proven = {
      change,
      units: found,
      fixed,
      runs: { red: judge.seen(change.after).red, green: judge.seen(fixed).green },
      alone,
      explains: this.#explained(fixed),
    };
    return { ...this.#ended('proven'), proven };
  }

  /**
   * Runs the states that a proof rests on until what was seen cannot be chance. All states from the green one on count,
   * for each ended as the proof says; older ones would have been green anyhow. Lines that do nothing alone are proven by
   * the two sides themselves, and only these count.
   */
  async #seeEnough({
    change,
    fixed,
    onlyFound,
    isAloneRed,
  }: Pick<ProvenChange, 'change' | 'fixed'> & {
    readonly onlyFound: TreeId;
    readonly isAloneRed: boolean;
  }): Promise<void> {
    const judge = this.#judge;
    const reds = isAloneRed ? [change.after, onlyFound] : [change.after];
    const greens = isAloneRed ? [fixed, change.before] : [fixed];
    for (const state of [...reds, ...greens]) await judge.verdictOf(state, SEEN_ENOUGH);
    if (this.#rate !== undefined) return;
    const older = this.#olderThanGreen();
    const counted = () =>
      isAloneRed
        ? judge.seenBut(older)
        : { red: judge.seen(change.after).red, green: judge.seen(fixed).green };
    for (let { red, green } = counted(); !isBeyondChance({ red, green }); { red, green } = counted()) {
      const [first, ...others] = red <= green ? reds : greens;
      const runsOf = (state: TreeId) => judge.observed(state).length;
      const least = others.find((state) => runsOf(state) < runsOf(first as TreeId)) ?? (first as TreeId);
      await judge.observe(least);
      await judge.verdictOf(least);
    }
  }

  #olderThanGreen(): ReadonlySet<TreeId> {
    if (this.#range === null) return new Set();
    const { revisions, green, viewOf } = this.#range;
    return new Set(revisions.slice(green + 1).flatMap((revision) => [revision.tree, viewOf(revision)]));
  }

  /** The tests that passed in every run without the lines. */
  #explained(fixed: TreeId): readonly number[] {
    const runs = this.#judge.observed(fixed).filter(({ kind }) => kind === 'told');
    const tests = runs[0]?.ends.map((_, index) => index) ?? [];
    return tests.filter((index) => runs.every(({ ends }) => ends[index] === 'passed'));
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
    this.#request.onProgress?.({ phase, trying, runs: this.#judge.runs, left });
  }
}

/** The lines that a piece adds or removes, but for those that are everywhere. */
function linesOf({ before, after }: ChangeUnit): readonly string[] {
  return [...before.lines, ...after.lines].map((line) => line.trim()).filter((line) => line.length > 2);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
