/** Formats one record: its author, time, freshness and content. */
import type { Staleness } from '../../context/index.ts';
import { cutToColumns, wrapText } from '../text/fit-text.ts';
import { countOf, sizeWords } from '../text/quantity.ts';
import { briefId } from '../text/short-name.ts';
import type { RecordView } from '../text/terminal-layout.ts';
import { visibleLine, visibleText } from '../text/visible-text.ts';
import { staleWords } from './describe-staleness.ts';

/** A record of a node, without its content. */
export type ListedFrame = {
  /** The current path of its node. */
  readonly path: string;
  readonly frameId: string;
  readonly type: string;
  readonly agent: string;
  /** The path it was recorded under; a former path if the file was renamed since. */
  readonly recordedAs: string;
  /** Its position in the history of the node, 1 for the oldest. */
  readonly sequence: number;
  readonly recordedMs: number;
  readonly mediaType: string;
  /** The size of its content in bytes; null if it was removed by collection. */
  readonly size: number | null;
  readonly contentId: string;
  readonly basisId: string;
  readonly fresh: boolean;
  readonly stale?: Staleness;
};

/** A record of a node with its content. */
export type ShownFrame = ListedFrame & {
  /**
   * Text as it is, JSON as its value, other bytes as `{base64}`, and null if it was removed by collection.
   */
  readonly content: unknown;
};

const INDENT = '  ';

/** How much of a record is shown. */
type FrameCut = {
  /** The most lines of content, each cut to the width of the screen; without it nothing is cut. */
  readonly mostLines?: number;
  /** Says how to see the rest. */
  readonly remedy?: string;
};

/** Formats a record: a heading, why it is stale, and its indented content. */
export function frameLines(
  frame: ShownFrame,
  view: Required<RecordView>,
  { mostLines = Number.POSITIVE_INFINITY, remedy = '' }: FrameCut = {},
): readonly string[] {
  const isCut = Number.isFinite(mostLines);
  const lines = contentLines(frame);
  // One more line takes no more space than saying that there is one.
  const shown = lines.length - mostLines <= 1 ? lines : lines.slice(0, mostLines);
  const rest = lines.length - shown.length;
  return [
    ...headingLines(frame, view),
    ...shown.map((line) =>
      `${INDENT}${isCut ? cutToColumns(line, view.width - INDENT.length) : line}`.trimEnd(),
    ),
    ...(rest === 0
      ? []
      : wrapText(`${INDENT}… ${countOf(rest, 'more line')}${remedy}`, view.width).map(view.colors.dim)),
  ];
}

/** Writes the heading of a record and, where it is stale, why. */
function headingLines(frame: ListedFrame, view: Required<RecordView>): readonly string[] {
  const { colors, width, formatTime } = view;
  const { type, agent, frameId, recordedMs, recordedAs, path } = frame;
  const former = recordedAs === path ? '' : `, as ${visibleLine(recordedAs)}`;
  const heading = `${colors.bold(visibleLine(type))} by ${visibleLine(agent)}${former}`;
  return [
    `${heading}  ${colors.dim(`${formatTime(recordedMs)}  ${briefId(frameId)}`)}`,
    ...staleNote(frame, width - INDENT.length).map((line) => `${INDENT}${colors.yellow(line)}`),
  ];
}

function staleNote({ path, stale }: ListedFrame, columns: number): readonly string[] {
  return stale ? wrapText(`stale: ${staleWords(path, stale)}`, columns) : [];
}

/** Content is shown as written; only control characters are made visible. */
function contentLines({ content, size }: ShownFrame): readonly string[] {
  if (content === null && size === null) return ['(its content was removed from the ledger)'];
  if (content === '') return ['(empty)'];
  if (isBytes(content)) return [`(${sizeWords(size ?? 0)} that are no text; --json has them in base64)`];
  const text = typeof content === 'string' ? content : JSON.stringify(content, null, 2);
  return visibleText(text).replace(/\n+$/, '').split('\n');
}

function isBytes(content: unknown): boolean {
  return typeof content === 'object' && content !== null && Object.keys(content).join() === 'base64';
}
