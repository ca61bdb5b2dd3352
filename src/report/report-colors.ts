/** The colours a renderer is handed; without any, text stays plain. */
import type { Tone } from './words.ts';

type Paint = (text: string) => string;

/** The few colours reports use. */
export type ReportColors = {
  readonly bold: Paint;
  readonly dim: Paint;
  readonly red: Paint;
  readonly green: Paint;
  readonly yellow: Paint;
  readonly cyan: Paint;
};

/** How a text is laid out on a terminal. */
export type TerminalLayout = { readonly colors?: ReportColors; readonly width?: number };

const same: Paint = (text) => text;

/** No colours at all. */
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

/** Fills in what a caller left open; below 40 columns nothing could be read. */
export function layoutOf({ colors = plainColors, width = USUAL }: TerminalLayout): Required<TerminalLayout> {
  return { colors, width: Math.max(NARROWEST, Number.isSafeInteger(width) ? width : USUAL) };
}

/** Paints a text in the colour of a tone. */
export function paintTone(text: string, tone: Tone, colors: ReportColors): string {
  if (tone === 'good') return colors.green(text);
  if (tone === 'warn') return colors.yellow(text);
  return tone === 'bad' ? colors.red(text) : text;
}
