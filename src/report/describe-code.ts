/** What every view shows of the code at a suspected place: which of its lines, and the sign each has in the margin. */
import type { ReportCodeLine } from '../record/index.ts';

const signs: ReadonlyMap<string, string> = new Map([
  ['added', '+'],
  ['removed', '-'],
  ['suspected', '>'],
]);

/** A line of code with its sign and its number, which are as wide in every line. */
export type ShownCodeLine = { readonly margin: string; readonly text: string; readonly mark: string };

/** Returns as many lines as are asked for, those around the first marked one, without empty ones at the ends. */
export function shownCode(lines: readonly ReportCodeLine[], most: number): readonly ShownCodeLine[] {
  const isTelling = ({ mark, text }: ReportCodeLine): boolean => mark !== 'same' || text.trim() !== '';
  const first = lines.findIndex(isTelling);
  const told = first < 0 ? [] : lines.slice(first, lines.findLastIndex(isTelling) + 1);
  const marked = told.findIndex(({ mark }) => mark !== 'same');
  const start = Math.max(0, Math.min(marked - 2, told.length - most));
  const shown = told.slice(start, start + most);
  const digits = shown.reduce((widest, { line }) => Math.max(widest, String(line).length), 0);
  return shown.map(({ line, text, mark }) => {
    const sign = signs.get(mark);
    const number = String(line).padStart(digits);
    return { margin: `${sign ?? ' '} ${number} | `, text, mark: sign === undefined ? 'same' : mark };
  });
}
