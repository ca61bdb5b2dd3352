/**
 * Whether a change broke what worked, or a new or changed test met an old fault. It follows first from the failing tests
 * themselves: one that was not touched has passed before, a new one cannot have been broken by anything older, and a
 * rewritten one asks for something else. Each world has its own weights and confidence, so the report says which one.
 */
import { sourceSyntax } from '../../context/index.ts';
import type { CauseWorld, TestsAre } from '../../record/index.ts';
import type { TestPast } from '../case/case-record.ts';
import type { FeatureValues } from '../ranking/evidence-features.ts';
import type { ChangeIndex, PlacedFile, PlacedHunk } from './change-index.ts';

/** The lines of a failing test in its file; nothing where its body was not found. */
export type TestSpan = { readonly path: string; readonly startLine?: number; readonly endLine?: number };

/** How the failing tests of a case stand to the changes. */
export type TestStatus = {
  /**
   * `unchanged` where at least one of them was not touched; `tweaked` where a single value of each was changed, as an
   * expectation is; `rewritten` where more was; `new` where each was added; `unknown` without tests.
   */
  readonly state: Exclude<TestsAre, 'failed-before'>;
  /** The position of the change that touched them. Null where nothing did. */
  readonly position: number | null;
};

type Touch = { readonly position: number; readonly state: 'tweaked' | 'rewritten' | 'new' };

/** Tells how the failing tests of a case stand to the changes. */
export function readTestStatus(spans: readonly TestSpan[], changes: ChangeIndex): TestStatus {
  const touched = spans.map((span) => touchOf(span, changes.byPath.get(span.path) ?? []));
  if (touched.length === 0) return { state: 'unknown', position: null };
  const known = touched.filter((touch) => touch !== null);
  if (known.length < touched.length) return { state: 'unchanged', position: null };
  const position = known.reduce((oldest, touch) => Math.max(oldest, touch.position), 0);
  const isEvery = (state: Touch['state']) => known.every((touch) => touch.state === state);
  return { state: isEvery('new') ? 'new' : isEvery('tweaked') ? 'tweaked' : 'rewritten', position };
}

/** The newest change that touched a test. */
function touchOf({ path, startLine, endLine }: TestSpan, files: readonly PlacedFile[]): Touch | null {
  for (const { file, position, hunks } of files) {
    if (file.kind === 'added') return { position, state: 'new' };
    // Where a test's body is not found, as with tests made from tables, all of the file may be its own.
    const within =
      startLine === undefined || endLine === undefined
        ? hunks
        : // Where lines are gone, `start` is the line before the gap.
          hunks.filter(
            ({ start, end, added }) =>
              end >= startLine && (added.length === 0 ? start < endLine : start <= endLine),
          );
    if (within.length === 0) continue;
    // Whoever wrote the line that names a test wrote the test, unless the line was only edited.
    const declaring = within.find(
      ({ start, end }) => startLine !== undefined && start <= startLine && end >= startLine,
    );
    if (declaring !== undefined && declaring.removed.length === 0) return { position, state: 'new' };
    return { position, state: isTweak(path, within) ? 'tweaked' : 'rewritten' };
  }
  return null;
}

/** A literal, a number with its sign, a name, or a mark; the terms of a source would lack its numbers. */
const TOKEN =
  /(["'`])(?:(?!\1)[^\\\n]|\\.)*\1|(?<![\p{L}\p{N}_$)\]])[-+]\p{N}[\p{L}\p{N}_$.]*|[\p{L}\p{N}_$.]+|\S/gu;

/** Tells whether hunks changed one token and nothing else. */
function isTweak(path: string, hunks: readonly PlacedHunk[]): boolean {
  if (sourceSyntax(path) === undefined) return false;
  const tokens = (lines: readonly string[]) => lines.join('\n').match(TOKEN) ?? [];
  const [before, after] = [
    tokens(hunks.flatMap(({ removed }) => removed)),
    tokens(hunks.flatMap(({ added }) => added)),
  ];
  return before.length === after.length && before.filter((text, at) => text !== after[at]).length === 1;
}

/** The world that is believed in, and why. */
export type BelievedWorld = { readonly world: CauseWorld; readonly reason: string };

type WeighedFile = { readonly features: FeatureValues };

/** Tells the world of a case. */
export function believeWorld({
  candidates,
  testStatus,
  changes,
  past,
  asked,
}: {
  readonly candidates: readonly WeighedFile[];
  readonly testStatus: TestStatus;
  readonly changes: ChangeIndex;
  /** What earlier reports say of the tests. */
  readonly past?: TestPast | undefined;
  /** The package that is not installed, where a change began to ask for it and no manifest lists it. */
  readonly asked?: string | undefined;
}): BelievedWorld {
  if (past === 'failed')
    return { world: 'latent', reason: 'the test failed in the baseline already, before these changes' };
  if (changes.looked === 0 && changes.base?.isGreen)
    return { world: 'unknown', reason: 'nothing changed since the tests were green' };
  if (changes.looked === 0)
    return { world: 'unknown', reason: 'there is no history that would tell what changed' };
  const changed = candidates.filter(({ features }) => features.changed > 0);
  const others = changed.filter(({ features }) => features.changedTest === 0);
  const reached = others.filter(({ features }) => features.reached > 0);
  // What the newest change added cannot have passed before, whatever a report of the same size seems to say.
  const isNewest = testStatus.state === 'new' && testStatus.position === 0;
  if (past === 'passed' && !isNewest && changed.length > 0)
    return { world: 'change', reason: 'the test passed before, in an earlier report' };
  if (testStatus.state === 'new' || testStatus.state === 'rewritten') {
    // No code that is here could have answered.
    if (asked !== undefined && reached.length === 0)
      return { world: 'change', reason: `the test itself began to ask for \`${asked}\`` };
    const test = testStatus.state === 'new' ? 'the test is new' : 'the test itself was rewritten';
    // What else is on the side of the tests came along to meet the code as it was.
    const isRival = ({ features }: WeighedFile) => features.testSide === 0 && features.changeBeforeTest === 0;
    return reached.some(isRival)
      ? { world: 'change', reason: `${test}, and code within its reach changed with it or after it` }
      : { world: 'latent', reason: `${test}, and nothing within its reach changed with it or after it` };
  }
  if (reached.length > 0 && testStatus.state === 'unknown')
    return { world: 'change', reason: 'files changed lately, and nothing tells which of them the test uses' };
  if (reached.length > 0) {
    const files = reached.length === 1 ? 'one changed file is' : `${reached.length} changed files are`;
    return { world: 'change', reason: `${files} within reach of the failing test` };
  }
  if (testStatus.state === 'tweaked')
    return {
      world: 'change',
      reason: 'a value in the test itself was changed, and nothing else within its reach',
    };
  if (others.length > 0)
    return { world: 'change', reason: 'files changed, though none that the failing test is seen to reach' };
  return { world: 'unknown', reason: 'no recent change could have broken the test' };
}
