/** The lines of a child that a summary chooses from, each with the heading it stands under. */
import { linesOf } from './indent-text.ts';
import { synthesisLimits } from './synthesis-limits.ts';
import type { SynthesisSection } from './synthesis-section.ts';

/** A line of a frame that is not blank. */
export type SourceLine = {
  readonly text: string;
  readonly bytes: number;
  /** Which frame of the section it is from. */
  readonly frame: number;
  /** How many lines of the frame come before it. */
  readonly place: number;
  /** The line of the heading that it stands under, in a text that was synthesised itself. */
  readonly heading: number | null;
  /** Whether it tells something by itself, other than a heading of lines or what a synthesis said of itself. */
  readonly isTelling: boolean;
};

/** The first lines of a section, and how many there are in all. */
export type SourceLines = { readonly lines: readonly SourceLine[]; readonly count: number };

type Heading = { readonly line: number; readonly column: number; readonly rank: number };

const HEADING = /^((?: {4})*)(###?) /;
const NOTICE = /^(?: {4})*\[(?:\d+ of \d+ (?:lines|sections) left out|no child has a frame to show)/;

/** Returns the lines of a section's frames in their order. */
export function sourceLines({ frames }: SynthesisSection): SourceLines {
  const lines: SourceLine[] = [];
  const headings = new Set<number>();
  let count = 0;
  for (const [frame, { content }] of frames.entries()) {
    const above: Heading[] = [];
    let place = 0;
    for (const text of linesOf(content)) {
      if (text.trim() === '') continue;
      count++;
      if (lines.length >= synthesisLimits.sourceLines) continue;
      const heading = enterLine(above, { text, line: lines.length });
      if (heading !== null) headings.add(heading);
      lines.push({
        text,
        bytes: Buffer.byteLength(text),
        frame,
        place,
        heading,
        isTelling: !NOTICE.test(text),
      });
      place++;
    }
  }
  return {
    lines: lines.map((line, index) => (headings.has(index) ? { ...line, isTelling: false } : line)),
    count,
  };
}

/** Returns the heading of a line; what stands right of a heading is below it, and `###` is below `##`. */
function enterLine(
  above: Heading[],
  { text, line }: { readonly text: string; readonly line: number },
): number | null {
  const [, margin, marks] = HEADING.exec(text) ?? [];
  const column = margin?.length ?? text.length - text.trimStart().length;
  const rank = marks?.length ?? 0;
  let last = above.at(-1);
  while (last !== undefined && !isBelow({ column, rank }, last)) {
    above.pop();
    last = above.at(-1);
  }
  if (rank > 0) above.push({ line, column, rank });
  return last?.line ?? null;
}

function isBelow({ column, rank }: Omit<Heading, 'line'>, heading: Heading): boolean {
  return column > heading.column || (column === heading.column && rank > heading.rank);
}
