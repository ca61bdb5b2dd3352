/** The layout of terminal output: colours, width, times and labelled lines. */
import { padColumns, wrapText } from './fit-text.ts';

/** How good or bad something is; always accompanied by a word and an icon, never by colour alone. */
export type Tone = 'good' | 'warn' | 'bad' | 'plain';

type Paint = (text: string) => string;

/** The colours used by reports. */
export type ReportColors = {
  readonly bold: Paint;
  readonly dim: Paint;
  readonly red: Paint;
  readonly green: Paint;
  readonly yellow: Paint;
  readonly cyan: Paint;
};

/** The layout of a text on a terminal. */
export type TerminalLayout = { readonly colors?: ReportColors; readonly width?: number };

const same: Paint = (text) => text;

/** No colours. */
const plainColors: ReportColors = Object.freeze({
  bold: same,
  dim: same,
  red: same,
  green: same,
  yellow: same,
  cyan: same,
});

const NARROWEST = 40;
const USUAL = 80;

/** Fills in defaults; the width is at least 40 columns to stay readable. */
export function layoutOf({ colors = plainColors, width = USUAL }: TerminalLayout): Required<TerminalLayout> {
  return { colors, width: Math.max(NARROWEST, Number.isSafeInteger(width) ? width : USUAL) };
}

/** Paints a text in the colour of a tone. */
export function paintTone(text: string, tone: Tone, colors: ReportColors): string {
  if (tone === 'good') return colors.green(text);
  if (tone === 'warn') return colors.yellow(text);
  return tone === 'bad' ? colors.red(text) : text;
}

const LABEL_COLUMNS = 11;
const MARGIN = '  ';

/** A label and the texts beside it. */
export type LabelledText = readonly [label: string, text: readonly string[]];

/** Returns the width of the text beside a label. */
export function textColumns(width: number): number {
  return width - MARGIN.length - LABEL_COLUMNS - 1;
}

/** Formats text beside a label, optionally in a colour, with a hanging indent. */
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

/** Formats a paragraph with the margin's indent. */
export function paragraphLines(text: string, { width }: Required<TerminalLayout>): readonly string[] {
  return wrapText(text, width - MARGIN.length).map((line) => `${MARGIN}${line}`.trimEnd());
}

/** A layout with a time formatter. */
export type RecordView = TerminalLayout & { readonly formatTime: (timeMs: number) => string };

/** Fills in defaults. */
export function recordViewOf({ formatTime, ...layout }: RecordView): Required<RecordView> {
  return { ...layoutOf(layout), formatTime };
}
