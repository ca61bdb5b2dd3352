/** What differs between two states of a workspace, on a terminal. */
import { countOf } from '../quantity.ts';
import { layoutOf, type TerminalLayout } from '../report-colors.ts';
import { briefId } from './brief-id.ts';
import { changeCounts, changeLine } from './describe-changes.ts';
import type { ShownDiff } from './shown-changes.ts';

/** Renders a difference, every change of it. */
export function renderDiff(diff: ShownDiff, options: TerminalLayout = {}): string {
  const { colors } = layoutOf(options);
  const { before, after, beforeScan, afterScan, changes } = diff;
  const title = `scan ${beforeScan} ${briefId(before)} → ${afterScan === null ? 'now' : `scan ${afterScan}`} ${briefId(after)}`;
  const summary =
    changes.length === 0
      ? 'nothing differs'
      : `${countOf(changes.length, 'change')}: ${changeCounts(changes)}`;
  return [colors.dim(title), ...changes.map((change) => changeLine(change, colors)), summary, ''].join('\n');
}
