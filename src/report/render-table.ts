/** Tables on a terminal: columns as wide as they need to be, the widest wrapped first where the screen is narrow. */
import { displayWidth, padColumns } from './display-width.ts';
import type { TerminalLayout } from './report-colors.ts';
import { wrapText } from './wrap-text.ts';

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

/** Takes columns from the widest until all fit. */
function columnWidths(rows: readonly (readonly string[])[], width: number): readonly number[] {
  const [head = []] = rows;
  const widths = head.map((_, column) =>
    rows.reduce((widest, cells) => Math.max(widest, Math.min(width, displayWidth(cells[column] ?? ''))), 1),
  );
  const room = width - GAP.length * (head.length - 1);
  let over = widths.reduce((sum, columns) => sum + columns, 0) - room;
  for (; over > 0; over--) {
    const widest = Math.max(...widths);
    if (widest <= NARROWEST_COLUMN) break;
    widths[widths.indexOf(widest)] = widest - 1;
  }
  return widths;
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
