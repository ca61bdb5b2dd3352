/** Renders the conclusions of a run that are outdated because files changed. */

import { countOf } from './text/quantity.ts';
import { shortName } from './text/short-name.ts';
import { layoutOf, type TerminalLayout } from './text/terminal-layout.ts';
import { visibleLine } from './text/visible-text.ts';

/** Conclusions of a run based on changed files, with each input as it was and as it is now. */
export type StaleDocument = {
  readonly run: string;
  /** The number of causes found by the run. */
  readonly causes: number;
  readonly conclusions: readonly {
    readonly cause: string;
    readonly input: string;
    readonly from: string;
    readonly to: string | null;
  }[];
};

/** Renders which conclusions are stale, and why. */
export function renderStale(document: StaleDocument, options: TerminalLayout = {}): string {
  const { colors } = layoutOf(options);
  const { run, causes, conclusions } = document;
  const stale = [...Map.groupBy(conclusions, ({ cause }) => cause)];
  if (stale.length === 0)
    return `${colors.green('nothing has changed')}: everything ${shortName(run)} rests on is as it was`;
  const lines = stale.flatMap(([cause, moved]) => [
    `${colors.yellow('stale')}  ${visibleLine(cause)}`,
    ...moved.map(({ input, to }) => `  ${visibleLine(input)} ${to === null ? 'is gone' : 'has changed'}`),
  ]);
  const verb = stale.length === 1 ? 'rests' : 'rest';
  const summary = `${stale.length} of ${countOf(causes, 'cause')} ${verb} on what has changed`;
  return [...lines, `${summary}; investigate the reports again to see what still holds`].join('\n');
}
