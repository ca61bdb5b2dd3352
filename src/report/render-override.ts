/** What became of a person's answer, as a program reads it and as a person does. */
import { shortName } from './short-name.ts';
import { visibleLine } from './visible-text.ts';

/** A person's answer, and where it led; both are null where it led the case nowhere. */
export type OverrideDocument = {
  readonly run: string;
  readonly case: string;
  readonly node: string;
  readonly by: string;
  readonly edge: string | null;
  readonly to: string | null;
};

/** Renders where an answer led, and how to go on. */
export function renderOverride({ run, case: caseId, node, by, edge, to }: OverrideDocument): string {
  const way =
    edge === null ? 'ends there' : `continues at ${visibleLine(to ?? '')}, by edge ${visibleLine(edge)}`;
  const said = `${visibleLine(by)} answered at ${visibleLine(node)}: ${visibleLine(caseId)} ${way}`;
  return `${said}\ncontinue with: penumbra resume ${shortName(run)}\n`;
}
