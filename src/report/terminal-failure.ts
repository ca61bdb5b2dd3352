/** What failed, on a terminal: the test, its message, and the difference of an assertion around where it begins. */
import type { ReportCause } from '../record/index.ts';
import { cutToColumns } from './cut-text.ts';
import { testName } from './describe-cause.ts';
import { failingCount } from './describe-change.ts';
import { type AssertionDifference, firstDifference, ownWords } from './describe-failure.ts';
import { labelledLines, paragraphLines, textColumns } from './labelled-lines.ts';
import { countOf } from './quantity.ts';
import type { TerminalLayout } from './report-colors.ts';
import { visibleSource } from './visible-text.ts';

const MOST_MESSAGE_LINES = 3;
const MOST_VALUE_LINES = 3;
const LINES_OF_LONG_VALUES = 2;
/** No screen is wider; what is longer is cut before it is looked at. */
const LONGEST_LINE = 1_000;
/** What of a line stands before the place at which it differs. */
const CONTEXT = 20;

/** Lays out the failing test, what it says, and what it wanted and got. */
export function terminalFailure(cause: ReportCause, layout: Required<TerminalLayout>): readonly string[] {
  const { difference } = cause;
  return [
    ...testLines(cause, layout),
    ...messageLines(ownWords(cause), layout),
    ...(difference === undefined ? [] : differenceLines(difference, layout)),
  ];
}

function testLines(cause: ReportCause, layout: Required<TerminalLayout>): readonly string[] {
  const [first] = cause.tests;
  if (first === undefined) return [];
  const count = failingCount(cause);
  const more = count > 1 ? `, and ${count - 1} more` : '';
  // Two lines at most: what matters of a name is at its beginning.
  const name = cutToColumns(testName(first), 2 * (layout.width - 12) - more.length);
  return paragraphLines(`${name}${more}`, layout);
}

function messageLines(lines: readonly string[], { width }: Required<TerminalLayout>): readonly string[] {
  const shown = lines.slice(0, MOST_MESSAGE_LINES).map((line) => visibleSource(line.slice(0, LONGEST_LINE)));
  const rest = lines.length - shown.length;
  const more = rest > 0 ? [`… (${countOf(rest, 'more line')})`] : [];
  return [...shown, ...more].map((line) => `  ${cutToColumns(line.trim(), width - 2)}`);
}

function differenceLines(
  difference: AssertionDifference,
  layout: Required<TerminalLayout>,
): readonly string[] {
  const { colors, width } = layout;
  const place = firstDifference(difference);
  const shown = (text: string): readonly string[] =>
    valueLines(text, { ...place, columns: textColumns(width) });
  const [expected, received] = [shown(difference.expected), shown(difference.received)];
  const isCut = [difference.expected, difference.received].some(
    (text) => text.split('\n').length > MOST_VALUE_LINES,
  );
  return [
    ...labelledLines('expected', expected, layout, colors.green),
    ...labelledLines('received', received, layout, colors.red),
    ...(isCut ? labelledLines('', [`(from line ${place.line + 1} on)`], layout, colors.dim) : []),
  ];
}

type Excerpt = { readonly line: number; readonly character: number; readonly columns: number };

/** Cuts a value to the line that differs and the next, so that what is left out is what both have in common. */
function valueLines(text: string, { line, character, columns }: Excerpt): readonly string[] {
  if (text === '') return ['(empty)'];
  const lines = text.split('\n');
  const isShort = lines.length <= MOST_VALUE_LINES;
  const shown = isShort ? lines : lines.slice(line, line + LINES_OF_LONG_VALUES);
  return shown.map((one, index) => {
    const isDifferent = index === (isShort ? line : 0);
    const start = isDifferent && one.length > columns ? Math.max(0, character - CONTEXT) : 0;
    const part = visibleSource(one.slice(start, start + LONGEST_LINE));
    return cutToColumns(start === 0 ? part : `…${part}`, columns);
  });
}
