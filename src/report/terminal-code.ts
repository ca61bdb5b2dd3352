/** Code on a terminal: a few lines with their numbers, what was removed, added or is suspected marked in the margin. */
import type { ReportCause } from '../record/index.ts';
import { cutText, cutToColumns } from './cut-text.ts';
import { suspectPlace } from './describe-cause.ts';
import { type ShownCodeLine, shownCode } from './describe-code.ts';
import { displayWidth } from './display-width.ts';
import { paragraphLines } from './labelled-lines.ts';
import type { TerminalLayout } from './report-colors.ts';
import { shortCommit } from './short-name.ts';
import { visibleLine, visibleProse, visibleSource } from './visible-text.ts';

const MOST_LINES = 9;
const LONGEST_PATH = 256;
const LONGEST_NOTE = 60;
/** No screen is wider; what is longer is cut before it is looked at. */
const LONGEST_LINE = 1_000;
const WIDEST_NOTED = 100;
const NARROWEST_GAP = 4;

/** Lays out the code of a cause under its place; nothing where the report has none. */
export function terminalCode(cause: ReportCause, layout: Required<TerminalLayout>): readonly string[] {
  const { code, suspects } = cause;
  const lines = shownCode(code?.lines ?? [], MOST_LINES);
  if (code === undefined || lines.length === 0) return [];
  const suspect = suspects.find(({ path }) => path === code.path);
  const place = suspect === undefined ? visibleLine(cutText(code.path, LONGEST_PATH)) : suspectPlace(suspect);
  const lastAdded = lines.findLast(({ mark }) => mark === 'added');
  return [
    ...paragraphLines(place, layout).map(layout.colors.bold),
    ...lines.map((line) => sourceLine(line, layout, line === lastAdded ? commitNote(cause) : '')),
  ];
}

/** Names the commit that brought the added lines. */
function commitNote({ change }: ReportCause): string {
  if (change === undefined || change.commit === null) return '';
  return `${shortCommit(change.commit)} ${visibleProse(cutText(change.subject, LONGEST_NOTE))}`.trim();
}

/** Cuts a line to the width, and puts a note at its end where there is room for all of it. */
export function sourceLine(
  { margin, text, mark }: ShownCodeLine,
  layout: Required<TerminalLayout>,
  note = '',
): string {
  const source = visibleSource(text.slice(0, LONGEST_LINE));
  const line = cutToColumns(`  ${margin}${source}`.trimEnd(), layout.width);
  const room = Math.min(layout.width, WIDEST_NOTED) - displayWidth(line) - displayWidth(note);
  const painted = paintLine(line, mark, layout);
  return note === '' || room < NARROWEST_GAP
    ? painted
    : `${painted}${' '.repeat(room)}${layout.colors.dim(note)}`;
}

function paintLine(line: string, mark: string, { colors }: Required<TerminalLayout>): string {
  if (mark === 'added') return colors.green(line);
  if (mark === 'removed') return colors.red(line);
  if (mark === 'gap') return colors.dim(line);
  return mark === 'suspected' ? colors.yellow(line) : line;
}
