/** The results of put and invalidate. */
import { countOf } from '../text/quantity.ts';
import { briefId } from '../text/short-name.ts';
import { layoutOf, type TerminalLayout } from '../text/terminal-layout.ts';
import { visibleLine } from '../text/visible-text.ts';

/** What `put` prints. */
export type PutDocument = {
  readonly frameId: string;
  readonly path: string;
  readonly type: string;
  readonly agent: string;
  /** False if it was already recorded. */
  readonly isNew: boolean;
};

/** What `invalidate` prints. */
export type InvalidationDocument = {
  readonly invalidated: readonly string[];
  /** The agent that invalidated it. */
  readonly by: string;
};

/** Renders the result of put. */
export function renderPut({ frameId, path, type, agent, isNew }: PutDocument): string {
  const record = `${visibleLine(type)} ${briefId(frameId)} about ${visibleLine(path)}`;
  return isNew ? `recorded ${record}, by ${visibleLine(agent)}\n` : `${record} was already recorded\n`;
}

/** Renders the result of invalidate. */
export function renderInvalidation(
  { invalidated, by }: InvalidationDocument,
  options: TerminalLayout = {},
): string {
  const { colors } = layoutOf(options);
  if (invalidated.length === 0) return 'no matching record there; nothing was done\n';
  const title = `${countOf(invalidated.length, 'record')} declared invalid by ${visibleLine(by)}`;
  return `${[title, ...invalidated.map((frameId) => colors.dim(`  ${briefId(frameId)}`))].join('\n')}\n`;
}
