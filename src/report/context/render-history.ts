/** The history of a path on a terminal: scans and records, oldest first. */
import type { LineageEntry } from '../../context/index.ts';
import { wrapText } from '../text/fit-text.ts';
import { countOf } from '../text/quantity.ts';
import { briefId } from '../text/short-name.ts';
import { type RecordView, recordViewOf } from '../text/terminal-layout.ts';
import { visibleLine } from '../text/visible-text.ts';
import type { ShownFrame } from './frame-lines.ts';
import { frameLines } from './frame-lines.ts';

/** What `history` prints: everything oldest first. */
export type HistoryDocument = {
  readonly path: string;
  readonly frames: readonly ShownFrame[];
  /** Empty if the path is unchanged since the first scan, or was never scanned. */
  readonly lineage: readonly LineageEntry[];
  /** How many scans are on record. */
  readonly scans: number;
};

const MOST_LINES = 4;
const REMEDY = '; penumbra get PATH --history --json has all';

/** Renders a history. */
export function renderHistory(document: HistoryDocument, options: RecordView): string {
  const view = recordViewOf(options);
  const { path, frames, lineage } = document;
  const seen = lineage.map((entry, index) => ({
    atMs: entry.recordedMs,
    lines: lineageLines(entry, { earlier: lineage[index - 1], view }),
  }));
  const said = frames.map((frame) => ({
    atMs: frame.recordedMs,
    lines: frameLines(frame, view, { mostLines: MOST_LINES, remedy: REMEDY }),
  }));
  // A scan comes before a record of the same time, because records depend on scans.
  const entries = [...seen, ...said].sort((one, other) => one.atMs - other.atMs);
  const lines = [
    view.colors.bold(visibleLine(path)),
    ...wrapText(summaryOf(document), view.width).map(view.colors.dim),
    ...entries.flatMap((entry) => ['', ...entry.lines]),
  ];
  return `${lines.join('\n')}\n`;
}

function summaryOf({ frames, lineage, scans }: HistoryDocument): string {
  const records = frames.length === 0 ? 'nothing was recorded about it' : countOf(frames.length, 'record');
  if (lineage.length > 0) return `${countOf(lineage.length, 'state')} seen by scans · ${records}`;
  return scans === 0
    ? `no scan is on record yet; penumbra scan records one · ${records}`
    : `unchanged since scan 1 · ${records}`;
}

function lineageLines(
  entry: LineageEntry,
  { earlier, view }: { readonly earlier: LineageEntry | undefined; readonly view: Required<RecordView> },
): readonly string[] {
  const { colors, width, formatTime } = view;
  const content = entry.contentId === null ? '' : `  ${briefId(entry.contentId)}`;
  const text = `scan ${entry.scan}: ${lineageWords(entry, earlier)}`;
  return [
    ...wrapText(text, width).map(colors.cyan),
    colors.dim(`  ${formatTime(entry.recordedMs)}${content}`),
  ];
}

/** Describes what a scan saw of a path, compared with the previous scan. */
export function lineageWords(entry: LineageEntry, earlier: LineageEntry | undefined): string {
  const { path, kind, contentId, renamedFrom, renamedTo } = entry;
  if (renamedTo !== null) return `renamed to ${visibleLine(renamedTo)}`;
  if (kind === null) return 'deleted';
  if (renamedFrom !== null) return `renamed from ${visibleLine(renamedFrom)} to ${visibleLine(path)}`;
  if (earlier === undefined) return entry.scan === 1 ? 'first seen' : 'added';
  if (earlier.kind === null) return 'came back';
  const became = earlier.kind === kind ? '' : `, ${earlier.kind} became ${kind}`;
  return `${earlier.contentId === contentId ? 'same content' : 'edited'}${became}`;
}
