/** Stale records, and why each is stale. */
import type { StaleFrame, Staleness } from '../../context/index.ts';
import { wrapText } from '../text/fit-text.ts';
import { countOf } from '../text/quantity.ts';
import { shortName } from '../text/short-name.ts';
import type { TerminalLayout } from '../text/terminal-layout.ts';
import { visibleLine } from '../text/visible-text.ts';

/** Explains why a record about a path is stale, for instance `src/a.ts changed in scan 3`. */
export function staleWords(path: string, stale: Staleness): string {
  return `${whatMoved(visibleLine(path), stale)}${sinceWords(stale)}`;
}

function whatMoved(path: string, { reason, input, to }: Staleness): string {
  const name = shortName(input);
  switch (reason) {
    case 'content-changed':
      return to === null ? 'bytes it rests on left the workspace' : `${path} changed`;
    case 'place-changed':
      return to === null ? 'a place it rests on moved or is gone' : `${path} changed or moved`;
    case 'frame-superseded':
      return `${name}, which it rests on, was followed by ${shortName(to ?? 'another')}`;
    case 'frame-stale':
      return `${name}, which it rests on, became stale`;
    case 'frame-missing':
      return `${name}, which it rests on, is not there any more`;
    case 'children-changed':
      return `${path} has other children with records than those it was made from`;
    case 'external-changed':
      return `${name.replace(/^external:/, '')} is another now`;
    case 'producer-changed':
      return `${name.replace(/^producer:/, '')} makes it another way now`;
    case 'invalidated':
      return visibleLine(to ?? 'declared invalid');
  }
}

function sinceWords({ reason, since }: Staleness): string {
  if (since === null || reason === 'invalidated') return '';
  return since.scan === null ? ', which no scan has recorded yet' : ` in scan ${since.scan}`;
}

/** How many stale records are listed. */
const MOST_SHOWN = 20;
const INDENT = '  ';

/** Lists up to a number of stale records, and says how many more there are. */
export function staleLines(
  stale: readonly StaleFrame[],
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

/** The path is the heading, so it is not repeated. */
function recordWords({ type, agent, stale }: StaleFrame): string {
  return `${visibleLine(type)} by ${visibleLine(agent)}: ${staleWords('it', stale)}`;
}
