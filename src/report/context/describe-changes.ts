/** Changes of a workspace in words: a line for each, and how many of each kind. */
import { countOf } from '../quantity.ts';
import type { ReportColors } from '../report-colors.ts';
import { visibleLine } from '../visible-text.ts';
import type { ShownChange, ShownChangeKind } from './shown-changes.ts';

const marks: Readonly<Record<ShownChangeKind, string>> = {
  added: '+',
  removed: '-',
  changed: '~',
  renamed: '>',
};

const kinds = Object.keys(marks) as readonly ShownChangeKind[];

/** Writes a change as one line: its mark, its path, and where it came from. */
export function changeLine(change: ShownChange, colors: ReportColors): string {
  const text = `${marks[change.change]} ${changeWords(change)}`;
  if (change.change === 'added') return colors.green(text);
  if (change.change === 'removed') return colors.red(text);
  return change.change === 'renamed' ? colors.cyan(text) : colors.yellow(text);
}

/** Writes the path of a change; a directory ends with `/`, and another kind is named. */
export function changeWords({ path, kind, kindBefore, from }: ShownChange): string {
  const slash = (text: string) => `${visibleLine(text)}${kind === 'directory' ? '/' : ''}`;
  const name = from === undefined ? slash(path) : `${slash(from)} → ${slash(path)}`;
  return kindBefore === undefined ? name : `${name}  (${kindBefore} became ${kind})`;
}

/** Says how many of each kind there are, for instance `2 added, 1 renamed`. */
export function changeCounts(changes: readonly ShownChange[]): string {
  const counted = kinds.map(
    (kind) => [kind, changes.filter(({ change }) => change === kind).length] as const,
  );
  return counted
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => `${count} ${kind}`)
    .join(', ');
}

/** Lists changes up to a number, and says how many more there are. */
export function changeLines(
  changes: readonly ShownChange[],
  { colors, most }: { readonly colors: ReportColors; readonly most: number },
): readonly string[] {
  // One more takes no more room than saying so.
  const shown = changes.length - most <= 1 ? changes : changes.slice(0, most);
  const rest = changes.length - shown.length;
  const lines = shown.map((change) => changeLine(change, colors));
  return rest === 0 ? lines : [...lines, colors.dim(`and ${countOf(rest, 'further change')}`)];
}
