/**
 * Proves the causes of a run that has ended: plans experiments by its ranking, makes them, and writes the report anew
 * with what they showed. Whatever was run before is on record and not run again, so that a proof that was stopped goes on
 * when it is asked for again.
 */
import { cite, type FrameId, type Id, PenumbraError } from '../../kernel/index.ts';
import { frameHistory, type Ledger, putFrames } from '../../ledger/index.ts';
import {
  applyProofs,
  assertionDifference,
  type CaseRecord,
  type CauseProof,
  failureText,
  type Observation,
  ownMessage,
  type ProofProgress,
  type ProvenChange,
  proveCause,
  type StateSpace,
  type TestName,
  type ToldTest,
  weighUnits,
} from '../../rca/index.ts';
import type { ReportCause, ReportDocument } from '../../record/index.ts';
import { REPORT_TYPE, readReport, reportContent, tryLearning } from '../investigate/run/finish-run.ts';
import { requireSameWorkspace } from '../investigate/run/open-setting.ts';
import { type RunRecord, readCases, readRunRecord } from '../investigate/run/run-record.ts';
import { type RunSecrets, reopenRunSecrets } from '../investigate/run/run-secrets.ts';
import type { Survey } from '../investigate/run/survey-workspace.ts';
import { casesOfCause } from '../memory/cause-cases.ts';
import { describeProof } from './describe-proof.ts';
import { findPolluter } from './find-polluter.ts';
import type { Laboratory } from './laboratory.ts';
import { type AskedTest, keepRequest, type ProofRequest } from './proof-request.ts';
import type { TestCommand } from './test-command.ts';

/** What is proven, and with what. */
export type ProveRunOptions = {
  readonly laboratory: Laboratory;
  readonly command: Pick<TestCommand, 'text' | 'isKnown'>;
  readonly survey: Survey;
  /** The tests to prove something for; null for all. Of the others, what is on record is told again. */
  readonly tests: readonly AskedTest[] | null;
  readonly good?: string | undefined;
  /** Whether the commit is enough. */
  readonly bisect?: boolean | undefined;
  /** The secrets of the run's reports, where these were just read. */
  readonly secrets?: RunSecrets;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly onProgress?: (progress: ProofProgress & { readonly cause: string }) => void;
};

/**
 * Thrown where a test fails in an older state in which another one passes. The other one is nearer to its proof and goes
 * first, so that a failure which may be ages old cannot spend the budget of both. What was run is on record and not run
 * again.
 */
class NearerTest extends Error {}

/** The report with its proofs, and the patch that takes back all that was asked for and proven. */
export type ProvenRun = { readonly document: ReportDocument; readonly patch: string | null };

/** How many tests of a cause are run, and how many of all causes together. */
const TESTS_OF_CAUSE = 20;
const MOST_TESTS = 100;

/** Proves the causes of a run, as far as the laboratory's budget goes, and keeps what came of it. */
export async function proveRun(
  ledger: Ledger,
  run: Id<'run'>,
  {
    cause,
    ...options
  }: Omit<ProveRunOptions, 'tests'> & {
    readonly request: ProofRequest;
    /** The cause to prove, as the report names or numbers it; all of them unless given. */
    readonly cause?: string | undefined;
  },
): Promise<ProvenRun> {
  const opened = await openProof(ledger, run, options);
  const { frame: argued, record, records, secrets } = opened;
  const tests = cause === undefined ? null : testsOf((await readReport(ledger, run)) ?? opened.argued, cause);
  const asked = screened({ ...options.request, tests }, secrets);
  const request = await keepRequest(ledger, run, { request: asked, argued });
  const proven = await proveCauses(opened, { ...options, tests });
  const { document } = proven;
  await keepReport(ledger, run, { document, rests: [argued, request, ...options.laboratory.frames()] });
  if (record.inputs.configuration.memory === 'write') {
    const causes = document.causes
      .filter(({ status }) => status === 'proven')
      .map((cause) => ({ cause, cases: casesOfCause(document, cause, records) }));
    await tryLearning(ledger, { run, causes, contentOf: options.survey.contentOf });
  }
  return proven;
}

/** What of a run a proof begins with. */
type OpenedProof = ArguedReport & {
  readonly record: RunRecord;
  readonly records: readonly CaseRecord[];
  readonly secrets: RunSecrets;
};

