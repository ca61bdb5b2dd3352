/** Renders an event of a watch for a terminal; events of no interest to people have no lines. */
import type { Regeneration } from '../../context/index.ts';
import { countOf } from '../text/quantity.ts';
import { briefId } from '../text/short-name.ts';
import { layoutOf, type ReportColors, type TerminalLayout } from '../text/terminal-layout.ts';
import { visibleLine } from '../text/visible-text.ts';
import { changeCounts, changeLines, type ShownChange } from './render-changes.ts';
import { regenerationWords } from './render-derivation.ts';

/** The root of the workspace at an event, and the number of its scan. */
type WatchedState = { readonly root: string; readonly scan: number };

/** One event of a watch. */
export type WatchEvent =
  | (WatchedState & { readonly event: 'started'; readonly nodes: number })
  /** Only if something changed; `read` counts the files that were read for it. */
  | (WatchedState & {
      readonly event: 'scanned';
      readonly changes: readonly ShownChange[];
      readonly read: number;
    })
  | (WatchedState & { readonly event: 'regenerated' } & Regeneration)
  /** The exit code is null if a signal ended the command or it could not be started. */
  | (WatchedState & {
      readonly event: 'command';
      readonly command: string;
      readonly exitCode: number | null;
      readonly signal: string | null;
      readonly problem: string | null;
    })
  /** Changes may have been missed, so everything is scanned. */
  | { readonly event: 'overflow'; readonly reason: string }
  /** A possibly temporary failure, which is retried. */
  | { readonly event: 'fault'; readonly code: string; readonly message: string }
  | (WatchedState & { readonly event: 'stopped' });

/** How many changes of one scan are listed. */
const MOST_CHANGES = 8;

/** Renders an event; `time` is when it happened, as text. */
export function renderWatchEvent(
  event: WatchEvent,
  { time, ...options }: TerminalLayout & { readonly time: string },
): string {
  const { colors } = layoutOf(options);
  const [first, ...more] = eventLines(event, colors);
  if (first === undefined) return '';
  return [`${colors.dim(time)} ${first}`, ...more.map((line) => `  ${line}`)].join('\n');
}

function eventLines(event: WatchEvent, colors: ReportColors): readonly string[] {
  switch (event.event) {
    case 'started':
      return [
        `watching ${countOf(event.nodes, 'node')}, scan ${event.scan}, ${briefId(event.root)}; Ctrl-C ends`,
      ];
    case 'scanned':
      return [
        `${colors.bold(`scan ${event.scan}`)}: ${changeCounts(event.changes)}`,
        ...changeLines(event.changes, { colors, most: MOST_CHANGES }),
      ];
    case 'regenerated':
      return regeneratedLines(event, colors);
    case 'command':
      return [commandWords(event, colors)];
    case 'overflow':
      return [colors.yellow(`rescanning everything: ${visibleLine(event.reason)}`)];
    case 'fault':
      return [colors.red(`${visibleLine(event.message)}; trying again`)];
    case 'stopped':
      return [`stopped at scan ${event.scan}`];
  }
}

function regeneratedLines(
  event: WatchEvent & { readonly event: 'regenerated' },
  colors: ReportColors,
): readonly string[] {
  const { examined, stale } = event;
  return [
    ...(examined === 0 ? [] : [regenerationWords(event)]),
    ...(stale.length === 0
      ? []
      : [colors.yellow(`${countOf(stale.length, 'record')} stale; penumbra status lists them`)]),
  ];
}

function commandWords(
  { command, exitCode, signal, problem }: WatchEvent & { readonly event: 'command' },
  colors: ReportColors,
): string {
  const name = `\`${visibleLine(command)}\``;
  if (exitCode === 0) return colors.green(`${name} done`);
  if (problem !== null) return colors.red(`${name} could not be run: ${visibleLine(problem)}`);
  return colors.red(`${name} ended with ${signal === null ? exitCode : visibleLine(signal)}`);
}
