/** Columns of text for people: names to the left, numbers to the right. */

/** Lays rows out in columns; the first column is aligned left, the others right. */
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

/** Writes a share or mean with three places; what was not measured is said so. */
export function decimal(value: number | null): string {
  return value === null ? 'not measured' : value.toFixed(3);
}

/** As `decimal`, for tables with many gaps. */
export function shortDecimal(value: number | null): string {
  return value === null ? '-' : value.toFixed(3);
}