/** Opens a run that has ended, on the workspace it was started on. */
export async function openProof(
  ledger: Ledger,
  run: Id<'run'>,
  { survey, secrets, environment }: Pick<ProveRunOptions, 'survey' | 'secrets' | 'environment'>,
): Promise<OpenedProof> {
  const record = await readRunRecord(ledger, run);
  requireSameWorkspace(run, record.inputs, survey);
  return {
    ...(await arguedReport(ledger, run)),
    record,
    records: (await readCases(ledger, run, record)).map((opened) => opened.record),
    secrets: secrets ?? (await reopenRunSecrets(run, record.secrets ?? [], environment)),
  };
}

/** Makes the experiments, and the report with what they showed; keeps nothing but what the laboratory keeps. */
export async function proveCauses(
  { argued, records, secrets }: OpenedProof,
  options: ProveRunOptions,
): Promise<ProvenRun> {
  const { laboratory, command, survey } = options;
  laboratory.screenNamesBy(secrets.screenName);
  const casesOf = (cause: ReportCause) => casesOfCause(argued, cause, records);
  const wanted = chooseTests(argued.causes, casesOf);
  const keys = options.tests && new Set(options.tests.map(testKey));
  const isAsked = ({ told }: WantedTest) => keys === null || keys.has(testKey(told));
  // A command that is told the test is run for one at a time; another one's exit code speaks for all of them.
  const runsOne = !command.isKnown && /\{(?:test|file|class|name)\}/.test(command.text);
  const proofs: CauseProof[] = [];
  let repaired = laboratory.space.workTree;
  const told = new Set<WantedTest>();
  const queue = [...wanted.entries()];
  const waited = new Set<string>();
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const [focus, wish] = next;
    if (told.has(wish)) continue;
    const { cause, test } = wish;
    const isOnRecord = !isAsked(wish);
    let isCut = false;
    const { run, traced } = laboratory.runnerOf(runsOne ? [test] : wanted.map((one) => one.test), {
      isOnRecord,
    });
    const onProgress = (progress: ProofProgress) => options.onProgress?.({ ...progress, cause: cause.id });
    const letNearerGoFirst = (state: StateSpace['workTree'], { ends }: Observation) => {
      const isRed = ends[focus] === 'failed' || ends[focus] === 'failed-otherwise';
      if (runsOne || !isRed || state === laboratory.space.workTree) return;
      const isNearer = (other: WantedTest, place: number) => !told.has(other) && ends[place] === 'passed';
      const pair = `${focus} ${wanted.findIndex(isNearer)}`;
      if (!wanted.some(isNearer) || waited.has(pair)) return;
      waited.add(pair);
      throw new NearerTest();
    };
    const result = await proveCause({
      space: laboratory.space,
      run: async (state, attempt) => {
        const seen = await run(state, attempt).catch((error) => {
          isCut = true;
          throw error;
        });
        letNearerGoFirst(state, seen);
        return seen;
      },
      traced,
      focus: runsOne ? 0 : focus,
      testPaths: testPathsOf(casesOf(cause), survey),
      good: [options.good, cause.last_green].filter((one) => one !== undefined),
      weightOf: weighUnits(cause.suspects),
      isBisection: options.bisect,
      standIns: runsOne ? [] : placesOf(wanted, (other) => other.cause === cause && !told.has(other)),
      onProgress,
    }).catch((error) => {
      if (error instanceof NearerTest) return null;
      throw error;
    });
    if (result === null) {
      queue.push(next);
      continue;
    }
    // What is on record does not end it, so that nobody has asked for it before.
    if (isOnRecord && isCut) continue;
    const polluter =
      result.outcome === 'not_reproduced' && !isOnRecord
        ? await findPolluter(laboratory, { victim: test, onProgress })
        : null;
    // Without guilty lines, tests of a cause are alike unless one of them passed where the other did not.
    const alike = wanted.filter((other, index) => {
      if (result.proven !== undefined) return !runsOne && result.proven.explains.includes(index);
      return other.cause === cause && (runsOne || !result.passed.includes(index));
    });
    const tests = [wish, ...alike.filter((other) => other !== wish && !told.has(other))];
    for (const one of tests) told.add(one);
    proofs.push({
      tests: tests.map(({ told }) => told) as [ToldTest, ...ToldTest[]],
      clearsChanges:
        result.outcome === 'no_green' ||
        (result.outcome === 'not_reproduced' &&
          polluter === null &&
          result.passed.includes(runsOne ? 0 : focus)),
      ...(await describeProof({ result, polluter }, { command, laboratory, survey, secrets })),
    });
    if (result.proven !== undefined && !isOnRecord)
      repaired = takeBack(laboratory.space, result.proven, repaired);
  }
  const document = applyProofs(argued, proofs);
  const { workTree, patch } = laboratory.space;
  return { document, patch: repaired === workTree ? null : patch(workTree, repaired) };
}

