/**
 * Gathers the evidence of a case: for its failures and a prepared repository, the features of every candidate file.
 * Pure and in whole numbers: the same failures, files and history give the same evidence, whatever their order.
 */
import {
  type ChangeHistory,
  calledNames,
  proseTerms,
  sourceSyntax,
  sourceText,
  type TermCounts,
  tokenTerms,
} from '../../context/index.ts';
import { compareCodePoints, FIXED_ONE, fixedLog2, sortByCodePoint } from '../../kernel/index.ts';
import type { TestPast } from '../case/case-record.ts';
import { traceOf } from '../case/fingerprint.ts';
import { judgeChanges } from '../changes/change-columns.ts';
import type { ChangeIndex, PlacedFile } from '../changes/change-index.ts';
import { missingNames } from '../changes/missing-names.ts';
import { type BelievedWorld, believeWorld, type TestChanges, testChanges } from '../changes/test-changes.ts';
import { type Alibis, alibisOf, type Coverage } from '../coverage/coverage.ts';
import type { FailedTest } from '../intake/reading/failed-test.ts';
import type { OwnersOf } from '../paths/code-owners.ts';
import { type FileSide, isConfiguration, sideOfPath } from '../paths/file-side.ts';
import { type FileName, fileName, folderMatch, namingMatch } from '../paths/naming.ts';
import { folderOf } from '../paths/path-parts.ts';
import {
  evidenceLimits,
  type FeatureColumn,
  type FeatureValues,
  FULL,
  featureNames,
  ofBest,
} from '../ranking/evidence-features.ts';
import type { Candidate } from '../ranking/rank-candidates.ts';
import { type NameReach, type PartsOf, reachNames } from '../reach/name-reach.ts';
import type { ReachGraph } from '../reach/reach-graph.ts';
import { compilerPlace } from '../stack/compiler-place.ts';
import { framesOutwards } from '../stack/origin-frames.ts';
import type { StackTrace } from '../stack/stack-trace.ts';
import { type Absent, absentHere } from './absent-here.ts';
import { type ChangeEvidence, changeEvidence } from './change-evidence.ts';
import { type CodeIndex, indexNear } from './code-index.ts';
import type { TestIdentity } from './find-test-files.ts';
import { filesNamedIn, modulesDeclaring, namedColumn, rareNames } from './named-column.ts';
import { tracedIn } from './pinpoint.ts';
import { reachColumn } from './reach-evidence.ts';
import { type StackEvidence, stackEvidence } from './stack-evidence.ts';
import { findTestSources, type TestSources, testColumns } from './test-evidence.ts';

/** What the evidence needs of a failed test. */
export type EvidenceFailure = TestIdentity &
  Pick<FailedTest, 'message' | 'stack'> & {
    /** The report's path, where it lies in a folder of the workspace. */
    readonly report?: string;
  };

/** A source of evidence that was not there; each lowers confidence. */
export type MissingEvidence = 'history' | 'test-source' | 'own-frames';

/** The repository in view of a run, prepared once for all its cases. */
export type EvidenceView = {
  readonly index: CodeIndex;
  /** Nothing where there is no history to read. */
  readonly history: ChangeHistory | undefined;
  readonly changes: ChangeIndex;
  readonly reach: ReachGraph;
  readonly partsOf: PartsOf;
  /** The folder of the workspace that is asked about; empty for all of it. */
  readonly folder: string;
  /** The files of all failing tests of the run. */
  readonly failingFiles: readonly string[];
  readonly ownersOf: OwnersOf;
  /** What ran in a run with the failing tests, where somebody gave it. */
  readonly coverage?: Coverage | undefined;
};

/** The evidence of a case. */
export interface CaseEvidence {
  readonly testFiles: readonly string[];
  /** The names that the failing tests call, and how often. */
  readonly called: TermCounts;
  readonly missing: readonly MissingEvidence[];
  readonly standing: TestChanges;
  readonly world: BelievedWorld;
  /** The files that never ran, which are no candidates; nothing without coverage. */
  readonly alibis?: Alibis;
  /** What the failures lack that no change took away. */
  readonly absent?: Absent;
  /** Every candidate, in code point order of the paths. */
  readonly candidates: readonly Candidate[];
  /** Returns the change of a candidate that may have broken the tests. */
  changeOf(path: string): PlacedFile | undefined;
}

/** Gathers the evidence of the failures of one case; `past` is what earlier reports say of its tests. */
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
  const standing = testChanges(sources.spans, changes);
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
    standing,
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
  // A change that began to ask for a package is at fault, not the machine that lacks it, unless a manifest lists it.
  const isAskedByChange = candidates.some(({ features }) => features.changeBrought > 0);
  const isUnlisted = lacking?.kind === 'package' && lacking.said_at === undefined;
  const asked = isUnlisted && isAskedByChange ? lacking.name : undefined;
  const absent = asked === undefined ? lacking : null;
  candidates.sort((left, right) => compareCodePoints(left.path, right.path));
  return {
    testFiles: sources.paths,
    called,
    missing: missing.flatMap(([isMissing, what]) => (isMissing ? [what] : [])),
    standing,
    world: believeWorld({ candidates, standing, changes, past, asked }),
    ...(alibis && { alibis }),
    ...(absent !== null && { absent }),
    candidates,
    changeOf: (path) => judged.changeOf.get(path),
  };
}

/** Where like-named files are looked for first: beside the report, else where somebody asked. */
export function folderOfFailures(
  [first]: readonly Pick<EvidenceFailure, 'report'>[],
  { folder }: Pick<EvidenceView, 'folder'>,
): string {
  return folderOf(first?.report ?? '') || folder;
}

