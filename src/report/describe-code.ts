/** Selects the code shown by every view: lines of a suspected place or a diff, with their margin marks. */
import type { ReportCodeLine, ReportHunk } from '../record/index.ts';
import { countOf } from './text/quantity.ts';

const signs: ReadonlyMap<string, string> = new Map([
  ['added', '+'],
  ['removed', '-'],
  ['suspected', '>'],
]);

const HUNK_HEAD = /^@@ -(\d{1,9})(?:,\d+)? \+(\d{1,9})(?:,\d+)? @@/;

/** A line of code with its mark and number, padded to equal width; a `gap` stands for omitted lines. */
export type ShownCodeLine = { readonly margin: string; readonly text: string; readonly mark: string };

/** Returns up to `most` lines around the first marked one, without empty lines at the ends. */
export function shownCode(lines: readonly ReportCodeLine[], most: number): readonly ShownCodeLine[] {
  const isTelling = ({ mark, text }: ReportCodeLine): boolean => mark !== 'same' || text.trim() !== '';
  const first = lines.findIndex(isTelling);
  const told = first < 0 ? [] : lines.slice(first, lines.findLastIndex(isTelling) + 1);
  const marked = told.findIndex(({ mark }) => mark !== 'same');
  const start = Math.max(0, Math.min(marked - 2, told.length - most));
  return withMargins(told.slice(start, start + most));
}

/**
 * How much of a diff is shown: the maximum number of lines, and of unchanged lines on each side of a change.
 */
type DiffExcerpt = { readonly most: number; readonly context: number };

/** Returns the changed lines of a diff and their context; in a long diff, blocks are cut at the end. */
export function shownDiff(hunk: ReportHunk, { most, context }: DiffExcerpt): readonly ShownCodeLine[] {
  const lines = readDiff(hunk);
  const near = nearChanges(lines, context);
  if (near.length <= most) return withMargins(near);
  const blocks = blocksOf(nearChanges(lines, 0));
  // A cut block needs an extra line that says so.
  const share = Math.max(1, Math.floor(most / blocks.length) - 1);
  const folded = blocks.flatMap((block) => foldBlock(block, share));
  if (folded.length <= most) return withMargins(folded);
  const rest = folded.slice(most).reduce((sum, { skipped = 1 }) => sum + skipped, 0);
  return withMargins([...folded.slice(0, most), gapOf(rest)]);
}

/** A line of a diff; other rows have no number, and a gap knows how many lines it replaces. */
type DiffLine = Omit<ReportCodeLine, 'line' | 'mark'> & {
  readonly line: number | null;
  readonly mark: ReportCodeLine['mark'] | 'gap';
  readonly skipped?: number;
};

function readDiff({ diff, lines: [firstLine] }: ReportHunk): readonly DiffLine[] {
  let [before, after] = [firstLine, firstLine];
  return diff
    .replace(/\n$/, '')
    .split('\n')
    .flatMap((row, index): readonly DiffLine[] => {
      const head = HUNK_HEAD.exec(row);
      const text = row.slice(1);
      if (head !== null) {
        [before, after] = [Number(head[1]), Number(head[2])];
        return index === 0 ? [] : [{ line: null, text: '…', mark: 'gap', skipped: 0 }];
      }
      if (row.startsWith('+')) return [{ line: after++, text, mark: 'added' }];
      if (row.startsWith('-')) return [{ line: before++, text, mark: 'removed' }];
      // Modes, binary files, and missing final newlines.
      if (!row.startsWith(' ')) return row === '' ? [] : [{ line: null, text: row, mark: 'same' }];
      before++;
      return [{ line: after++, text, mark: 'same' }];
    });
}

/** Drops unchanged lines beyond the context of every change. */
function nearChanges(lines: readonly DiffLine[], context: number): readonly DiffLine[] {
  const isChange = ({ mark }: DiffLine): boolean => mark === 'added' || mark === 'removed';
  return lines.filter(
    (line, index) =>
      line.line === null || lines.slice(Math.max(0, index - context), index + context + 1).some(isChange),
  );
}

function blocksOf(lines: readonly DiffLine[]): readonly (readonly DiffLine[])[] {
  const blocks: DiffLine[][] = [];
  for (const line of lines) {
    const last = blocks.at(-1);
    if (last?.[0]?.mark === line.mark) last.push(line);
    else blocks.push([line]);
  }
  return blocks;
}

function foldBlock(block: readonly DiffLine[], most: number): readonly DiffLine[] {
  const rest = block.length - most;
  // One more takes no more space than saying that there is one.
  return rest > 1 ? [...block.slice(0, most), gapOf(rest)] : block;
}

function gapOf(skipped: number): DiffLine {
  return { line: null, text: `… (${countOf(skipped, 'more line')})`, mark: 'gap', skipped };
}

function withMargins(lines: readonly DiffLine[]): readonly ShownCodeLine[] {
  const digits = lines.reduce((widest, { line }) => Math.max(widest, String(line ?? '').length), 0);
  return lines.map(({ line, text, mark }) => {
    const sign = signs.get(mark);
    const margin = `${sign ?? ' '} ${String(line ?? '').padStart(digits)} ${line === null ? ' ' : '|'} `;
    return { margin, text, mark: sign === undefined && mark !== 'gap' ? 'same' : mark };
  });
}
