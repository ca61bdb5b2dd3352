/** What was synthesised of a directory, and from what. */
import { countOf } from '../quantity.ts';
import { layoutOf, type TerminalLayout } from '../report-colors.ts';
import { visibleLine } from '../visible-text.ts';
import { wrapText } from '../wrap-text.ts';
import { briefId } from './brief-id.ts';

/** A synthesised record. */
export type ShownSynthesis = {
  readonly path: string;
  readonly type: string;
  readonly frameId: string;
  readonly basisHash: string;
  readonly children: readonly { readonly name: string; readonly frameId: string }[];
};

const MOST_SHOWN = 20;

/** Renders a synthesis. */
export function renderSynthesis(synthesis: ShownSynthesis, options: TerminalLayout = {}): string {
  const { colors, width } = layoutOf(options);
  const { path, type, frameId, children } = synthesis;
  const from = children.length === 0 ? 'no child that has one' : countOf(children.length, 'record');
  const title = `${visibleLine(type)} ${briefId(frameId)} of ${visibleLine(path)}, made from ${from}`;
  const shown = children.slice(0, MOST_SHOWN);
  const rest = children.length - shown.length;
  return [
    ...wrapText(title, width).map(colors.bold),
    ...shown.map((child) => `  ${briefId(child.frameId)}  ${visibleLine(child.name)}`),
    ...(rest === 0 ? [] : [colors.dim(`  and ${countOf(rest, 'further record')}; --json lists all`)]),
    `see it with penumbra get ${visibleLine(path)} --type ${visibleLine(type)}`,
    '',
  ].join('\n');
}