/** What may be to blame beside the code: the tests' own files, and whatever was changed, be it deleted or no source. */
function furtherPaths({ index, changes }: EvidenceView, testFiles: ReadonlySet<string>): readonly string[] {
  const known = new Set(index.candidates.map(({ path }) => path));
  const others = [...testFiles, ...changes.byPath.keys()].filter((path) => !known.has(path));
  return sortByCodePoint([...new Set(others)]);
}

/** The features that only sources can have; they cover the candidates of the index. */
function codeColumns(
  { index }: EvidenceView,
  {
    tests,
    sources,
    stack,
    past,
  }: {
    readonly tests: readonly { readonly test: EvidenceFailure }[];
    readonly sources: TestSources;
    readonly stack: ReadonlyMap<string, StackEvidence>;
    readonly past: ReadonlyMap<string, ChangeEvidence>;
  },
) {
  const prose = tests.map(({ test: { name, message } }) => `${name} ${message.text}`).join('\n');
  const names = sources.paths.map(fileName);
  const naming = bestMatch(index, names, namingMatch);
  return {
    ...testColumns(sources, prose, index),
    ...stackColumns(index, stack, tests.length),
    ...pastColumns(index, past),
    naming,
    folder: bestMatch(index, names, folderMatch),
    reach: reachColumn(index, { naming, mentioned: sources.mentioned }),
    size: ofBest(index.candidates.map(({ terms }) => fixedLog2(terms.size + 1))),
  };
}

/** What the failing tests get to by names, through the sources within their reach, the nearest first. */
function namesWithin({ reach, partsOf, changes }: EvidenceView, { paths, bodies }: TestSources): NameReach {
  if (changes.byPath.size === 0) return () => undefined;
  const reached = [...reach.reachedFrom(paths)]
    .filter(([path]) => sourceSyntax(path) !== undefined)
    .sort(([leftPath, left], [rightPath, right]) => left - right || compareCodePoints(leftPath, rightPath));
  const names = bodies.filter(({ kind }) => kind === 'identifier').map(({ text }) => text);
  return reachNames(
    names,
    reached.map(([path]) => path),
    partsOf,
  );
}

/** A test that reaches fewer files of the project tells nothing by what it does not reach. */
const FEWEST_REACHED = 2;

/** What the failing tests reach, and what all failing tests of the run do; all or nothing where reach cannot tell. */
function reachColumns(
  paths: readonly string[],
  view: EvidenceView,
  sources: Pick<TestSources, 'paths' | 'spans'>,
): Record<'reached' | 'reachedNear' | 'reachedByAll', FeatureColumn> {
  const { reach, failingFiles, changes } = view;
  const own = reachedByCase(view, sources);
  const others = failingFiles.map((path) => reach.reachedFrom([path]));
  const telling = others.filter(isTelling);
  const isOwnTelling = isTelling(own);
  // What configures the tests is in reach of all, and of a file that is gone nobody knows who reached it.
  const isOpen = (path: string) =>
    isConfiguration(path) || changes.byPath.get(path)?.[0]?.file.kind === 'deleted';
  return {
    reached: paths.map((path) => (!isOwnTelling || isOpen(path) || own.has(path) ? FULL : 0)),
    reachedNear: paths.map((path) => {
      const hops = own.get(path);
      return !isOwnTelling || hops === undefined ? 0 : Math.floor(FULL / Math.max(1, hops));
    }),
    reachedByAll: paths.map((path) => {
      if (telling.length === 0 || isOpen(path)) return FULL;
      return Math.floor((FULL * telling.filter((one) => one.has(path)).length) / telling.length);
    }),
  };
}

/**
 * What the tests of a case reach. Tests that failed alike in several files fail of one thing, so that it is what each of
 * the files reaches; where none of that changed, they may have failed of several things after all.
 */
function reachedByCase(
  { reach, changes }: EvidenceView,
  { paths, spans }: Pick<TestSources, 'paths' | 'spans'>,
): ReadonlyMap<string, number> {
  const own = reach.reachedFrom(paths);
  const files = [...new Set(spans.map(({ path }) => path))];
  const each = files.map((path) => reach.reachedFrom([path])).filter(isTelling);
  const common = new Map([...own].filter(([path]) => each.every((one) => one.has(path))));
  const hasChanged = [...common.keys()].some((path) => changes.byPath.has(path));
  return hasChanged && isTelling(common) ? common : own;
}

function isTelling(reached: ReadonlyMap<string, number>): boolean {
  let production = 0;
  for (const path of reached.keys())
    if (
      sourceSyntax(path) !== undefined &&
      sideOfPath(path) === 'production' &&
      ++production >= FEWEST_REACHED
    )
      return true;
  return false;
}

function literalsOf({ bodies }: Pick<TestSources, 'bodies'>): readonly string[] {
  return bodies.filter(({ kind }) => kind === 'literal').map(({ text }) => text);
}

/** The terms of the failing tests and of what they said. */
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

function pastColumns(
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

function featuresAt(
  columns: Readonly<Partial<Record<keyof FeatureValues, FeatureColumn>>>,
  at: number,
  side: FileSide,
): FeatureValues {
  const ofSide = { testSide: side === 'test' ? FULL : 0, besideSide: side === 'beside' ? FULL : 0 };
  const entries = featureNames.map((name) => [name, columns[name]?.[at] ?? 0]);
  return { ...Object.fromEntries(entries), ...ofSide } as FeatureValues;
}
