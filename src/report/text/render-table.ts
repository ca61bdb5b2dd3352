/** Renders tables for a terminal: columns as wide as needed, the widest wrapped first on a narrow screen. */
import { displayWidth, padColumns, wrapText } from './fit-text.ts';
import type { TerminalLayout } from './terminal-layout.ts';

const GAP = '  ';
const NARROWEST_COLUMN = 4;

/** A row: its cells, and lines below them that span all columns after the first. */
export type TableRow = { readonly cells: readonly string[]; readonly below?: readonly string[] };

/** A table of plain cells. */
export type Table = { readonly head: readonly string[]; readonly rows: readonly TableRow[] };

/** Formats a table as lines without cutting anything. */
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

/** Narrows the widest columns until all fit, breaking words only if necessary. */
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

/** Repeatedly narrows the widest column that can still be narrowed. */
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
