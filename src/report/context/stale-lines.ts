/** Stale records as a list by path: whose each is, and why it does not hold. */
import { countOf } from '../quantity.ts';
import type { TerminalLayout } from '../report-colors.ts';
import { visibleLine } from '../visible-text.ts';
import { wrapText } from '../wrap-text.ts';
import { type ShownStaleFrame, staleWords } from './describe-staleness.ts';

/** How many stale records are listed. */
const MOST_SHOWN = 20;
const INDENT = '  ';

/** Lists stale records up to a number, and says how many more there are. */
export function staleLines(
  stale: readonly ShownStaleFrame[],
  { colors, width }: Required<TerminalLayout>,
): readonly string[] {
  const shown = stale.slice(0, MOST_SHOWN);
  const rest = stale.length - shown.length;
  const byPath = Map.groupBy(shown, ({ path }) => path);
  return [
    ...[...byPath].flatMap(([path, records]) => [
      visibleLine(path),
      ...records.flatMap((record) =>
        wrapText(recordWords(record), width - INDENT.length).map((line) => `${INDENT}${colors.yellow(line)}`),
      ),
    ]),
    ...(rest === 0 ? [] : [colors.dim(`and ${countOf(rest, 'further stale record')}; --json lists all`)]),
  ];
}

/** The path stands above it, so it need not be named again. */
function recordWords({ type, agent, stale }: ShownStaleFrame): string {
  return `${visibleLine(type)} by ${visibleLine(agent)}: ${staleWords('it', stale)}`;
}
