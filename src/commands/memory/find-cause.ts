/** Finds the cause that a person means: in a report by its number or id, in memory by its id. */
import { cite, didYouMean, PenumbraError } from '../../kernel/index.ts';
import type { MemoryView, PriorCauseBlock, Remembered } from '../../rca/index.ts';
import type { ReportCause, ReportDocument } from '../../record/index.ts';

const PREFIX = 'cause-';
const NUMBER = /^[1-9]\d{0,5}$/;
const MOST_SHOWN = 8;

/** Returns the cause of a report that a text names: by its number there, its id, or the beginning of it. */
export function reportedCause({ causes }: Pick<ReportDocument, 'causes'>, text: string): ReportCause {
  const numbered = NUMBER.test(text) ? causes[Number(text) - 1] : undefined;
  if (numbered !== undefined) return numbered;
  const id = nameOf(
    causes.map((cause) => cause.id),
    text,
    {
      where: 'of this run',
      hint: causes.length === 0 ? 'the run found no cause' : `its causes are numbered 1 to ${causes.length}`,
    },
  );
  return causes.find((cause) => cause.id === id) as ReportCause;
}

/** Returns the remembered cause that a text names: by its id, or the beginning of it. */
export function namedCause({ causes }: MemoryView, text: string): Remembered<PriorCauseBlock> {
  const id = nameOf([...causes.keys()], text, {
    where: 'in memory',
    hint: 'list them with `penumbra memory`',
  });
  return causes.get(id) as Remembered<PriorCauseBlock>;
}

function nameOf(
  ids: readonly string[],
  text: string,
  { where, hint }: { readonly where: string; readonly hint: string },
): string {
  const begins = (id: string) => text !== '' && (id.startsWith(text) || id.startsWith(`${PREFIX}${text}`));
  const fitting = ids.filter(begins);
  const exact = fitting.find((id) => id === text || id === `${PREFIX}${text}`);
  const found = exact ?? (fitting.length === 1 ? fitting[0] : undefined);
  if (found !== undefined) return found;
  if (fitting.length === 0)
    throw new PenumbraError(
      'invalid-id',
      `no cause ${where} is called ${cite(text)}${didYouMean(text, ids)}`,
      {
        hint,
      },
    );
  const shown = fitting.slice(0, MOST_SHOWN).map(cite).join(', ');
  throw new PenumbraError('invalid-id', `${cite(text)} may mean ${shown}`, { hint: 'give more of the id' });
}