function placesOf(wanted: readonly WantedTest[], isMeant: (test: WantedTest) => boolean): readonly number[] {
  return wanted.flatMap((test, place) => (isMeant(test) ? [place] : []));
}

/** Takes proven lines back in a tree; those that another proof has taken back already are gone from it. */
function takeBack(space: StateSpace, { change, units }: ProvenChange, tree: string): string {
  return units.reduce((at, unit) => space.undo(change, { units: [unit], at }) ?? at, tree);
}

/** The report as it was argued, before any proof, and its frame. */
type ArguedReport = { readonly frame: FrameId; readonly argued: ReportDocument };

async function arguedReport(ledger: Ledger, run: Id<'run'>): Promise<ArguedReport> {
  const frames = await frameHistory(ledger, { kind: 'run', id: run });
  const first = frames.find(({ type }) => type === REPORT_TYPE);
  const argued = reportContent(first?.content ?? null);
  if (first !== undefined && argued !== null) return { frame: first.id, argued };
  throw new PenumbraError('usage', 'the run has not ended, so there is nothing to prove yet', {
    hint: `go on with \`penumbra resume ${run}\``,
    data: { run },
  });
}

/** The tests of the cause that a person means: by its number or id in the report as it is shown. */
function testsOf(document: ReportDocument, wanted: string): readonly AskedTest[] {
  const isMeant = ({ id }: ReportCause, index: number) => id === wanted || String(index + 1) === wanted;
  const exact = document.causes.filter(isMeant);
  const found = exact.length > 0 ? exact : document.causes.filter(({ id }) => id.startsWith(wanted));
  if (found.length === 1) return found.flatMap(({ tests }) => tests);
  throw new PenumbraError(
    'usage',
    `${cite(wanted)} names ${found.length === 0 ? 'no' : 'more than one'} cause of the run`,
    {
      hint: `name one of: ${document.causes
        .map(({ id }) => id)
        .slice(0, 10)
        .join(', ')}`,
    },
  );
}

function testKey({ suite, name }: AskedTest): string {
  return JSON.stringify([suite, name]);
}

/** A test that is run, and the cause it is argued to have. */
type WantedTest = { readonly test: TestName; readonly cause: ReportCause; readonly told: ToldTest };

/** Chooses the tests to run, all of a cause where they are few; the first of each cause comes before all others. */
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

/** The files of a cause's tests, as the repository names them, where they are there. */
function testPathsOf(cases: readonly CaseRecord[], { contentOf }: Survey): readonly string[] {
  const files = cases.flatMap(({ failures }) => failures.flatMap(({ file }) => file ?? []));
  return [...new Set(files)]
    .map((file) => file.replace(/^\.\//, ''))
    .filter((file) => contentOf(file) !== undefined);
}

/** A request as it may be kept: without secrets. */
function screened(request: ProofRequest, { screen }: RunSecrets): ProofRequest {
  const command = request.command.map(screen);
  const build = request.build && screen(request.build);
  const outputs = request.outputs.map(screen);
  const isWhole = build === request.build && command.every((word, index) => word === request.command[index]);
  return { ...request, command, build, outputs, text: screen(request.text), isWhole };
}

/** The report with its proofs rests on the one that was argued, on what was asked for, and on every experiment. */
async function keepReport(
  ledger: Ledger,
  run: Id<'run'>,
  { document, rests }: { readonly document: ReportDocument; readonly rests: readonly FrameId[] },
): Promise<void> {
  await putFrames(ledger, [
    {
      subject: { kind: 'run', id: run },
      type: REPORT_TYPE,
      agent: 'laboratory',
      basis: { inputs: [...new Set(rests)] },
      content: JSON.stringify(document),
    },
  ]);
}
