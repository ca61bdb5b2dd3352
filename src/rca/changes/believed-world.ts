/**
 * Decides whether a change broke what worked, or a new or changed test met an existing fault. The failing
 * tests are the first indication: an untouched test has passed before, a new one cannot have been broken by
 * anything older, and a rewritten one asks for something else. Each world has its own weights and confidence,
 * and the report names it.
 */
import { sourceSyntax } from '../../context/index.ts';
import type { CauseWorld, TestsAre } from '../../record/index.ts';
import type { TestPast } from '../case/case-record.ts';
import type { FeatureValues } from '../ranking/evidence-features.ts';
import type { ChangeIndex, PlacedFile, PlacedHunk } from './change-index.ts';

/** The lines of a failing test in its file; absent if its body was not found. */
export type TestSpan = { readonly path: string; readonly startLine?: number; readonly endLine?: number };

/** How the changes touched the failing tests of a case. */
export type TestStatus = {
  /**
   * `unchanged` if at least one of them was not touched; `tweaked` if a single token of each was changed,
   * such as an expectation; `rewritten` if more was; `new` if each was added; `unknown` without tests.
   */
  readonly state: Exclude<TestsAre, 'failed-before'>;
  /** The position of the change that touched them; null if none did. */
  readonly position: number | null;
};

type Touch = { readonly position: number; readonly state: 'tweaked' | 'rewritten' | 'new' };

/** Determines how the changes touched the failing tests of a case. */
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
    // If a test's body is not found, as with table-driven tests, the whole file may belong to it.
    const within =
      startLine === undefined || endLine === undefined
        ? hunks
        : // For a pure deletion, `start` is the line before the gap.
          hunks.filter(
            ({ start, end, added }) =>
              end >= startLine && (added.length === 0 ? start < endLine : start <= endLine),
          );
    if (within.length === 0) continue;
    // A change that added the line naming the test added the test, unless it only edited that line.
    const declaring = within.find(
      ({ start, end }) => startLine !== undefined && start <= startLine && end >= startLine,
    );
    if (declaring !== undefined && declaring.removed.length === 0) return { position, state: 'new' };
    return { position, state: isTweak(path, within) ? 'tweaked' : 'rewritten' };
  }
  return null;
}

/** A literal, a signed number, a name, or a mark. Source terms cannot be used, since they omit numbers. */
const TOKEN =
  /(["'`])(?:(?!\1)[^\\\n]|\\.)*\1|(?<![\p{L}\p{N}_$)\]])[-+]\p{N}[\p{L}\p{N}_$.]*|[\p{L}\p{N}_$.]+|\S/gu;

/** Returns whether the hunks changed exactly one token. */
function isTweak(path: string, hunks: readonly PlacedHunk[]): boolean {
  if (sourceSyntax(path) === undefined) return false;
  const tokens = (lines: readonly string[]) => lines.join('\n').match(TOKEN) ?? [];
  const [before, after] = [
    tokens(hunks.flatMap(({ removed }) => removed)),
    tokens(hunks.flatMap(({ added }) => added)),
  ];
  return before.length === after.length && before.filter((text, at) => text !== after[at]).length === 1;
}

/** The assumed world, and the reason. */
export type BelievedWorld = { readonly world: CauseWorld; readonly reason: string };

type WeighedFile = { readonly features: FeatureValues };

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
  /** The result of the tests in earlier reports. */
  readonly past?: TestPast | undefined;
  /** The package that is not installed, if a change began to require it and no manifest lists it. */
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
  // A test added by the newest change cannot have passed before, even if an earlier report seems to say so.
  const isNewest = testStatus.state === 'new' && testStatus.position === 0;
  if (past === 'passed' && !isNewest && changed.length > 0)
    return { world: 'change', reason: 'the test passed before, in an earlier report' };
  if (testStatus.state === 'new' || testStatus.state === 'rewritten') {
    // No code in this repository could provide it.
    if (asked !== undefined && reached.length === 0)
      return { world: 'change', reason: `the test itself began to ask for \`${asked}\`` };
    const test = testStatus.state === 'new' ? 'the test is new' : 'the test itself was rewritten';
    // Other test-side changes were made to fit the code as it was.
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
