/**
 * Renders the progress of running experiments: one line for the current one, and one for each that has ended.
 */
import { cutToColumns, displayWidth, padColumns } from './text/fit-text.ts';
import { countOf } from './text/quantity.ts';
import { layoutOf, type ReportColors, type TerminalLayout } from './text/terminal-layout.ts';
import { visibleProse } from './text/visible-text.ts';

/** The current experiment and the results so far. */
export type ExperimentProgress = {
  readonly phase: 'running' | 'ranking' | 'reproducing' | 'finding-green' | 'narrowing' | 'verifying';
  /** The test being proven; missing until one is chosen. */
  readonly test?: string;
  /** What is being tried, for display. */
  readonly trying: string;
  /** The number of completed test runs. */
  readonly runs: number;
  /** The number of remaining candidates; null until known. */
  readonly left: { readonly count: number; readonly of: 'commits' | 'pieces' } | null;
  /** The remaining time budget; null if there is none. */
  readonly remainingMs: number | null;
  /** The experiment that has just ended. */
  readonly last?: { readonly what: string; readonly end: 'red' | 'green' | 'untold' };
};

const phases: Readonly<Record<ExperimentProgress['phase'], string>> = {
  running: 'running',
  ranking: 'investigating',
  reproducing: 'reproducing',
  'finding-green': 'looking for green',
  narrowing: 'narrowing',
  verifying: 'verifying',
};

const ends = {
  red: { word: 'red', color: 'red' },
  green: { word: 'green', color: 'green' },
  untold: { word: 'unclear', color: 'yellow' },
} as const satisfies Record<string, { readonly word: string; readonly color: keyof ReportColors }>;

const WORD_COLUMNS = 7;
const NARROWEST_HEAD = 24;
/** Longer lines are cut before they are measured; no screen is wider. */
const LONGEST_TEXT = 1_000;

/** Renders progress as a line that fits in the width. */
export function renderExperimentProgress(state: ExperimentProgress, layout: TerminalLayout = {}): string {
  const { width } = layoutOf(layout);
  const head = `${phases[state.phase]}: ${plain(state.trying)}`;
  const figures = figuresOf(state);
  const room = width - displayWidth(figures) - 2;
  return room < NARROWEST_HEAD ? cutToColumns(head, width) : `${cutToColumns(head, room)}  ${figures}`;
}

/** Renders how an experiment ended and how often, as a line that fits the width. */
export function renderEnded(
  { what, end, times }: NonNullable<ExperimentProgress['last']> & { readonly times: number },
  layout: TerminalLayout = {},
): string {
  const { colors, width } = layoutOf(layout);
  const { word, color } = ends[end];
  const count = times === 1 ? '' : ` (${countOf(times, 'run')})`;
  const room = width - WORD_COLUMNS - 2 - displayWidth(count);
  return `${colors[color](padColumns(word, WORD_COLUMNS))}  ${cutToColumns(plain(what), room)}${count}`.trimEnd();
}

/** Renders a test's name as heading for its experiments. */
export function renderProvenTest(test: string, layout: TerminalLayout = {}): string {
  const { colors, width } = layoutOf(layout);
  return colors.bold(cutToColumns(`why does it fail: ${plain(test)}`, width));
}

/** Renders the total cost of all experiments. */
export function renderExperimentCost({
  runs,
  elapsedMs,
}: {
  readonly runs: number;
  readonly elapsedMs: number;
}): string {
  return `${countOf(runs, 'run')} of the tests in ${clockOf(elapsedMs)}`;
}

function figuresOf({ left, runs, remainingMs }: ExperimentProgress): string {
  return [
    ...(left === null ? [] : [`${countOf(left.count, left.of === 'commits' ? 'commit' : 'piece')} left`]),
    `${countOf(runs, 'run')} done`,
    ...(remainingMs === null ? [] : [`${clockOf(remainingMs)} to go`]),
  ].join(', ');
}

/** Formats a duration as minutes and seconds. */
function clockOf(timeMs: number): string {
  const seconds = Math.max(0, Math.ceil(timeMs / 1_000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

function plain(text: string): string {
  return visibleProse(text.slice(0, LONGEST_TEXT));
}
