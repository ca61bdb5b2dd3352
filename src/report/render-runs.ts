/** The list of runs as a table. */
import type { RunSummary } from '../record/index.ts';
import { renderTable } from './render-table.ts';
import { layoutOf, type TerminalLayout } from './report-colors.ts';
import { shortName } from './short-name.ts';
import { visibleLine } from './visible-text.ts';

/** How to lay the list out; `formatTime` writes a time as ISO 8601 in UTC, for this room has no calendar. */
export type RunsView = TerminalLayout & { readonly formatTime: (timeMs: number) => string };

/** Stands for what a run that has not ended has not come to yet. */
const NOT_ENDED = '–';

/** Renders the list of runs in the order given. */
export function renderRuns(runs: readonly RunSummary[], { formatTime, ...options }: RunsView): string {
  if (runs.length === 0) return 'no runs yet; start one with penumbra investigate <report>\n';
  const rows = runs.map(({ run, status, startedMs, cases, causes }) => ({
    cells: [
      shortName(run),
      visibleLine(status),
      formatTime(startedMs),
      String(cases),
      causes === null ? NOT_ENDED : String(causes),
    ],
  }));
  const head = ['run', 'status', 'started', 'cases', 'causes'];
  return `${renderTable({ head, rows }, layoutOf(options)).join('\n')}\n`;
}
