/** What producers made of files, in plain words. */
import { layoutOf, type TerminalLayout } from '../report-colors.ts';
import { visibleLine } from '../visible-text.ts';
import { wrapText } from '../wrap-text.ts';

/** Counts of a production. */
export type ShownProduction = {
  readonly path: string;
  readonly types: readonly string[];
  readonly produced: number;
  readonly cutOff: number;
  readonly untouched: number;
};

/** Renders a production. */
export function renderProduction(production: ShownProduction, options: TerminalLayout = {}): string {
  const { path, types, produced, cutOff, untouched } = production;
  const where = `${types.map(visibleLine).join(', ')} of ${visibleLine(path)}`;
  const counts = [
    `${produced} made`,
    ...(cutOff === 0 ? [] : [`${cutOff} came out as before`]),
    `${untouched} already up to date`,
  ];
  const text =
    produced + cutOff + untouched === 0
      ? `${where}: there is nothing here that they can be made of`
      : `${where}: ${counts.join(', ')}`;
  return `${wrapText(text, layoutOf(options).width).join('\n')}\n`;
}
