/** Renders the results of regenerate, produce and synthesize for a terminal. */

import type { Production, Regeneration, Synthesis } from '../../context/index.ts';
import { wrapText } from '../text/fit-text.ts';
import { countOf } from '../text/quantity.ts';
import { briefId } from '../text/short-name.ts';
import { layoutOf, type TerminalLayout } from '../text/terminal-layout.ts';
import { visibleLine } from '../text/visible-text.ts';
import { staleLines } from './describe-staleness.ts';

/** Renders a regeneration. */
export function renderRegeneration(regeneration: Regeneration, options: TerminalLayout = {}): string {
  const layout = layoutOf(options);
  const { colors, width } = layout;
  const { stale } = regeneration;
  const note = stale.length === 0 ? [] : wrapText(staleSummary(stale.length), width);
  return [
    ...wrapText(regenerationWords(regeneration), width),
    ...note.map(colors.yellow),
    ...staleLines(stale, layout),
    '',
  ].join('\n');
}

/** Summarises a regeneration in one sentence. */
export function regenerationWords({ examined, regenerated, cutOff, untouched }: Regeneration): string {
  if (examined === 0) return 'no derived records here';
  const parts = [
    `${regenerated} renewed`,
    ...(cutOff === 0 ? [] : [`${cutOff} came out the same`]),
    `${untouched} already up to date`,
  ];
  return `${countOf(examined, 'derived record')} examined: ${parts.join(', ')}`;
}

function staleSummary(count: number): string {
  return count === 1
    ? '1 record is stale, and only its author can renew it'
    : `${count} records are stale, and only their authors can renew them`;
}

/** What `produce` prints. */
type ProductionDocument = Production & { readonly path: string; readonly types: readonly string[] };

/** Renders a production. */
export function renderProduction(production: ProductionDocument, options: TerminalLayout = {}): string {
  const { path, types, produced, cutOff, untouched } = production;
  const where = `${types.map(visibleLine).join(', ')} of ${visibleLine(path)}`;
  const counts = [
    `${produced} made`,
    ...(cutOff === 0 ? [] : [`${cutOff} came out the same`]),
    `${untouched} already up to date`,
  ];
  const text =
    produced + cutOff + untouched === 0
      ? `${where}: nothing here to make them from`
      : `${where}: ${counts.join(', ')}`;
  return `${wrapText(text, layoutOf(options).width).join('\n')}\n`;
}

const MOST_SHOWN = 20;

/** What `synthesize` prints. */
type SynthesisDocument = Synthesis & { readonly path: string; readonly type: string };

/** Renders a synthesis. */
export function renderSynthesis(synthesis: SynthesisDocument, options: TerminalLayout = {}): string {
  const { colors, width } = layoutOf(options);
  const { path, type, frameId, children } = synthesis;
  const from = children.length === 0 ? 'no child record' : countOf(children.length, 'record');
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
