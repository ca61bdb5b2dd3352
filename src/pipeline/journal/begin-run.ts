/** Begins a run: what each case starts with is kept, and the run's log tells that they were opened. */
import { type CanonicalValue, canonicalText, type Id, PenumbraError, shortId } from '../../kernel/index.ts';
import { type Ledger, putFrames, readFrames } from '../../ledger/index.ts';
import { runEvent } from '../../record/index.ts';
import { encodeDecimals } from '../nodes/decimal-form.ts';
import { beginLog } from './begin-log.ts';
import { requireCaseId, withJournalTypes } from './journal.ts';
import { type CaseStart, caseDraft } from './open-case.ts';
import { eventAppends, readRunEvents, runLog } from './run-log.ts';

/** Writes the beginning of a run; where it stands already, it must be that of the same cases. */
export async function beginRun(ledger: Ledger, run: Id<'run'>, cases: readonly CaseStart[]): Promise<void> {
  for (const { id } of cases) requireCaseId(id);
  const starts = cases.map((one) => canonicalText(encodeDecimals(one) as CanonicalValue));
  const opened = await readOpened(ledger, run);
  // One that was killed half-way through its beginning is begun again, and completed.
  const isBegun = opened !== null && opened.length >= cases.length;
  if (!isBegun) await openCases(ledger, run, { cases, starts });
  else if (opened.some((start, index) => start !== starts[index])) throw otherCases(run);
}

/** Reads what the cases of a run were opened with, in their order; null where it has not begun. */
async function readOpened({ store }: Ledger, run: Id<'run'>): Promise<readonly string[] | null> {
  const events = await readRunEvents(store, run);
  if (events.length === 0) return null;
  const frames = events.flatMap((event) => (event.kind === 'case-opened' ? [event.frame] : []));
  const records = await readFrames(store, frames);
  return records.map(({ content }) => new TextDecoder().decode(content ?? new Uint8Array()));
}

async function openCases(
  ledger: Ledger,
  run: Id<'run'>,
  { cases, starts }: { readonly cases: readonly CaseStart[]; readonly starts: readonly string[] },
): Promise<void> {
  const drafts = cases.map(({ id }, index) => caseDraft(run, { id, text: starts[index] ?? '' }));
  const frames = await putFrames(withJournalTypes(ledger), drafts);
  const opened = frames.map(({ frameId: frame }, index) =>
    runEvent('case-opened', { case: cases[index]?.id ?? '', frame }),
  );
  const events = [runEvent('run-started', { run, inputs: { cases: cases.length } }), ...opened];
  await beginLog(
    ledger,
    runLog(run),
    eventAppends(run, events).map(({ value }) => value),
  );
}

function otherCases(run: Id<'run'>): PenumbraError {
  return new PenumbraError('usage', `${shortId(run)} was begun with other cases`, {
    data: { run },
    hint: 'give the cases it was begun with, in their order, or name another run',
  });
}
