/** Renders a composition for a terminal: each record under its path, then what was left out and why. */
import type { Composition, CompositionFrame } from '../../context/index.ts';
import { foldList, wrapText } from '../text/fit-text.ts';
import { countOf, sizeWords } from '../text/quantity.ts';
import { type RecordView, recordViewOf } from '../text/terminal-layout.ts';
import { visibleLine } from '../text/visible-text.ts';
import { frameLines, type ShownFrame } from './frame-lines.ts';

/** A record of a composition, with where it was gathered. */
type ShownComposedFrame = ShownFrame & Pick<CompositionFrame, 'source' | 'score' | 'tokens'>;

/** What was composed for a path. */
export type ShownComposition = Omit<Composition, 'frames'> & {
  readonly path: string;
  readonly frames: readonly ShownComposedFrame[];
};

const boundWords: Readonly<Record<string, string>> = {
  frames: 'past the number of records asked for',
  bytes: 'that do not fit into the bytes',
  tokens: 'that do not fit into the tokens',
  duplicate: 'that say what another does',
  removed: 'removed from the ledger',
  stale: 'stale',
};

const MOST_MISSING = 5;

/** Renders a composition with every record in full. */
export function renderComposition(composition: ShownComposition, options: RecordView): string {
  const view = recordViewOf(options);
  const { colors, width } = view;
  const { frames, missing } = composition;
  const lines = [
    ...frames.flatMap((frame) => [placeLine(frame, view), ...frameLines(frame, view), '']),
    ...wrapText(summaryWords(composition), width).map(colors.bold),
    ...leftOutLines(composition).flatMap((line) => wrapText(line, width)),
    ...(missing.length === 0
      ? []
      : [colors.yellow(`no such path: ${foldList(missing.map(visibleLine), MOST_MISSING)}`)]),
  ];
  return `${lines.join('\n')}\n`;
}

function placeLine(frame: ShownComposedFrame, { colors }: Required<RecordView>): string {
  const { path, source, score, tokens } = frame;
  const notes = [
    source,
    ...(score === undefined ? [] : [`score ${score}`]),
    ...(tokens === undefined ? [] : [countOf(tokens, 'token')]),
  ];
  return `${colors.cyan(visibleLine(path))}  ${colors.dim(notes.map(visibleLine).join(', '))}`;
}

function summaryWords({ frames, path, totals, order }: ShownComposition): string {
  if (frames.length === 0) return `no record to show for ${visibleLine(path)}`;
  const tokens = totals.tokens === null ? '' : `, ${countOf(totals.tokens, 'token')}`;
  const size = sizeWords(totals.bytes);
  return `${countOf(totals.frames, 'record')} for ${visibleLine(path)}, ordered by ${visibleLine(order.name)}, ${size}${tokens}`;
}

function leftOutLines({ leftOut }: ShownComposition): readonly string[] {
  const byBound = Map.groupBy(leftOut, ({ bound }) => bound);
  return [...byBound].map(
    ([bound, some]) => `left out: ${some.length} ${boundWords[bound] ?? visibleLine(bound)}`,
  );
}
