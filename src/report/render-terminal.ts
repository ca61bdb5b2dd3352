/** Renders the report for a terminal: a headline, an overview, a screen per cause, and where to look next. */
import type { ReportCause, ReportDocument } from '../record/index.ts';
import { completeCauses, confidenceWords, overviewPlace, statusOf, testName } from './describe-cause.ts';
import { headlineOf, notesOf } from './describe-report.ts';
import { terminalCause } from './terminal-cause.ts';
import { cutPath, cutToColumns, wrapText } from './text/fit-text.ts';
import { countOf } from './text/quantity.ts';
import { renderTable, type TableRow } from './text/render-table.ts';
import { shortName } from './text/short-name.ts';
import { labelledLines, layoutOf, type TerminalLayout } from './text/terminal-layout.ts';

/** The layout of a report. */
type ReportView = TerminalLayout & {
  /** The current time; without it, commits show a date instead of an age. */
  readonly nowMs?: number;
  /** The file the patch was written to, for the command that applies it. */
  readonly patchFile?: string;
};

/** Renders a report for a terminal; causes keep the order of the document, which is worst first. */
export function renderTerminal(
  recorded: ReportDocument,
  { nowMs, patchFile, ...options }: ReportView = {},
): string {
  const document = { ...recorded, causes: completeCauses(recorded.causes) };
  const layout = {
    ...layoutOf(options),
    run: document.run,
    ...(nowMs !== undefined && { nowMs }),
    ...(patchFile !== undefined && { patchFile }),
  };
  const of = document.causes.length;
  const sections = [
    wrapText(headlineOf(document), layout.width).map(layout.colors.bold),
    notesOf(document).flatMap((note) => labelledLines('note', [note], layout)),
    terminalOverview(document.causes, layout),
    ...document.causes.map((cause, index) => terminalCause({ cause, rank: index + 1, of }, layout)),
    deeperLines(document, layout),
  ];
  const shown = sections.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'));
  return `${shown.join('\n\n')}\n`;
}

function deeperLines({ run, causes }: ReportDocument, layout: Required<TerminalLayout>): readonly string[] {
  const name = shortName(run);
  const page = causes.length === 0 ? [] : [`penumbra resume ${name} --html report.html`];
  return labelledLines('look deeper', [`penumbra show ${name}`, ...page], layout);
}

const MOST_CAUSES = 20;
const LONGEST_PLACE = 30;
/** Test names are cut to this, or to the space left on a wide screen. */
const SHORTEST_TEST = 32;
const OTHER_COLUMNS = 80;
const NO_PLACE = '–';
const NO_FIGURE = '–';

/** Formats the causes as a table; a single cause needs none. */
function terminalOverview(
  causes: readonly ReportCause[],
  layout: Required<TerminalLayout>,
): readonly string[] {
  if (causes.length < 2) return [];
  const rest = causes.length - MOST_CAUSES;
  const head = ['#', 'status', 'confidence', 'where', 'what failed'];
  const rows = causes.slice(0, MOST_CAUSES).map((cause, index) => causeRow(cause, index, layout.width));
  return [
    ...renderTable({ head, rows }, layout),
    ...(rest > 0 ? labelledLines('more', [`${countOf(rest, 'further cause')} below`], layout) : []),
  ];
}

function causeRow(cause: ReportCause, index: number, width: number): TableRow {
  const { word, icon } = statusOf(cause);
  const [first] = cause.tests;
  const more = cause.tests.length > 1 ? ` and ${cause.tests.length - 1} more` : '';
  return {
    cells: [
      String(index + 1),
      `${icon} ${word}`,
      confidenceWords(cause) || NO_FIGURE,
      placeWords(cause),
      first === undefined
        ? 'no test named'
        : `${cutToColumns(testName({ suite: '', name: first.name }), Math.max(SHORTEST_TEST, width - OTHER_COLUMNS))}${more}`,
    ],
  };
}

function placeWords(cause: ReportCause): string {
  const found = overviewPlace(cause);
  if (found === null) return cause.status === 'insufficient' ? 'not found' : NO_PLACE;
  return `${found.before}${cutPath(found.place, LONGEST_PLACE)}${found.after}`;
}
