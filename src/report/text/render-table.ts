/** Tables on a terminal: columns as wide as they need to be, the widest wrapped first where the screen is narrow. */
import { displayWidth, padColumns, wrapText } from './fit-text.ts';
import type { TerminalLayout } from './terminal-layout.ts';

const GAP = '  ';
const NARROWEST_COLUMN = 4;

/** One row: its cells, and lines that stand under it across the columns after the first. */
export type TableRow = { readonly cells: readonly string[]; readonly below?: readonly string[] };

/** A table of plain cells. */
export type Table = { readonly head: readonly string[]; readonly rows: readonly TableRow[] };

/** Lays a table out as lines; nothing in it is cut. */
export function renderTable(
  { head, rows }: Table,
  { colors, width }: Required<TerminalLayout>,
): readonly string[] {
  const widths = columnWidths([head, ...rows.map(({ cells }) => cells)], width);
  const indent = ' '.repeat((widths[0] ?? 0) + GAP.length);
  return [
    ...rowLines(head, widths).map(colors.dim),
    ...rows.flatMap(({ cells, below = [] }) => [
      ...rowLines(cells, widths),
      ...below
        .flatMap((text) => wrapText(text, width - indent.length))
        .map((line) => `${indent}${colors.dim(line)}`),
    ]),
  ];
}

/** Takes columns from the widest until all fit, words in two only where there is no other way. */
function columnWidths(rows: readonly (readonly string[])[], width: number): readonly number[] {
  const [head = []] = rows;
  const widest = (measure: (cell: string) => number): number[] =>
    head.map((_, column) =>
      rows.reduce((most, cells) => Math.max(most, Math.min(width, measure(cells[column] ?? ''))), 1),
    );
  const widths = widest(displayWidth);
  const room = width - GAP.length * (head.length - 1);
  narrow(widths, { room, narrowest: widest(longestWord) });
  narrow(widths, { room, narrowest: head.map(() => NARROWEST_COLUMN) });
  return widths;
}

type Narrowing = { readonly room: number; readonly narrowest: readonly number[] };

/** Narrows the widest column that may still be narrowed, one by one, while there are too many columns for the room. */
function narrow(widths: number[], { room, narrowest }: Narrowing): void {
  let over = widths.reduce((sum, columns) => sum + columns, 0) - room;
  for (; over > 0; over--) {
    const spare = widths.map((columns, index) => (columns > (narrowest[index] ?? 0) ? columns : 0));
    const widest = Math.max(...spare);
    if (widest === 0) return;
    widths[spare.indexOf(widest)] = widest - 1;
  }
}

function longestWord(text: string): number {
  return text.split(' ').reduce((most, word) => Math.max(most, displayWidth(word)), 0);
}

function rowLines(cells: readonly string[], widths: readonly number[]): readonly string[] {
  const wrapped = widths.map((columns, index) => wrapText(cells[index] ?? '', columns));
  const height = Math.max(...wrapped.map((lines) => lines.length));
  return Array.from({ length: height }, (_, line) =>
    widths
      .map((columns, index) => padColumns(wrapped[index]?.[line] ?? '', columns))
      .join(GAP)
      .trimEnd(),
  );
}
