/**
 * Proves the causes argued in a report, test by test: the tests of all causes are run together, and each
 * answer covers one test and all that behave alike.
 */
import {
  applyProofs,
  assertionDifference,
  type CaseRecord,
  type CauseProof,
  failureText,
  type Observation,
  ownMessage,
  type ProofProgress,
  type ProofResult,
  type ProvenChange,
  proveCause,
  type StateSpace,
  type TestName,
  type ToldTest,
  weighUnits,
} from '../../rca/index.ts';
import type { ReportCause, ReportDocument } from '../../record/index.ts';
import { casesOfCause } from '../run/run-record.ts';
import type { RunSecrets } from '../run/run-secrets.ts';
import type { Survey } from '../run/survey-workspace.ts';
import { describeProof } from './describe-proof.ts';
import { findPolluter, isRepairedInCompany, type Polluter, SEEN_TOGETHER } from './find-polluter.ts';
import type { Laboratory } from './laboratory.ts';
import type { AskedTest } from './proof-request.ts';
import type { TestCommand } from './test-command.ts';

/** A run as it was argued, before any proof. */
export type ArguedRun = {
  readonly argued: ReportDocument;
  readonly records: readonly CaseRecord[];
  readonly secrets: RunSecrets;
};

/** What to prove, and with what. */
export type ProveOptions = {
  readonly laboratory: Laboratory;
  readonly command: Pick<TestCommand, 'text' | 'isKnown'>;
  readonly survey: Survey;
  /** The tests to prove; null for all. For the others, recorded results are reported again. */
  readonly tests: readonly AskedTest[] | null;
  readonly good?: string | undefined;
  /** Whether finding the commit is enough. */
  readonly bisect?: boolean | undefined;
  /** The secrets of the run's reports, if they were just read. */
  readonly secrets?: RunSecrets;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly onProgress?: (progress: ProofProgress & { readonly cause: string }) => void;
};

/** The report with its proofs, and a patch that reverts everything requested and proven. */
export type ProvenRun = { readonly document: ReportDocument; readonly patch: string | null };

/** How many tests are run per cause, and in total. */
const TESTS_OF_CAUSE = 20;
const MOST_TESTS = 100;

/**
 * Runs the experiments and makes the report with their results; nothing is stored except by the laboratory.
 */
export async function proveCauses(
  { argued, records, secrets }: ArguedRun,
  options: ProveOptions,
): Promise<ProvenRun> {
  const { laboratory, command, survey } = options;
  laboratory.screenNamesBy(secrets.screenName);
  const casesOf = (cause: ReportCause) => casesOfCause(argued, cause, records);
  // No state of the repository provides a package that is not installed: such a cause is only tried on request.
  const provable = argued.causes.filter(({ absent }) => absent === undefined || options.tests !== null);
  const wanted = chooseTests(provable, casesOf);
  const keys = options.tests && new Set(options.tests.map(testKey));
  // A command that takes the test as an argument runs one at a time; the exit code of another would speak for
  // all.
  const runsOne = !command.isKnown && /\{(?:test|file|class|name)\}/.test(command.text);
  const answers: Answer[] = [];
  let repaired = laboratory.space.workTree;
  const told = new Set<WantedTest>();
  const waited = new Map<WantedTest, Set<WantedTest>>();
  const queue = wanted.map((wish): Turn => ({ wish, company: runsOne ? [wish] : wanted }));
  for (let turn = queue.shift(); turn !== undefined; turn = queue.shift()) {
    const { wish, company } = turn;
    if (told.has(wish)) continue;
    const isOnRecord = keys !== null && !keys.has(testKey(wish.told));
    const sibling = answers.find(({ cause, fixed }) => cause === wish.cause && fixed !== undefined);
    const tried = await proveTurn(turn, {
      ...options,
      isOnRecord,
      fixed: runsOne ? undefined : sibling?.fixed,
      testPaths: testPathsOf(casesOf(wish.cause), survey),
      told,
      waited,
    });
    if ('hangs' in tried) {
      queue.unshift({ wish, company: tried.hangs });
      continue;
    }
    if ('isLater' in tried) {
      queue.push(turn);
      continue;
    }
    const { result, polluter, isCut, isRepaired } = tried;
    // If another test of its cause was proven in its place and it never failed by itself, it has no answer
    // yet.
    if (isOnRecord && isCut) continue;
    if (isRepaired) {
      told.add(wish);
      sibling?.together.push(wish.told);
      continue;
    }
    const alike = wanted.filter((other) => !told.has(other) && isToldBy(other, { turn, result, runsOne }));
    // If another test of its cause replaced it and it never failed by itself, it has no answer yet.
    const isOpen = !alike.includes(wish) && result.passed.includes(company.indexOf(wish));
    if (isOpen) queue.unshift(turn);
    const tests = isOpen ? alike : [wish, ...alike.filter((one) => one !== wish)];
    for (const one of tests) told.add(one);
    answers.push({
      cause: wish.cause,
      ...(result.proven !== undefined && { fixed: result.proven.fixed }),
      together: [],
      proof: {
        tests: tests.map(({ told }) => told) as [ToldTest, ...ToldTest[]],
        clearsChanges:
          result.outcome === 'no_green' ||
          (result.outcome === 'not_reproduced' &&
            polluter === null &&
            result.passed.includes(company.indexOf(wish))),
        ...(await describeProof({ result, polluter }, { command, laboratory, survey, secrets })),
      },
    });
    if (result.proven !== undefined && !isOnRecord)
      repaired = takeBack(laboratory.space, result.proven, repaired);
  }
  const document = applyProofs(argued, answers.map(withTogether));
  const { workTree, patch } = laboratory.space;
  return { document, patch: repaired === workTree ? null : patch(workTree, repaired) };
}

