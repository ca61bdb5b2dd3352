/** Differences between two states of a workspace: one line per change, and counts by kind. */
import { countOf } from '../text/quantity.ts';
import { briefId } from '../text/short-name.ts';
import { layoutOf, type ReportColors, type TerminalLayout } from '../text/terminal-layout.ts';
import { visibleLine } from '../text/visible-text.ts';

/** What happened to a path. */
type ShownChangeKind = 'added' | 'removed' | 'changed' | 'renamed';

/** One path that differs; if it was added, removed or moved as a whole, it includes everything below it. */
export type ShownChange = {
  readonly path: string;
  readonly change: ShownChangeKind;
  /** Its current kind, or the last one if it was removed: file, executable, directory or link. */
  readonly kind: string;
  /** Its former kind, if different. */
  readonly kindBefore?: string;
  /** Its former path, if it was renamed. */
  readonly from?: string;
  /** The content ids; null if it does not exist. */
  readonly before: string | null;
  readonly after: string | null;
};

/** Two states of a workspace and their differences. */
export type ShownDiff = {
  /** The root of each state. */
  readonly before: string;
  readonly after: string;
  /** The number of the last scan that found the state. */
  readonly beforeScan: number;
  /** Null for the current files. */
  readonly afterScan: number | null;
  readonly changes: readonly ShownChange[];
};

const marks: Readonly<Record<ShownChangeKind, string>> = {
  added: '+',
  removed: '-',
  changed: '~',
  renamed: '>',
};

const kinds = Object.keys(marks) as readonly ShownChangeKind[];

/** Writes a change as one line: its mark, its path, and where it came from. */
function changeLine(change: ShownChange, colors: ReportColors): string {
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
  // One more takes no more space than saying that there is one.
  const shown = changes.length - most <= 1 ? changes : changes.slice(0, most);
  const rest = changes.length - shown.length;
  const lines = shown.map((change) => changeLine(change, colors));
  return rest === 0 ? lines : [...lines, colors.dim(`and ${countOf(rest, 'further change')}`)];
}

/** Renders a difference, every change of it. */
export function renderDiff(diff: ShownDiff, options: TerminalLayout = {}): string {
  const { colors } = layoutOf(options);
  const { before, after, beforeScan, afterScan, changes } = diff;
  const title = `scan ${beforeScan} ${briefId(before)} → ${afterScan === null ? 'now' : `scan ${afterScan}`} ${briefId(after)}`;
  const summary =
    changes.length === 0
      ? 'nothing differs'
      : `${countOf(changes.length, 'change')}: ${changeCounts(changes)}`;
  return [colors.dim(title), ...changes.map((change) => changeLine(change, colors)), summary, ''].join('\n');
}
