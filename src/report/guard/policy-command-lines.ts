/** Every command of a policy at every place: when it is granted, and which row decides. */
import { renderTable } from '../render-table.ts';
import type { TerminalLayout } from '../report-colors.ts';
import { visibleLine } from '../visible-text.ts';
import { wrapText } from '../wrap-text.ts';
import { answerWords, commandWords, placeText } from './policy-words.ts';
import type { PolicyTableDocument, ShownPolicyRow } from './shown-policy.ts';

/** Lays the list out, a table for each place. */
export function policyCommandLines(
  { rows }: PolicyTableDocument,
  layout: Required<TerminalLayout>,
): readonly string[] {
  const byPlace = Map.groupBy(rows, (row) => `${visibleLine(row.mode)} ${placeText(row)}`);
  return [...byPlace].flatMap(([place, some]) => [
    '',
    ...wrapText(`${place}, ${sightWords(some)}`, layout.width).map(layout.colors.bold),
    ...renderTable({ head: ['command', 'granted', 'by row'], rows: commandRows(some) }, layout),
  ]);
}

function sightWords([first]: readonly ShownPolicyRow[]): string {
  const visible = first?.visible ?? 'never';
  return visible === 'never' ? 'not visible' : `visible ${answerWords(visible)}`;
}

function commandRows(rows: readonly ShownPolicyRow[]): readonly { readonly cells: readonly string[] }[] {
  const alike = Map.groupBy(rows, ({ tool, granted, rule, isWholeRoot }) =>
    JSON.stringify([tool, granted, rule, isWholeRoot && granted !== 'never']),
  );
  return [...alike.values()].map((some) => {
    const [{ granted, rule, isWholeRoot }] = some as [ShownPolicyRow];
    const reach = isWholeRoot && granted !== 'never' ? ' (on the whole root)' : '';
    return { cells: [commandWords(some), `${answerWords(granted)}${reach}`, visibleLine(rule ?? '')] };
  });
}
