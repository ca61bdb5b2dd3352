/** All causes at a glance, one line each, before each of them has its screen. */
import type { ReportCause } from '../record/index.ts';
import { cutToColumns } from './cut-text.ts';
import { placeOf, testName } from './describe-cause.ts';
import { displayWidth } from './display-width.ts';
import { labelledLines } from './labelled-lines.ts';
import { countOf, percentWord } from './quantity.ts';
import { renderTable, type TableRow } from './render-table.ts';
import type { TerminalLayout } from './report-colors.ts';
import { statusWords } from './words.ts';

const MOST_CAUSES = 20;
const LONGEST_PLACE = 30;
const LONGEST_TEST = 32;

/** Lays the causes out as a table; a single cause needs none. */
export function terminalOverview(
  causes: readonly ReportCause[],
  layout: Required<TerminalLayout>,
): readonly string[] {
  if (causes.length < 2) return [];
  const rest = causes.length - MOST_CAUSES;
  const head = ['#', 'stands', 'sure', 'where', 'failed'];
  const rows = causes.slice(0, MOST_CAUSES).map(causeRow);
  return [
    ...renderTable({ head, rows }, layout),
    ...(rest > 0 ? labelledLines('more', [`${countOf(rest, 'further cause')} below`], layout) : []),
  ];
}

function causeRow(cause: ReportCause, index: number): TableRow {
  const { word, icon } = statusWords[cause.status];
  const [first] = cause.tests;
  const more = cause.tests.length > 1 ? ` and ${cause.tests.length - 1} more` : '';
  return {
    cells: [
      String(index + 1),
      `${icon} ${word}`,
      percentWord(cause.confidence),
      placeWords(cause),
      first === undefined
        ? 'no test is named'
        : `${cutToColumns(testName({ suite: '', name: first.name }), LONGEST_TEST)}${more}`,
    ],
  };
}

function placeWords(cause: ReportCause): string {
  const [path] = cause.answer;
  if (path === undefined) return 'not located';
  const suspect = cause.suspects.find((one) => one.path === path);
  const place = endOf(placeOf({ path, line: suspect?.line }));
  const others = cause.answer.length - 1;
  return others === 0 ? place : `${place} or ${countOf(others, 'other')}`;
}

/** Keeps the end of a long path, which tells files of one tree apart. */
function endOf(path: string): string {
  let end = path;
  while (displayWidth(end) > LONGEST_PLACE && end.includes('/')) end = end.slice(end.indexOf('/') + 1);
  return cutToColumns(end === path ? path : `…/${end}`, LONGEST_PLACE + 2);
}
