/**
 * The features that come from recent changes: whether a change that could have broken the failing tests
 * touched a candidate, how new it is, and whether the tests, the message or the trace mention what was
 * changed.
 */
import { type Bm25Corpus, sourceSyntax, type TermCounts } from '../../context/index.ts';
import { FIXED_ONE, fixedLog2 } from '../../kernel/index.ts';
import { isConfiguration, sideOfPath } from '../paths/file-side.ts';
import { nameOf, stemOf } from '../paths/path-parts.ts';
import { type FeatureColumn, FULL, shareOf } from '../ranking/evidence-features.ts';
import { type RankingWeights, weightsOf } from '../ranking/fitted-evidence.ts';
import type { NameReach } from '../reach/name-reach.ts';
import type { TestStatus } from './believed-world.ts';
import type { ChangeIndex, PlacedFile } from './change-index.ts';
import { changedWords, type TracedLines, tellingHunk } from './changed-place.ts';
import { linksTo, speaksOf } from './missing-names.ts';

const features = [
  'changed',
  'changeNear',
  'changeAlone',
  'changeTerms',
  'changeCalled',
  'changeTraced',
  'changeNamed',
  'changeEdits',
  'changeLost',
  'changedData',
  'changedTest',
  'changeReach',
  'changeRenames',
  'changeBrought',
  'changeTook',
  'changeMentioned',
  'changeUnsteady',
  'changedSetting',
  'changeBeforeTest',
  'testEdited',
  'testTouched',
  'testTraced',
] as const;

type ChangeFeatures = Readonly<Record<(typeof features)[number], number>>;

/** What the changes are compared with. */
export type ChangeView = {
  readonly changes: ChangeIndex;
  readonly testStatus: TestStatus;
  /** The files that contain the failing tests. */
  readonly testFiles: ReadonlySet<string>;
  /** The terms of the failing tests and their messages. */
  readonly spoken: TermCounts;
  /** The names in messages that few files declare. */
  readonly namedInMessages: ReadonlySet<string>;
  readonly called: TermCounts;
  readonly terms: Bm25Corpus;
  readonly traced: ReadonlyMap<string, TracedLines>;
  /** The names that the failures report as missing, and the names of the modules that declare them. */
  readonly missing: ReadonlySet<string>;
  readonly missingFrom: ReadonlySet<string>;
  /** Returns whether the body of a failing test names a file. */
  readonly isMentioned: (path: string) => boolean;
  /** How near the tests are to a declaration, by names. */
  readonly nameReach: NameReach;
};

/** The feature columns for the paths, and for each path the change that most likely broke the tests. */
export type ChangeVerdicts = {
  readonly columns: Readonly<Record<keyof ChangeFeatures, FeatureColumn>>;
  readonly changeOf: ReadonlyMap<string, PlacedFile>;
};

/**
 * The cost at which age stops counting: the position where `901 log2(n + 1)` thousandths of a nat reach this.
 */
const OLDEST_COST = 5_086;
const COST_OF_DOUBLING = 901;
/** How many changes of one file are compared. */
const MOST_CHANGES = 10;

/** Scores candidates by their changes; of several changes to a file, the highest score counts. */
export function judgeChanges(paths: readonly string[], view: ChangeView): ChangeVerdicts {
  const spoken = weighTerms(view.spoken, view.terms);
  const weights = weightsOf('change');
  const changeOf = new Map<string, PlacedFile>();
  const rows = paths.map((path) => {
    const judged = possibleChanges(path, view).map((placed) => ({
      placed,
      values: featuresOf(placed, view, spoken),
    }));
    const best = judged.reduce<(typeof judged)[number] | undefined>(
      (most, one) =>
        most === undefined || worth(one.values, weights) > worth(most.values, weights) ? one : most,
      undefined,
    );
    if (best !== undefined) changeOf.set(path, best.placed);
    return best?.values;
  });
  const columns = Object.fromEntries(features.map((name) => [name, rows.map((row) => row?.[name] ?? 0)]));
  return { columns: columns as unknown as ChangeVerdicts['columns'], changeOf };
}

/** The changes of a file that may have broken the tests: those not older than new tests, newest first. */
function possibleChanges(path: string, { changes, testStatus }: ChangeView): readonly PlacedFile[] {
  const all = (changes.byPath.get(path) ?? []).slice(0, MOST_CHANGES);
  const { position } = testStatus;
  return testStatus.state !== 'new' || position === null
    ? all
    : all.filter((placed) => placed.position <= position);
}