/**
 * Returns whether the result for one test also covers another. Without guilty lines, tests of a cause are
 * alike unless one of them passed where the other did not.
 */
function isToldBy(
  other: WantedTest,
  {
    turn: { wish, company },
    result,
    runsOne,
  }: { readonly turn: Turn; readonly result: ProofResult; readonly runsOne: boolean },
): boolean {
  const place = company.indexOf(other);
  if (result.proven !== undefined) return result.proven.explains.includes(place);
  if (other.cause !== wish.cause) return false;
  return (
    other === wish ||
    (place < 0 ? runsOne || result.outcome === 'unfinished' : !result.passed.includes(place))
  );
}

/** The result for some tests of a cause. */
type Answer = {
  readonly cause: ReportCause;
  readonly proof: CauseProof;
  /** The state without the proven lines. */
  readonly fixed?: StateSpace['workTree'];
  /** Other tests of the cause that fail only when all are run, and not without these lines. */
  readonly together: ToldTest[];
};

function withTogether({ proof, together }: Answer): CauseProof {
  if (together.length === 0) return proof;
  const { tests, experiments } = proof;
  const [how, passes] =
    together.length === 1 ? ['1 test', 'it passes'] : [`${together.length} tests`, 'they pass'];
  const note = `${how} of the cause failed only when all were run; without these lines ${passes} then, too (${SEEN_TOGETHER} runs each)`;
  return {
    ...proof,
    tests: [...tests, ...together],
    experiments: {
      ...experiments,
      runs: experiments.runs + 2 * SEEN_TOGETHER,
      notes: [...experiments.notes, note],
    },
  };
}

/** A test to prove, and the tests that are run with it, including itself. */
type Turn = { readonly wish: WantedTest; readonly company: readonly WantedTest[] };

/** The outcome of a turn: an answer, or why the turn is repeated. */
type Tried =
  | {
      readonly result: ProofResult;
      readonly polluter: Polluter | null;
      /**
       * Whether it passes when all tests are run on the fixed state of its cause, and fails when all are run
       * otherwise.
       */
      readonly isRepaired: boolean;
      readonly isCut: boolean;
    }
  | { readonly isLater: true }
  /** The smaller company to repeat it in. */
  | { readonly hangs: readonly WantedTest[] };

/**
 * Thrown to abort a search that is repeated in another way; completed runs are recorded and not run again.
 */
class TakenAgain extends Error {
  readonly tried: Tried;

  constructor(tried: Tried) {
    super();
    this.tried = tried;
  }
}

