/** Records as a list by path, without what they say, and the newest alone with what it says. */

import { displayWidth, padColumns, wrapText } from '../text/fit-text.ts';
import { countOf, sizeWords } from '../text/quantity.ts';
import { briefId } from '../text/short-name.ts';
import { type RecordView, recordViewOf } from '../text/terminal-layout.ts';
import { visibleLine } from '../text/visible-text.ts';
import { staleWords } from './describe-staleness.ts';
import type { ListedFrame, ShownFrame } from './frame-lines.ts';
import { frameLines } from './frame-lines.ts';

/** What `list` prints. */
export type FramesDocument = { readonly path: string; readonly frames: readonly ListedFrame[] };

/** What `head` prints. */
export type HeadDocument = { readonly frame: ShownFrame | null };

/** Renders a list of records, and how many of them are stale. */
export function renderFrames({ path, frames }: FramesDocument, options: RecordView): string {
  const view = recordViewOf(options);
  const { colors, width } = view;
  if (frames.length === 0)
    return `${wrapText(`no matching record for ${visibleLine(path)}`, width).join('\n')}\n`;
  const columns = columnsOf(frames);
  const groups = Map.groupBy(frames, (frame) => frame.path);
  const stale = frames.filter(({ fresh }) => !fresh).length;
  const lines = [
    ...[...groups].flatMap(([each, own]) => [
      colors.bold(visibleLine(each)),
      ...own.flatMap((frame) => rowLines(frame, { view, columns })),
    ]),
    `${countOf(frames.length, 'record')}${stale === 0 ? '' : `, ${colors.yellow(`${stale} stale`)}`}`,
  ];
  return `${lines.join('\n')}\n`;
}

/** Renders the newest record of a node. */
export function renderHead({ frame }: HeadDocument, options: RecordView): string {
  if (frame === null) return 'no matching record\n';
  return `${frameLines(frame, recordViewOf(options)).join('\n')}\n`;
}

type Columns = { readonly type: number; readonly agent: number; readonly size: number };

function columnsOf(frames: readonly ListedFrame[]): Columns {
  const widest = (cell: (frame: ListedFrame) => string): number =>
    frames.reduce((most, frame) => Math.max(most, displayWidth(cell(frame))), 0);
  return {
    type: widest(({ type }) => visibleLine(type)),
    agent: widest(({ agent }) => visibleLine(agent)),
    size: widest(sizeOf),
  };
}

function rowLines(
  frame: ListedFrame,
  { view, columns }: { readonly view: Required<RecordView>; readonly columns: Columns },
): readonly string[] {
  const { colors, width, formatTime } = view;
  const cells = [
    padColumns(visibleLine(frame.type), columns.type),
    padColumns(visibleLine(frame.agent), columns.agent),
    sizeOf(frame).padStart(columns.size),
    colors.dim(`${briefId(frame.frameId)}  ${formatTime(frame.recordedMs)}`),
  ];
  const why = frame.stale ? wrapText(`stale: ${staleWords(frame.path, frame.stale)}`, width - 4) : [];
  return [`  ${cells.join('  ')}`, ...why.map((line) => `    ${colors.yellow(line)}`)];
}

function sizeOf({ size }: ListedFrame): string {
  return size === null ? 'removed' : sizeWords(size);
}