function featuresOf(placed: PlacedFile, view: ChangeView, spoken: WeighedTerms): ChangeFeatures {
  const { file, hunks, position } = placed;
  const traced = view.traced.get(file.path) ?? [];
  const hunk = tellingHunk(placed, { traced, called: view.called });
  const isOwnTest = view.testFiles.has(file.path);
  const when = (holds: boolean) => (holds ? FULL : 0);
  const isTraced = hunk?.reason === 'traced' || hunk?.reason === 'in-traced-function';
  const isOwnTouch = isOwnTest && view.testStatus.position === position;
  const words = changedWords(placed);
  const { added, removed, terms, names, isRenaming } = words;
  const says = (text: string) => speaksOf(text, view.missing);
  const isGone = file.kind === 'deleted' || file.kind === 'renamed';
  const isBrought = says(added) && !says(removed);
  const isUnsteady = isOnTestSide(file.path) && words.isUnsteady;
  // Changing a source's mode has no effect, unless the failure mentions it.
  const isIdleMode =
    file.kind === 'mode' && sourceSyntax(file.path) !== undefined && !says(file.path) && !isOwnTest;
  return {
    changed: FULL,
    changeNear: nearness(position),
    changeAlone: shareOf(view.changes.sizes.get(position) ?? 1),
    // A test file always matches its own terms.
    changeTerms: isOwnTest ? 0 : cosine(spoken, weighTerms(terms, view.terms)),
    changeCalled: when(hunk?.reason === 'called'),
    changeTraced: when(!isOwnTest && isTraced),
    changeNamed: when(!isOwnTest && names.some((name) => view.namedInMessages.has(name))),
    changeEdits: when(
      !isIdleMode && (hunks.length === 0 || hunks.some(({ isDeclaration }) => !isDeclaration)),
    ),
    changeLost: when(file.kind === 'deleted' || (file.kind === 'mode' && !isIdleMode)),
    changedData: when(sourceSyntax(file.path) === undefined),
    changedTest: when(isOwnTest),
    changeBeforeTest: when(view.testStatus.position !== null && position > view.testStatus.position),
    changeReach: nearestReach(placed, view.nameReach),
    changeRenames: when(isRenaming),
    changeBrought: when(isBrought),
    changeTook: when(
      !isOwnTest &&
        ((says(removed) && !says(added)) ||
          (isGone && isMissed(file, view.missing)) ||
          (linksTo(removed, view.missingFrom) && !linksTo(added, view.missingFrom))),
    ),
    changeMentioned: when(!isOwnTest && view.isMentioned(file.path)),
    changeUnsteady: when(isUnsteady),
    changedSetting: when(isConfiguration(file.path)),
    testEdited: when(isOwnTouch && view.testStatus.state === 'tweaked'),
    // Most tests are rewritten to ask for more of the product, which does not make them the cause.
    testTouched: when(isOwnTouch && view.testStatus.state === 'rewritten' && (isBrought || isUnsteady)),
    testTraced: when(isOwnTest && isTraced),
  };
}

/** Returns whether the failure reports a file as missing that was deleted or renamed. */
function isMissed({ path, from = path }: PlacedFile['file'], missing: ReadonlySet<string>): boolean {
  return [from, nameOf(from), stemOf(from)].some((name) => missing.has(name));
}

function isOnTestSide(path: string): boolean {
  return sideOfPath(path) === 'test';
}

/** The score of a change outside any declaration, which runs whenever the file is loaded. */
const AT_TOP_LEVEL = 400;

/** Decreases with the steps from the tests to the nearest changed declaration. */
function nearestReach({ file, hunks }: PlacedFile, nameReach: NameReach): number {
  const values = hunks
    .filter(({ isDeclaration }) => !isDeclaration)
    .map(({ symbol }) => {
      if (symbol === undefined) return AT_TOP_LEVEL;
      const steps = nameReach(file.path, symbol.slice(symbol.lastIndexOf('.') + 1));
      return steps === undefined ? 0 : Math.floor((FULL * 4) / (3 + steps));
    });
  return values.reduce((best, value) => Math.max(best, value), 0);
}

function worth(values: ChangeFeatures, { weights }: RankingWeights): number {
  return features.reduce((sum, name) => sum + (weights[name] ?? 0) * values[name], 0);
}

/** Decreases with the logarithm of the position, as the share of guilty commits does. */
function nearness(position: number): number {
  const cost = Math.floor((COST_OF_DOUBLING * fixedLog2(position + 1)) / FIXED_ONE);
  return Math.max(0, Math.floor((FULL * (OLDEST_COST - cost)) / OLDEST_COST));
}

/** Terms weighted by how few files have them; `length` is that of the vector. */
type WeighedTerms = { readonly weights: ReadonlyMap<string, number>; readonly length: number };

/** A repeated term counts more, up to this many times. */
const MOST_REPEATS = 3;
/** Keeps the products of weights within safe integers. */
const RARITY_SCALE = 16;

type Corpus = Pick<Bm25Corpus, 'rarity'>;

/**
 * The last weighing of each text and its corpus. Most texts are compared with many failures under one corpus.
 */
const known = new WeakMap<TermCounts, { readonly corpus: Corpus; readonly weighed: WeighedTerms }>();

/** Weights the terms of a text by a corpus. */
export function weighTerms(counts: TermCounts, corpus: Corpus): WeighedTerms {
  const last = known.get(counts);
  if (last?.corpus === corpus) return last.weighed;
  const weighed = weigh(counts, corpus);
  known.set(counts, { corpus, weighed });
  return weighed;
}

function weigh(counts: TermCounts, { rarity }: Corpus): WeighedTerms {
  const weights = new Map<string, number>();
  let squares = 0;
  for (const [term, count] of counts) {
    const weight = Math.floor((rarity(term) * Math.min(count, MOST_REPEATS)) / RARITY_SCALE);
    if (weight === 0) continue;
    weights.set(term, weight);
    squares += weight * weight;
  }
  return { weights, length: Math.floor(Math.sqrt(squares)) };
}

/** Returns the cosine similarity of two weighted texts, from 0 to 1000. */
export function cosine(left: WeighedTerms, right: WeighedTerms): number {
  if (left.length === 0 || right.length === 0) return 0;
  let product = 0;
  for (const [term, weight] of right.weights) product += weight * (left.weights.get(term) ?? 0);
  return Math.min(FULL, Math.floor((FULL * Math.floor(product / left.length)) / right.length));
}
