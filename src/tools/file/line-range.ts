/** A range of lines of a text, cut out of its bytes. */

const LINE_FEED = 10;

/** Lines counted from one, the last one included. */
type LineBounds = { readonly fromLine: number; readonly toLine: number };

/** The bytes of a range of lines; it is whole where its last line ends within the bytes that were given. */
type LineRange = { readonly bytes: Uint8Array; readonly isWhole: boolean };

/** Returns the lines of a range, with their ends; nothing where the text is shorter. */
export function lineRange(bytes: Uint8Array, { fromLine, toLine }: LineBounds): LineRange {
  const start = endOfLines(bytes, { start: 0, count: fromLine - 1 });
  if (start === undefined) return { bytes: bytes.subarray(0, 0), isWhole: false };
  const end = endOfLines(bytes, { start, count: toLine - fromLine + 1 });
  return { bytes: bytes.subarray(start, end), isWhole: end !== undefined };
}

/** Returns where some lines end, counted from a start, or nothing where there are fewer. */
function endOfLines(
  bytes: Uint8Array,
  { start, count }: { readonly start: number; readonly count: number },
): number | undefined {
  let end = start;
  for (let passed = 0; passed < count; passed++) {
    const found = bytes.indexOf(LINE_FEED, end);
    if (found < 0) return undefined;
    end = found + 1;
  }
  return end;
}
