/**
 * The place of a change in today's file: of several hunks, the one that traces pass through, or whose
 * function the tests call.
 */
import { lexSource, proseTerms, sourceSyntax, type TermCounts, tokenTerms } from '../../context/index.ts';
import type { ReportCodeLine } from '../../record/index.ts';
import type { PlacedFile, PlacedHunk } from './change-index.ts';

/** The lines of a file that traces pass through, with the functions named there. */
export type TracedLines = readonly { readonly line?: number; readonly function?: string }[];

/** A trace points at the line of a call, which may be slightly off the changed line. */
const NEAR_LINES = 3;
const IDENTIFIER = /[\p{L}_$][\p{L}\p{M}\p{N}_$]{3,}/gu;
/** How many changed lines of a hunk are shown. */
const MOST_CHANGED = 4;
const LONGEST_LINE = 300;

/** A hunk, and why it was chosen. */
export type TellingHunk = {
  readonly hunk: PlacedHunk;
  readonly reason: 'traced' | 'in-traced-function' | 'called' | 'edited' | 'first';
};

/** Returns the hunk of a change that most likely matters; none if only the name or mode changed. */
export function tellingHunk(
  { hunks }: PlacedFile,
  { traced, called }: { readonly traced: TracedLines; readonly called: TermCounts },
): TellingHunk | undefined {
  const isTraced = ({ start, end }: PlacedHunk) =>
    traced.some(({ line }) => line !== undefined && line >= start - NEAR_LINES && line <= end + NEAR_LINES);
  const isInTracedFunction = ({ symbol }: PlacedHunk) =>
    symbol !== undefined &&
    traced.some(({ function: name }) => name !== undefined && lastName(name) === lastName(symbol));
  const isCalled = ({ symbol }: PlacedHunk) => symbol !== undefined && called.has(lastName(symbol));
  const rules: readonly (readonly [TellingHunk['reason'], (hunk: PlacedHunk) => boolean])[] = [
    ['traced', isTraced],
    ['in-traced-function', isInTracedFunction],
    ['called', isCalled],
    ['edited', ({ symbol, isDeclaration }) => symbol !== undefined && !isDeclaration],
    ['first', () => true],
  ];
  for (const [reason, holds] of rules) {
    const hunk = hunks.find(holds);
    if (hunk !== undefined) return { hunk, reason };
  }
  return undefined;
}

function lastName(symbol: string): string {
  return symbol.slice(symbol.lastIndexOf('.') + 1);
}

/** The words of a change, independent of any failure. */
export type ChangedWords = {
  /** The added lines, and the removed lines, each joined into one text. */
  readonly added: string;
  readonly removed: string;
  /** The terms of those lines and their enclosing symbols; for a file without lines, those of its path. */
  readonly terms: TermCounts;
  /** The names in those lines and of the symbols. */
  readonly names: readonly string[];
  /** Whether the change only renamed things. */
  readonly isRenaming: boolean;
  readonly isUnsteady: boolean;
};

/** Words typical of a test that depends on time, randomness or order. */
const UNSTEADY =
  /\b(?:sleep|setTimeout|setInterval|setImmediate|nextTick|time_?out|deadline|Date\.now|new Date|performance\.now|hrtime|Math\.random|random|randint|rand\.|perf_counter|time_ns|range map|monotonic|time\.(?:time|Now|Since|After|Sleep)|currentTimeMillis|nanoTime|Thread\.sleep|asyncio\.sleep)\b/;

const wordsOf = new WeakMap<PlacedFile, ChangedWords>();

/** Reads the lines of a change, once for all cases. */
export function changedWords(placed: PlacedFile): ChangedWords {
  const known = wordsOf.get(placed);
  if (known !== undefined) return known;
  const { file, hunks } = placed;
  const syntax = sourceSyntax(file.path);
  const text = changedText(hunks);
  const spoken = text || file.path;
  const added = hunks.flatMap((hunk) => hunk.added).join('\n');
  const removed = hunks.flatMap((hunk) => hunk.removed).join('\n');
  const words = {
    added,
    removed,
    terms: syntax === undefined ? proseTerms(spoken) : tokenTerms(lexSource(spoken, syntax)),
    names: [...new Set(text.match(IDENTIFIER) ?? [])],
    isRenaming: isRenaming(removed, added),
    isUnsteady: UNSTEADY.test(`${added}\n${removed}`),
  };
  wordsOf.set(placed, words);
  return words;
}

/** A name defined by a program, excluding literals and keywords. */
const NAME = /^(?!(?:true|false|null|undefined|None|True|False|nil|let|const|var)$)[\p{L}_$]/u;
const WORD_OR_MARK = /[\p{L}\p{N}_$]+|\S/gu;

/**
 * Returns whether only names differ: the same tokens, except for names replaced consistently and more than
 * once.
 */
function isRenaming(removed: string, added: string): boolean {
  const [before, after] = [removed.match(WORD_OR_MARK) ?? [], added.match(WORD_OR_MARK) ?? []];
  if (before.length !== after.length) return false;
  const names = new Map<string, string>();
  let replaced = 0;
  for (const [at, name] of before.entries()) {
    const other = after[at] as string;
    if ((names.get(name) ?? other) !== other) return false;
    names.set(name, other);
    if (name !== other) replaced++;
  }
  const renamed = [...names].filter(([name, other]) => name !== other);
  const isOneToOne = new Set(names.values()).size === names.size;
  return (
    isOneToOne && replaced > renamed.length && renamed.every((pair) => pair.every((name) => NAME.test(name)))
  );
}

function changedText(hunks: readonly PlacedHunk[]): string {
  return hunks.flatMap(({ removed, added, symbol = '' }) => [symbol, ...removed, ...added]).join('\n');
}

/** Shows a hunk within today's file: the line before, the removed and added lines, and the line after. */
export function hunkExcerpt(hunk: PlacedHunk, lines: readonly string[]): readonly ReportCodeLine[] {
  const { start, end, removed, added } = hunk;
  const isGone = added.length === 0;
  // For a pure deletion, `start` is the line before the gap.
  const before = isGone ? start : start - 1;
  const after = isGone ? start + 1 : end + 1;
  const shown = (line: number, mark: ReportCodeLine['mark'], text = lines[line - 1]): ReportCodeLine[] =>
    text === undefined || line < 1 ? [] : [{ line, text: cut(text), mark }];
  const shownAdded = Array.from({ length: Math.max(0, Math.min(MOST_CHANGED, end - start + 1)) }, (_, at) =>
    isGone ? [] : shown(start + at, 'added'),
  ).flat();
  return [
    ...shown(before, 'same'),
    ...removed.slice(0, MOST_CHANGED).map((text, at) => ({
      line: Math.max(1, hunk.oldStart) + at,
      text: cut(text),
      mark: 'removed' as const,
    })),
    ...shownAdded,
    ...shown(after, 'same'),
  ];
}

/** Shows the lines around a suspected one. */
export function lineExcerpt(line: number, lines: readonly string[], around = 2): readonly ReportCodeLine[] {
  const from = Math.max(1, line - around);
  return lines.slice(from - 1, line + around).map((text, at) => ({
    line: from + at,
    text: cut(text),
    mark: from + at === line ? ('suspected' as const) : ('same' as const),
  }));
}

function cut(text: string): string {
  return text.trimEnd().slice(0, LONGEST_LINE).toWellFormed();
}
