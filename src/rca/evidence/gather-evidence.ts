/**
 * Gathers the evidence of a case: the features of every candidate file, from its failures and a prepared
 * repository. Pure, and in whole numbers: the same failures, files and history give the same evidence in any
 * order.
 */
import { calledNames, proseTerms, sourceText, type TermCounts, tokenTerms } from '../../context/index.ts';
import { compareCodePoints, sortByCodePoint } from '../../kernel/index.ts';
import type { TestPast } from '../case/case-record.ts';
import { traceOf } from '../case/fingerprint.ts';
import {
  type BelievedWorld,
  believeWorld,
  readTestStatus,
  type TestStatus,
} from '../changes/believed-world.ts';
import { judgeChanges } from '../changes/change-columns.ts';
import type { PlacedFile } from '../changes/change-index.ts';
import { missingNames } from '../changes/missing-names.ts';
import { type Alibis, alibisOf } from '../coverage/coverage.ts';
import { type FileSide, sideOfPath } from '../paths/file-side.ts';
import {
  evidenceLimits,
  type FeatureColumn,
  type FeatureValues,
  FULL,
  featureNames,
} from '../ranking/evidence-features.ts';
import type { Candidate } from '../ranking/rank-candidates.ts';
import { compilerPlace } from '../stack/compiler-place.ts';
import { framesOutwards } from '../stack/origin-frames.ts';
import type { StackTrace } from '../stack/stack-trace.ts';
import { type Absent, absentHere } from './absent-here.ts';
import { changeEvidence, codeColumns, stackEvidence } from './code-columns.ts';
import {
  type CodeIndex,
  type EvidenceFailure,
  type EvidenceView,
  folderOfFailures,
  indexNear,
} from './code-index.ts';
import { filesNamedIn, modulesDeclaring, namedColumn, rareNames } from './named-column.ts';
import { tracedIn } from './pinpoint.ts';
import { namesWithin, reachColumns } from './reach-columns.ts';
import { findTestSources, type TestSources } from './test-evidence.ts';

/** A source of evidence that was unavailable; each lowers confidence. */
export type MissingEvidence = 'history' | 'test-source' | 'own-frames';

export interface CaseEvidence {
  readonly testFiles: readonly string[];
  /** The names that the failing tests call, with counts. */
  readonly called: TermCounts;
  readonly missing: readonly MissingEvidence[];
  readonly testStatus: TestStatus;
  readonly world: BelievedWorld;
  /** The files that never ran and are therefore no candidates; absent without coverage. */
  readonly alibis?: Alibis;
  /** What the failures lack although no change removed it. */
  readonly absent?: Absent;
  /** Every candidate, in code point order of the paths. */
  readonly candidates: readonly Candidate[];
  /** Returns the change to a candidate that may have broken the tests. */
  changeOf(path: string): PlacedFile | undefined;
}

/** Gathers the evidence of one case's failures; `past` is what earlier reports say about its tests. */
export function gatherEvidence(
  failures: readonly EvidenceFailure[],
  view: EvidenceView,
  past?: TestPast,
): CaseEvidence {
  const { history, changes } = view;
  const index = indexNear(view.index, folderOfFailures(failures, view));
  const tests = inOrder(failures).map((test) => ({ test, trace: traceOf(test) }));
  const sources = findTestSources(tests, index);
  const testFiles = new Set(sources.paths);
  const testStatus = readTestStatus(sources.spans, changes);
  const fileHistory = changeEvidence(history ?? { changes: [] }, testFiles);
  const traces = tests.map(({ trace }) => trace);
  const stack = stackEvidence(traces, index);
  const called = calledNames(sources.bodies);
  const further = furtherPaths(view, testFiles);
  const paths = [...index.candidates.map(({ path }) => path), ...further];
  const reached = reachColumns(paths, view, sources);
  const messages = tests.map(({ test }) => test.message.text);
  const said = tests.map(({ test }) => `${test.message.text}\n${test.stack.text}`);
  const missingHere = missingNames(said);
  const isMentioned = filesNamedIn(literalsOf(sources));
  const traced = tracedIn(traces, index);
  const judged = judgeChanges(paths, {
    changes,
    testStatus,
    testFiles,
    spoken: spokenTerms(tests, sources),
    namedInMessages: rareNames(messages, index),
    called,
    terms: index.terms,
    traced,
    missing: missingHere,
    missingFrom: modulesDeclaring(missingHere, index),
    isMentioned,
    nameReach: namesWithin(view, sources),
  });
  const columns = {
    ...codeColumns(view, { tests, sources, stack, past: fileHistory }),
    ...reached,
    ...judged.columns,
    named: namedColumn(messages, paths, index),
    compilerPlace: compilerColumn(tests, paths, index),
  };
  const missing: [boolean, MissingEvidence][] = [
    [fileHistory.size === 0, 'history'],
    [testFiles.size === 0, 'test-source'],
    [stack.size === 0 && !hasOwnFrame(traces, index), 'own-frames'],
  ];
  const sides = [...index.candidates.map(({ side }) => side), ...further.map(sideOfPath)];
  const alibis =
    view.coverage &&
    alibisOf(view.coverage, {
      paths,
      testFiles: sources.paths,
      traced: [...traced.keys(), ...paths.filter((_, at) => columns.compilerPlace[at] === FULL)],
      texts: said,
      isNamed: isMentioned,
      read: (path) => sourceText(index.read(path) ?? new Uint8Array()),
    });
  const candidates = paths.flatMap((path, at) => {
    if (alibis?.paths.has(path)) return [];
    const side = testFiles.has(path) ? 'test' : (sides[at] as FileSide);
    return [{ path, side, features: featuresAt(columns, at, side) }];
  });
  const lacking = absentHere(said, index);
  // A change that began to require a package is at fault, not the machine without it, unless a manifest lists
  // the package.
  const isAskedByChange = candidates.some(({ features }) => features.changeBrought > 0);
  const isUnlisted = lacking?.kind === 'package' && lacking.said_at === undefined;
  const asked = isUnlisted && isAskedByChange ? lacking.name : undefined;
  const absent = asked === undefined ? lacking : null;
  candidates.sort((left, right) => compareCodePoints(left.path, right.path));
  return {
    testFiles: sources.paths,
    called,
    missing: missing.flatMap(([isMissing, what]) => (isMissing ? [what] : [])),
    testStatus,
    world: believeWorld({ candidates, testStatus, changes, past, asked }),
    ...(alibis && { alibis }),
    ...(absent !== null && { absent }),
    candidates,
    changeOf: (path) => judged.changeOf.get(path),
  };
}

