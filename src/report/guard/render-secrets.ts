/** The secrets of a run as a table: the placeholder, where it stands, and what it stands for. */
import { countOf } from '../quantity.ts';
import { renderTable } from '../render-table.ts';
import { layoutOf, type TerminalLayout } from '../report-colors.ts';
import { shortName } from '../short-name.ts';
import { visibleLine } from '../visible-text.ts';

/** What stands behind the placeholders of a run. */
export type SecretsDocument = {
  readonly run: string;
  readonly secrets: readonly {
    readonly placeholder: string;
    readonly kind: string;
    readonly where: string;
    /** Null where it was not kept, or where no key here opens it. */
    readonly value: string | null;
    /** False where there was no key to seal it with. */
    readonly isKept: boolean;
  }[];
};

/** Renders the secrets of a run. */
export function renderSecrets({ run, secrets }: SecretsDocument, options: TerminalLayout = {}): string {
  const layout = layoutOf(options);
  if (secrets.length === 0) return `no secrets were found in ${shortName(run)}\n`;
  const rows = secrets.map(({ placeholder, where, value, isKept }) => ({
    cells: [
      placeholder,
      where,
      value ?? (isKept ? 'no key here opens it' : 'not kept: there was no key'),
    ].map(visibleLine),
  }));
  const lines = renderTable({ head: ['placeholder', 'found in', 'value'], rows }, layout);
  return `${[`${countOf(secrets.length, 'secret')} in ${shortName(run)}`, ...lines].join('\n')}\n`;
}
