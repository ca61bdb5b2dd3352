/**
 * How failing tests stand to the recent changes: one that was not touched has passed before, one that is new cannot have
 * been broken by anything older, and one that was rewritten asks for something else than it did.
 */
import { sourceSyntax } from '../../context/index.ts';
import type { TestsAre } from '../../record/index.ts';
import type { ChangeIndex, PlacedFile, PlacedHunk } from './change-index.ts';

/** The lines of a failing test in its file; nothing where its body was not found. */
export type TestSpan = { readonly path: string; readonly startLine?: number; readonly endLine?: number };

/** How the failing tests of a case stand to the changes. */
export type TestChanges = {
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
export function testChanges(spans: readonly TestSpan[], changes: ChangeIndex): TestChanges {
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
