/** The report on a terminal: what was found in one line, all causes at a glance, a screen for each, and where to look on. */
import type { ReportDocument } from '../record/index.ts';
import { completeCauses } from './complete-cause.ts';
import { headlineOf, notesOf } from './describe-report.ts';
import { labelledLines } from './labelled-lines.ts';
import { layoutOf, type TerminalLayout } from './report-colors.ts';
import { shortName } from './short-name.ts';
import { terminalCause } from './terminal-cause.ts';
import { terminalOverview } from './terminal-overview.ts';
import { wrapText } from './wrap-text.ts';

/** How a report is laid out. */
export type ReportView = TerminalLayout & {
  /** The present; without it commits have a date instead of an age. */
  readonly nowMs?: number;
  /** The file that the patch of the proofs was written to, for the command that applies it. */
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
