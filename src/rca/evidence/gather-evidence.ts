/**
 * Gathers the evidence of a case: for its failures and a prepared repository, the features of every candidate file.
 * Pure and in whole numbers: the same failures, files and history give the same evidence, whatever their order.
 */

import {
  type ChangeHistory,
  calledNames,
  FIXED_ONE,
  fixedLog2,
  type TermCounts,
} from '../../context/index.ts';
import { compareCodePoints } from '../../kernel/index.ts';
import { traceOf } from '../fingerprint.ts';
import type { FailedTest } from '../intake/failed-test.ts';
import { type ChangeEvidence, changeEvidence } from './change-evidence.ts';
import type { CodeIndex } from './code-index.ts';
import { type FeatureColumn, type FeatureValues, FULL, ofBest } from './evidence-features.ts';
import { evidenceLimits } from './evidence-limits.ts';
import type { FileSide } from './file-side.ts';
import type { TestIdentity } from './find-test-files.ts';
import { type FileName, fileName, folderMatch, namingMatch } from './naming.ts';
import { reachColumn } from './reach-evidence.ts';
import { type StackEvidence, stackEvidence } from './stack-evidence.ts';
import { findTestSources, testColumns } from './test-evidence.ts';

/** What the evidence needs of a failed test. */
export type EvidenceFailure = TestIdentity & Pick<FailedTest, 'message' | 'stack'>;

/** One candidate file and what speaks for it. */
export interface Candidate {
  readonly path: string;
  readonly side: FileSide;
  readonly features: FeatureValues;
}

/** A source of evidence that was not there; each lowers confidence. */
export type MissingEvidence = 'history' | 'test-source' | 'own-frames';

/** The evidence of a case. */
export interface CaseEvidence {
  readonly testFiles: readonly string[];
  /** The names that the failing tests call, and how often. */
  readonly called: TermCounts;
  readonly missing: readonly MissingEvidence[];
  /** Every candidate, in code point order of the paths. */
  readonly candidates: readonly Candidate[];
}

/** Gathers the evidence of the failures of one case; a repository without history is told apart. */
export function gatherEvidence(
  failures: readonly EvidenceFailure[],
  index: CodeIndex,
  history: ChangeHistory | undefined,
): CaseEvidence {
  const tests = inOrder(failures).map((test) => ({ test, trace: traceOf(test) }));
  const sources = findTestSources(tests, index);
  const testFiles = new Set(sources.paths);
  const prose = tests.map(({ test: { name, message } }) => `${name} ${message.text}`).join('\n');
  const stack = stackEvidence(
    tests.map(({ trace }) => trace),
    index,
  );
  const changes = changeEvidence(history ?? { changes: [] }, testFiles);
  const names = sources.paths.map(fileName);
  const naming = bestMatch(index, names, namingMatch);
  const columns = {
    ...testColumns(sources, prose, index),
    ...stackColumns(index, stack, tests.length),
    ...changeColumns(index, changes),
    naming,
    folder: bestMatch(index, names, folderMatch),
    reach: reachColumn(index, { naming, mentioned: sources.mentioned }),
    size: ofBest(index.candidates.map(({ terms }) => fixedLog2(terms.size + 1))),
  };
  const missing: [boolean, MissingEvidence][] = [
    [changes.size === 0, 'history'],
    [testFiles.size === 0, 'test-source'],
    [stack.size === 0, 'own-frames'],
  ];
  return {
    testFiles: sources.paths,
    called: calledNames(sources.bodies),
    missing: missing.flatMap(([isMissing, what]) => (isMissing ? [what] : [])),
    candidates: index.candidates.map(({ path, side }, at) => ({
      path,
      side: testFiles.has(path) ? 'test' : side,
      features: featuresAt(columns, at),
    })),
  };
}

/** One order for any order, so that the bound takes the same failures every time. */
function inOrder(failures: readonly EvidenceFailure[]): EvidenceFailure[] {
  const key = ({ className, suite, name, message, stack }: EvidenceFailure) =>
    [className ?? suite, name, message.text, stack.text].join('\0');
  const keyed = failures.map((failure) => [key(failure), failure] as const);
  keyed.sort(([left], [right]) => compareCodePoints(left, right));
  return keyed.slice(0, evidenceLimits.failures).map(([, failure]) => failure);
}

function bestMatch(
  { candidates }: CodeIndex,
  tests: readonly FileName[],
  match: (test: FileName, candidate: FileName) => number,
): FeatureColumn {
  return candidates.map(({ name }) => tests.reduce((best, test) => Math.max(best, match(test, name)), 0));
}

function stackColumns(
  { candidates }: CodeIndex,
  stack: ReadonlyMap<string, StackEvidence>,
  traces: number,
): Record<'stackDepth' | 'stackShare', FeatureColumn> {
  const places = candidates.map(({ path }) => stack.get(path));
  return {
    stackDepth: places.map((place) => (place === undefined ? 0 : Math.floor(FULL / (1 + place.position)))),
    stackShare: places.map((place) => Math.floor((FULL * (place?.traces ?? 0)) / Math.max(1, traces))),
  };
}

function changeColumns(
  { candidates }: CodeIndex,
  changes: ReadonlyMap<string, ChangeEvidence>,
): Record<'together' | 'togetherShare' | 'recency', FeatureColumn> {
  const past = candidates.map(({ path }) => changes.get(path));
  return {
    together: ofBest(past.map((file) => file?.together ?? 0)),
    togetherShare: past.map((file) =>
      file === undefined ? 0 : Math.floor((FULL * file.common) / Math.max(1, file.changes)),
    ),
    recency: past.map((file) =>
      file === undefined ? 0 : Math.floor((FULL * FIXED_ONE) / (FIXED_ONE + fixedLog2(file.age + 1))),
    ),
  };
}

function featuresAt(columns: Record<keyof FeatureValues, FeatureColumn>, at: number): FeatureValues {
  const entries = Object.entries(columns).map(([feature, column]) => [feature, column[at] ?? 0]);
  return Object.fromEntries(entries) as FeatureValues;
}