/** Proves what makes one test fail. */
async function proveTurn(
  { wish, company }: Turn,
  {
    laboratory,
    isOnRecord,
    testPaths,
    fixed,
    told,
    waited,
    ...options
  }: ProveOptions & {
    readonly isOnRecord: boolean;
    readonly testPaths: readonly string[];
    /** A state in which other tests of the cause are known to pass. */
    readonly fixed: StateSpace['workTree'] | undefined;
    /** The tests that have an answer. */
    readonly told: ReadonlySet<WantedTest>;
    /** The tests each test has already let go first; includes itself if it was moved behind all others. */
    readonly waited: Map<WantedTest, Set<WantedTest>>;
  },
): Promise<Tried> {
  const { cause, test } = wish;
  const { space } = laboratory;
  const focus = company.indexOf(wish);
  const left = company.map((other) => (told.has(other) ? null : other));
  let isCut = false;
  const { run, traced } = laboratory.runnerOf(
    company.map((one) => one.test),
    { isOnRecord },
  );
  const letGoFirst = (other: WantedTest) => {
    const others = waited.get(wish) ?? new Set();
    if (others.has(other)) return;
    waited.set(wish, others.add(other));
    throw new TakenAgain({ isLater: true });
  };
  // A failure that may be very old must not use up the budget of one closer to its proof: a test that fails
  // in an older state yields to one that passes there.
  const letNearerGoFirst = ({ ends }: Observation) => {
    if (ends[focus] !== 'failed' && ends[focus] !== 'failed-otherwise') return;
    const nearer = left.find((other, place) => other !== null && ends[place] === 'passed');
    if (nearer) letGoFirst(nearer);
  };
  // The same goes for a test that hangs: it is retried without the others, and if it still hangs, after them.
  const keepFromHanging = ({ kind }: Observation) => {
    if (kind !== 'timed-out') return;
    if (company.length > 1) throw new TakenAgain({ hangs: smallerCompany({ wish, company }) });
    letGoFirst(wish);
  };
  const onProgress = (progress: ProofProgress) => options.onProgress?.({ ...progress, cause: cause.id });
  try {
    const result = await proveCause({
      space,
      run: async (state, attempt) => {
        const seen = await run(state, attempt).catch((error) => {
          isCut = true;
          throw error;
        });
        if (state === space.workTree) keepFromHanging(seen);
        else letNearerGoFirst(seen);
        return seen;
      },
      traced,
      focus,
      testPaths,
      good: [options.good, cause.last_green].filter((one) => one !== undefined),
      weightOf: weighUnits(cause.suspects),
      isBisection: options.bisect,
      standIns: left.flatMap((other, place) => (other?.cause === cause ? [place] : [])),
      onProgress,
    });
    const isAlone = result.outcome === 'not_reproduced' && !isOnRecord;
    const isRepaired =
      isAlone &&
      fixed !== undefined &&
      (await isRepairedInCompany(laboratory, { victim: test, fixed, onProgress }));
    const polluter =
      isAlone && !isRepaired ? await findPolluter(laboratory, { victim: test, onProgress }) : null;
    return { result, polluter, isRepaired, isCut };
  } catch (error) {
    if (error instanceof TakenAgain) return error.tried;
    throw error;
  }
}

/**
 * If one test hangs, nothing is known about those run with it, and the cause of the hang would be blamed for
 * all of them: the tests of its cause are run without the others, then each by itself.
 */
function smallerCompany({ wish, company }: Turn): readonly WantedTest[] {
  const ofCause = company.filter(({ cause }) => cause === wish.cause);
  return ofCause.length < company.length ? ofCause : [wish];
}

/** Reverts proven lines in a tree; lines that another proof already reverted are no longer in it. */
function takeBack(space: StateSpace, { change, units }: ProvenChange, tree: string): string {
  return units.reduce((at, unit) => space.undo(change, { units: [unit], at }) ?? at, tree);
}

function testKey({ suite, name }: AskedTest): string {
  return JSON.stringify([suite, name]);
}

/** A test that is run, and the cause argued for it. */
type WantedTest = { readonly test: TestName; readonly cause: ReportCause; readonly told: ToldTest };

/**
 * Chooses the tests to run, all of a cause if they are few; the first test of each cause comes before all
 * others.
 */
function chooseTests(
  causes: readonly ReportCause[],
  casesOf: (cause: ReportCause) => readonly CaseRecord[],
): readonly WantedTest[] {
  const chosen = causes.map((cause) =>
    casesOf(cause)
      .flatMap(({ failures }) => failures)
      .slice(0, TESTS_OF_CAUSE)
      .map((failure) => wantedTest(cause, failure)),
  );
  const firsts = chosen.flatMap(([first]) => first ?? []);
  return [...firsts, ...chosen.flatMap(([_, ...others]) => others)].slice(
    0,
    Math.max(firsts.length, MOST_TESTS),
  );
}

function wantedTest(cause: ReportCause, failure: CaseRecord['failures'][number]): WantedTest {
  const { suite, suitePath, name, className, file } = failure;
  const text = failureText(failure);
  const difference = assertionDifference(text);
  return {
    cause,
    test: {
      suitePath,
      name,
      ...(className !== undefined && { className }),
      ...(file !== undefined && { file }),
    },
    told: {
      cause: cause.id,
      suite,
      name,
      message: ownMessage(text),
      ...(difference !== null && { difference }),
    },
  };
}

/** The files of a cause's tests, by their path in the repository, if they exist there. */
function testPathsOf(cases: readonly CaseRecord[], { contentOf }: Survey): readonly string[] {
  const files = cases.flatMap(({ failures }) => failures.flatMap(({ file }) => file ?? []));
  return [...new Set(files)]
    .map((file) => file.replace(/^\.\//, ''))
    .filter((file) => contentOf(file) !== undefined);
}
