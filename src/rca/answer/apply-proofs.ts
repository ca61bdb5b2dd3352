/**
 * Adds the results of experiments to a report. A proof outranks every argument; the argued cause is kept
 * beside it.
 */
import type {
  CauseStatus,
  DefectType,
  ReportCause,
  ReportDocument,
  ReportExperiments,
  ReportProof,
  ReportSuspect,
} from '../../record/index.ts';
import { sideOfPath } from '../paths/file-side.ts';

/** A test that experiments gave a result for, and the cause it was attributed to by argument. */
export type ToldTest = {
  readonly cause: string;
  readonly suite: string;
  readonly name: string;
  /** The test's own failure message. */
  readonly message: string;
  readonly difference?: ReportCause['difference'];
};

/** The result of experiments, and the tests it covers; the first is the one they were run for. */
export type CauseProof = {
  readonly tests: readonly [ToldTest, ...ToldTest[]];
  readonly experiments: ReportExperiments;
  readonly proof?: ReportProof;
  /** Whether the tests already failed before any recent change, or pass with all of them. */
  readonly clearsChanges?: boolean;
};

/** The confidence of a proven answer; the rest is left for the unforeseen. */
const PROVEN = 0.99;
const REST = 0.01;
/** The highest confidence of an answer that experiments contradict. */
const UNLIKELY = 0.2;

/**
 * Returns the report with the proofs applied. Everything one proof explains becomes one cause, however it was
 * argued. Tests of a cause that other lines explain become a cause of their own.
 */
export function applyProofs(document: ReportDocument, proofs: readonly CauseProof[]): ReportDocument {
  const parts = new Map(document.causes.map((cause) => [cause.id, partsOf(cause, proofs)]));
  const proven = proofs.map((proof) => {
    const [first] = proof.tests;
    const own = [...new Set(proof.tests.map(({ cause }) => cause))];
    const pieces = own.flatMap((id) => parts.get(id)?.get(proof) ?? []);
    const head = pieces.find(({ id }) => id === first.cause || id.startsWith(`${first.cause}.`));
    return head === undefined
      ? []
      : [
          applyProof(
            joinCauses(
              head,
              pieces.filter((piece) => piece !== head),
            ),
            proof,
          ),
        ];
  });
  const others = document.causes.filter(({ id }) => parts.get(id)?.size === 0);
  const causes = [...proven.flat(), ...others].sort(
    (left, right) => Number(right.status === 'proven') - Number(left.status === 'proven'),
  );
  return {
    ...document,
    summary: {
      ...document.summary,
      causes: causes.length,
      new: Math.max(0, causes.length - document.summary.known),
      flaky: causes.filter(({ defect_type }) => defect_type === 'flaky').length,
      concluded: causes.filter(({ status }) => ESTABLISHED.includes(status)).length,
    },
    causes,
  };
}

const ESTABLISHED: readonly CauseStatus[] = ['proven', 'narrowed', 'concluded'];

/**
 * Divides a cause among the proofs that cover its tests. The proof that covers most of them also keeps the
 * rest.
 */
function partsOf(cause: ReportCause, proofs: readonly CauseProof[]): ReadonlyMap<CauseProof, ReportCause> {
  const told = proofs
    .map((proof) => ({ proof, tests: proof.tests.filter((test) => test.cause === cause.id) }))
    .filter(({ tests }) => tests.length > 0);
  const [first] = told;
  if (first === undefined) return new Map();
  const main = told.reduce((one, other) => (other.tests.length > one.tests.length ? other : one));
  const split = told.filter((one) => one !== main);
  const isSplit = new Set(split.flatMap(({ tests }) => tests.map(testKey)));
  const rest = cause.tests.filter((test) => !isSplit.has(testKey(test)));
  return new Map([
    [main.proof, split.length === 0 ? cause : { ...pieceOf(cause, main.tests), id: cause.id, tests: rest }],
    ...split.map(
      ({ proof, tests }, index) =>
        [proof, { ...pieceOf(cause, tests), id: `${cause.id}.${index + 2}` }] as const,
    ),
  ]);
}

function pieceOf(cause: ReportCause, tests: readonly ToldTest[]): ReportCause {
  const { difference: _, duplicates: __, ...argued } = cause;
  const [first] = tests;
  return {
    ...argued,
    message: first?.message ?? cause.message,
    ...(first?.difference !== undefined && { difference: first.difference }),
    tests: tests.map(({ suite, name }) => ({ suite, name })),
    failures: tests.length,
    duplicates: [],
  };
}

