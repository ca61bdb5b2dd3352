/** Renders the status of a workspace. */

import type { StaleFrame } from '../../context/index.ts';
import { countOf } from '../text/quantity.ts';
import { briefId } from '../text/short-name.ts';
import { labelledLines, layoutOf, type TerminalLayout } from '../text/terminal-layout.ts';
import { visibleLine } from '../text/visible-text.ts';
import { staleLines } from './describe-staleness.ts';
import { changeCounts, changeLines, type ShownChange } from './render-changes.ts';

/** What `status` prints. */
export type StatusDocument = {
  /** The directory of the workspace. */
  readonly workspace: string;
  readonly root: string;
  /** The root of the last recorded scan; null before the first. */
  readonly storedRoot: string | null;
  /** The number of the last recorded scan, 0 before the first. */
  readonly scan: number;
  readonly nodes: number;
  readonly frames: number;
  /** How many of them are stale. */
  readonly stale: number;
  readonly staleFrames: readonly StaleFrame[];
  /** What differs from the last recorded scan. */
  readonly changes: readonly ShownChange[];
  readonly store: string;
};

const MOST_CHANGES = 10;

/** Renders the state of a workspace. */
export function renderStatus(status: StatusDocument, options: TerminalLayout = {}): string {
  const layout = layoutOf(options);
  const { colors } = layout;
  const { workspace, nodes, root, changes, staleFrames, store } = status;
  const indented = (lines: readonly string[]): readonly string[] =>
    lines.map((line) => `    ${line}`.trimEnd());
  const lines = [
    ...labelledLines('workspace', [visibleLine(workspace)], layout),
    ...labelledLines('tree', [`${countOf(nodes, 'node')}, root ${briefId(root)}`], layout),
    ...labelledLines('scans', [scanWords(status)], layout),
    ...indented(changeLines(changes, { colors, most: MOST_CHANGES })),
    ...labelledLines('records', [recordWords(status)], layout),
    ...labelledLines('ledger', [visibleLine(store)], layout),
    ...(staleFrames.length === 0 ? [] : ['', colors.yellow('stale:'), ...staleLines(staleFrames, layout)]),
  ];
  return `${lines.join('\n')}\n`;
}

function scanWords({ scan, storedRoot, root, changes }: StatusDocument): string {
  if (storedRoot === null) return 'none yet; penumbra scan records the first';
  if (storedRoot === root) return `${scan} on record, and nothing changed since`;
  const counts = changes.length === 0 ? 'something changed' : changeCounts(changes);
  return `${scan} on record; since then ${counts}; penumbra scan records that`;
}

function recordWords({ frames, stale }: StatusDocument): string {
  if (frames === 0) return 'nothing is recorded about the files yet; penumbra put writes a note';
  return stale === 0 ? `${frames}, all fresh` : `${frames}, ${stale} stale`;
}
