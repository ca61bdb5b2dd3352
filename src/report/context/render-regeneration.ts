/** What a regeneration came to, in plain words. */
import { countOf } from '../quantity.ts';
import { layoutOf, type TerminalLayout } from '../report-colors.ts';
import { wrapText } from '../wrap-text.ts';
import type { ShownStaleFrame } from './describe-staleness.ts';
import { staleLines } from './stale-lines.ts';

/** Counts of a regeneration, and what nobody but its author can renew. */
export type ShownRegeneration = {
  readonly examined: number;
  readonly regenerated: number;
  readonly cutOff: number;
  readonly untouched: number;
  readonly stale: readonly ShownStaleFrame[];
};

/** Renders a regeneration. */
export function renderRegeneration(regeneration: ShownRegeneration, options: TerminalLayout = {}): string {
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

/** Says what became of derived records, in one sentence. */
export function regenerationWords({ examined, regenerated, cutOff, untouched }: ShownRegeneration): string {
  if (examined === 0) return 'there is nothing here that can be derived anew';
  const parts = [
    `${regenerated} made anew`,
    ...(cutOff === 0 ? [] : [`${cutOff} came out as before`]),
    `${untouched} already up to date`,
  ];
  return `${countOf(examined, 'derived record')} examined: ${parts.join(', ')}`;
}

function staleSummary(count: number): string {
  return count === 1
    ? '1 record is stale, and only its author can renew it'
    : `${count} records are stale, and only their authors can renew them`;
}
