/** The layout of terminal views: a label in the margin and wrapped text beside it. */
import { padColumns } from './display-width.ts';
import type { TerminalLayout } from './report-colors.ts';
import { wrapText } from './wrap-text.ts';

const LABEL_COLUMNS = 11;
const MARGIN = '  ';

/** A label, and the texts that stand beside it. */
export type LabelledText = readonly [label: string, text: readonly string[]];

/** How many columns the text beside a label has. */
export function textColumns(width: number): number {
  return width - MARGIN.length - LABEL_COLUMNS - 1;
}

/** Lays text out beside a label, in a colour where one is given; further lines stand under the first. */
export function labelledLines(
  label: string,
  text: readonly string[],
  { colors, width }: Required<TerminalLayout>,
  paint = (line: string): string => line,
): readonly string[] {
  const lines = text.flatMap((part) => wrapText(part, textColumns(width)));
  return lines.map((line, index) => {
    const margin = index === 0 ? colors.dim(padColumns(label, LABEL_COLUMNS)) : ' '.repeat(LABEL_COLUMNS);
    const shown = line.trimEnd();
    return shown === '' ? `${MARGIN}${margin}`.trimEnd() : `${MARGIN}${margin} ${paint(shown)}`;
  });
}

/** Lays a paragraph out in the margin's indent. */
export function paragraphLines(text: string, { width }: Required<TerminalLayout>): readonly string[] {
  return wrapText(text, width - MARGIN.length).map((line) => `${MARGIN}${line}`.trimEnd());
}