function testKey({ suite, name }: { readonly suite: string; readonly name: string }): string {
  return JSON.stringify([suite, name]);
}

function joinCauses(cause: ReportCause, others: readonly ReportCause[]): ReportCause {
  if (others.length === 0) return cause;
  const all = [cause, ...others];
  return {
    ...cause,
    tests: all.flatMap(({ tests }) => tests),
    failures: all.reduce((sum, { failures, tests }) => sum + (failures ?? tests.length), 0),
    duplicates: [
      ...cause.duplicates,
      ...others.flatMap(({ id, duplicates }) => [id.replace(/^cause-/, 'case-'), ...duplicates]),
    ],
  };
}

function applyProof(cause: ReportCause, { experiments, proof, clearsChanges }: CauseProof): ReportCause {
  const { outcome } = experiments;
  if (proof === undefined) {
    const isFlaky = outcome === 'flaky';
    return {
      ...cause,
      experiments,
      ...(outcome === 'narrowed' && { status: 'narrowed' as const }),
      ...(clearsChanges &&
        cause.world === 'change' && {
          status: 'insufficient' as const,
          confidence: Math.min(cause.confidence, UNLIKELY),
        }),
      ...(isFlaky && { defect_type: 'flaky' as const, type_reason: experiments.summary }),
    };
  }
  const paths = [...new Set(proof.hunks.map(({ path }) => path))];
  const { gaps: _gaps, court: _court, change: _change, ...argued } = cause;
  return {
    ...argued,
    status: 'proven',
    confidence: PROVEN,
    world: 'change',
    world_reason: 'taking a change back turns the tests green',
    ...kindOf(cause, paths),
    ...(proof.change !== undefined && { change: { ...proof.change, files: paths.length } }),
    answer: paths,
    suspects: suspectsOf(cause, proof),
    commits: commitsOf(cause, proof),
    next_steps: [],
    experiments,
    proof,
  };
}

/**
 * The side of the guilty lines determines the defect type, unless a more specific one is known already. For
 * lines of a test, no run can tell whether they are wrong: the code may never have done what they now ask
 * for.
 */
function kindOf(
  { defect_type, type_reason }: ReportCause,
  paths: readonly string[],
): { readonly defect_type: DefectType; readonly type_reason: string } {
  const isTest = paths.every((path) => sideOfPath(path) === 'test');
  const isOpen = ['product_bug', 'test_bug', 'to_investigate', 'no_defect', 'flaky'].includes(defect_type);
  if (!isOpen) return { defect_type, type_reason };
  const named = paths.map((path) => `\`${path}\``).join(', ');
  return isTest
    ? {
        defect_type: 'to_investigate',
        type_reason: `the lines are in ${named}, on the side of the tests: they are wrong, or the code never did what they ask`,
      }
    : { defect_type: 'product_bug', type_reason: `what broke the test is a change to ${named}` };
}

function suspectsOf({ suspects }: ReportCause, { hunks }: ReportProof): readonly ReportSuspect[] {
  const paths = [...new Set(hunks.map(({ path }) => path))];
  const guilty = paths.map((path): ReportSuspect => {
    const hunk = hunks.find((one) => one.path === path);
    const known = suspects.find((one) => one.path === path);
    return {
      path,
      ...(hunk?.symbol !== undefined && { symbol: hunk.symbol }),
      ...(hunk !== undefined && { line: hunk.lines[0] }),
      score: known?.score ?? suspects[0]?.score ?? 0,
      confidence: PROVEN,
    };
  });
  const others = suspects
    .filter(({ path }) => !paths.includes(path))
    .map((suspect) => ({ ...suspect, confidence: Math.min(suspect.confidence, REST) }));
  return [...guilty, ...others];
}

function commitsOf({ commits }: ReportCause, { change }: ReportProof): ReportCause['commits'] {
  if (change === undefined) return commits;
  // An uncommitted change belongs to no commit.
  if (change.commit === null) return [];
  const { commit: id, ...rest } = change;
  const known = commits.find((one) => one.id === id);
  const others = commits.filter((one) => one.id !== id);
  return [{ id, score: known?.score ?? commits[0]?.score ?? 0, ...rest }, ...others];
}
