/** Puts what experiments showed into a report: a proof outranks every argument, and what was argued stays beside it. */
import type {
  DefectType,
  ReportCause,
  ReportChange,
  ReportDocument,
  ReportExperiments,
  ReportProof,
  ReportSuspect,
} from '../../record/index.ts';
import { sideOfPath } from '../evidence/file-side.ts';

/** What experiments came to for one cause. */
export type CauseProof = {
  /** The id of the cause. */
  readonly cause: string;
  readonly experiments: ReportExperiments;
  readonly proof?: ReportProof;
  /** How many files the change touched that the proof names. */
  readonly changedFiles?: number;
  /** Other causes whose tests the same lines explain. */
  readonly explains: readonly string[];
};

/** How sure a proven answer is; the rest is left to whatever nobody thought of. */
const PROVEN = 0.99;

/** Returns a report with the proofs in it; causes that one proof explains are one. */
export function applyProofs(document: ReportDocument, proofs: readonly CauseProof[]): ReportDocument {
  const byCause = new Map(proofs.map((proof) => [proof.cause, proof]));
  const explained = new Set(proofs.flatMap(({ explains }) => explains));
  const causes = document.causes
    .filter(({ id }) => !explained.has(id))
    .map((cause) => {
      const proof = byCause.get(cause.id);
      if (proof === undefined) return cause;
      const others = document.causes.filter(({ id }) => proof.explains.includes(id));
      return applyProof(joinCauses(cause, others), proof);
    })
    .sort((left, right) => Number(right.status === 'proven') - Number(left.status === 'proven'));
  return {
    ...document,
    summary: {
      ...document.summary,
      causes: causes.length,
      new: Math.max(0, causes.length - document.summary.known),
      flaky: causes.filter(({ defect_type }) => defect_type === 'flaky').length,
      concluded: causes.filter(({ status }) => ['proven', 'narrowed', 'concluded'].includes(status)).length,
    },
    causes,
  };
}

function joinCauses(cause: ReportCause, others: readonly ReportCause[]): ReportCause {
  if (others.length === 0) return cause;
  const all = [cause, ...others];
  return {
    ...cause,
    tests: all.flatMap(({ tests }) => tests),
    failures: all.reduce((sum, { failures, tests }) => sum + (failures ?? tests.length), 0),
    duplicates: [...cause.duplicates, ...others.flatMap(({ id, duplicates }) => [id, ...duplicates])],
  };
}

function applyProof(cause: ReportCause, { experiments, proof, changedFiles = 1 }: CauseProof): ReportCause {
  const { outcome } = experiments;
  if (proof === undefined) {
    const isFlaky = outcome === 'flaky';
    return {
      ...cause,
      experiments,
      ...(outcome === 'narrowed' && { status: 'narrowed' as const }),
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
    ...(proof.change !== undefined && { change: changeOf(proof.change, changedFiles) }),
    answer: paths,
    suspects: suspectsOf(cause, proof),
    commits: commitsOf(cause, proof),
    next_steps: [],
    experiments,
    proof,
  };
}

function changeOf(change: NonNullable<ReportProof['change']>, files: number): ReportChange {
  return { ...change, files };
}

/** The side that the guilty lines are on tells the kind, unless something more special is known already. */
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
        defect_type: 'test_bug',
        type_reason: `what broke the test is a change to ${named}, a file of the tests`,
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
    .map((suspect) => ({ ...suspect, confidence: Math.min(suspect.confidence, 1 - PROVEN) }));
  return [...guilty, ...others];
}

function commitsOf({ commits }: ReportCause, { change }: ReportProof): ReportCause['commits'] {
  if (change?.commit === null || change === undefined) return commits;
  const { commit: id, ...rest } = change;
  const known = commits.find((one) => one.id === id);
  const others = commits.filter((one) => one.id !== id);
  return [{ id, score: known?.score ?? commits[0]?.score ?? 0, ...rest }, ...others];
}