/**
 * Candidates beside the code: the tests' own files, and any changed file, including deleted ones and
 * non-sources.
 */
function furtherPaths({ index, changes }: EvidenceView, testFiles: ReadonlySet<string>): readonly string[] {
  const known = new Set(index.candidates.map(({ path }) => path));
  const others = [...testFiles, ...changes.byPath.keys()].filter((path) => !known.has(path));
  return sortByCodePoint([...new Set(others)]);
}

function literalsOf({ bodies }: Pick<TestSources, 'bodies'>): readonly string[] {
  return bodies.filter(({ kind }) => kind === 'literal').map(({ text }) => text);
}

/** The terms of the failing tests and their messages. */
function spokenTerms(
  tests: readonly { readonly test: EvidenceFailure }[],
  { bodies }: Pick<TestSources, 'bodies'>,
): TermCounts {
  const spoken = new Map(tokenTerms(bodies));
  const said = proseTerms(tests.map(({ test }) => `${test.name} ${test.message.text}`).join('\n'));
  for (const [term, count] of said) spoken.set(term, (spoken.get(term) ?? 0) + count);
  return spoken;
}

/** The files in which a compiler or loader stopped. */
function compilerColumn(
  tests: readonly { readonly test: EvidenceFailure }[],
  paths: readonly string[],
  { mapFrame }: CodeIndex,
): FeatureColumn {
  const places = tests.flatMap(({ test }) => compilerPlace(`${test.message.text}\n${test.stack.text}`) ?? []);
  const found = new Set(places.map(({ file }) => mapFrame({ raw: file, file, kind: 'own' })?.path));
  return paths.map((path) => (found.has(path) ? FULL : 0));
}

function hasOwnFrame(traces: readonly StackTrace[], { mapFrame }: CodeIndex): boolean {
  return traces.some((trace) => framesOutwards(trace).some((frame) => mapFrame(frame) !== undefined));
}

/** Sorts the failures, so that the bound always picks the same ones. */
function inOrder(failures: readonly EvidenceFailure[]): EvidenceFailure[] {
  const key = ({ className, suite, name, message, stack }: EvidenceFailure) =>
    [className ?? suite, name, message.text, stack.text].join('\0');
  const keyed = failures.map((failure) => [key(failure), failure] as const);
  keyed.sort(([left], [right]) => compareCodePoints(left, right));
  return keyed.slice(0, evidenceLimits.failures).map(([, failure]) => failure);
}

function featuresAt(
  columns: Readonly<Partial<Record<keyof FeatureValues, FeatureColumn>>>,
  at: number,
  side: FileSide,
): FeatureValues {
  const ofSide = { testSide: side === 'test' ? FULL : 0, besideSide: side === 'beside' ? FULL : 0 };
  const entries = featureNames.map((name) => [name, columns[name]?.[at] ?? 0]);
  return { ...Object.fromEntries(entries), ...ofSide } as FeatureValues;
}
