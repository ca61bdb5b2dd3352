/** The report on a terminal: what was found in one line, all causes at a glance, a screen for each, and how to look deeper. */
import type { ReportDocument } from '../record/index.ts';
import { headlineOf, notesOf } from './describe-report.ts';
import { labelledLines } from './labelled-lines.ts';
import { layoutOf, type TerminalLayout } from './report-colors.ts';
import { shortName } from './short-name.ts';
import { terminalCause } from './terminal-cause.ts';
import { terminalOverview } from './terminal-overview.ts';
import { wrapText } from './wrap-text.ts';

/** Renders a report for a terminal; causes keep the order of the document, which is worst first. */
export function renderTerminal(document: ReportDocument, options: TerminalLayout = {}): string {
  const layout = layoutOf(options);
  const { colors, width } = layout;
  const of = document.causes.length;
  const sections = [
    wrapText(headlineOf(document), width).map(colors.bold),
    notesOf(document).flatMap((note) => labelledLines('note', [note], layout)),
    terminalOverview(document.causes, layout),
    ...document.causes.map((cause, index) => terminalCause({ cause, rank: index + 1, of }, layout)),
    deeperLines(document, layout),
  ];
  const shown = sections.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'));
  return `${shown.join('\n\n')}\n`;
}

function deeperLines({ run, causes }: ReportDocument, layout: Required<TerminalLayout>): readonly string[] {
  const commands = [`penumbra show ${shortName(run)}`];
  if (causes.some(({ evidence }) => evidence.length > 0)) commands.push('penumbra explain <handle>');
  return labelledLines('look deeper', commands, layout);
}
