/** Text tables: names left-aligned, numbers right-aligned. */

/** Aligns rows in columns: the first to the left, the others to the right. */
export function textTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Formats a share or mean with three decimals, or says that it was not measured. */
export function decimal(value: number | null): string {
  return value === null ? 'not measured' : value.toFixed(3);
}

/** Like `decimal`, for tables with many gaps. */
export function shortDecimal(value: number | null): string {
  return value === null ? '-' : value.toFixed(3);
}
