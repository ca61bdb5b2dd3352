/** Renders the result of a scan. */

import { wrapText } from '../text/fit-text.ts';
import { countOf } from '../text/quantity.ts';
import { briefId } from '../text/short-name.ts';
import { layoutOf, type TerminalLayout } from '../text/terminal-layout.ts';
import { visibleLine } from '../text/visible-text.ts';
import { changeCounts, changeLines, type ShownChange } from './render-changes.ts';

/** What `scan` prints. */
export type ScanDocument = {
  readonly root: string;
  /** The number of the scan on record. */
  readonly scan: number;
  /** False if the last recorded scan had the same root. */
  readonly isNew: boolean;
  readonly nodes: number;
  readonly files: number;
  readonly directories: number;
  readonly links: number;
  /** How many files and links were read, and how many were reused from the last scan. */
  readonly read: number;
  readonly reused: number;
  /** Skipped entries, with the reason as code and as sentence. */
  readonly skipped: readonly { readonly path: string; readonly reason: string; readonly means: string }[];
  /** The differences from the previous recorded scan; empty for the first. */
  readonly changes: readonly ShownChange[];
};

const MOST_CHANGES = 10;
const MOST_SKIPPED = 10;

/** Renders a scan. */
export function renderScan(scan: ScanDocument, options: TerminalLayout = {}): string {
  const { colors, width } = layoutOf(options);
  const { files, directories, links, read, reused, root } = scan;
  const counts = [
    countOf(files, 'file'),
    countOf(directories, 'directory'),
    ...(links ? [countOf(links, 'link')] : []),
  ];
  const lines = [
    ...wrapText(titleOf(scan), width).map(colors.bold),
    ...changeLines(scan.changes, { colors, most: MOST_CHANGES }).map((line) => `  ${line}`),
    `${counts.join(', ')} · ${read} read, ${reused} reused · root ${briefId(root)}`,
    ...skippedLines(scan, { colors, width }),
  ];
  return `${lines.join('\n')}\n`;
}

function titleOf({ scan, isNew, changes }: ScanDocument): string {
  if (!isNew) return `nothing changed since scan ${scan}`;
  if (changes.length === 0) return scan === 1 ? 'scan 1, the first' : `scan ${scan}`;
  return `scan ${scan}: ${changeCounts(changes)} since scan ${scan - 1}`;
}

function skippedLines(
  { skipped }: ScanDocument,
  { colors, width }: Required<TerminalLayout>,
): readonly string[] {
  const shown = skipped.slice(0, MOST_SKIPPED);
  const rest = skipped.length - shown.length;
  return [
    ...(skipped.length === 0 ? [] : [colors.yellow(`${skipped.length} left out:`)]),
    ...shown.flatMap(({ path, means }) =>
      wrapText(`${visibleLine(path)}: ${means}`, width - 2).map((line) => `  ${line}`),
    ),
    ...(rest === 0 ? [] : [colors.dim(`  and ${rest} more; --json lists all`)]),
  ];
}
