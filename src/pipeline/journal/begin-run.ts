/**
 * Begins a run or a single case: stores the inputs of each case and records in the run's log that it was
 * opened. Several processes may do this concurrently, and any of them may be killed halfway.
 */
import { type CanonicalValue, canonicalText, type Id, PenumbraError, shortId } from '../../kernel/index.ts';
import {
  type FrameDraft,
  frameBatch,
  frameLog,
  type Ledger,
  putFrames,
  readFrames,
  readWholeLog,
} from '../../ledger/index.ts';
import { runEvent } from '../../record/index.ts';
import { encodeDecimals } from '../nodes/decimal-form.ts';
import type { StartOptions } from '../step/start-walk.ts';
import { caseSubject, type Journal, requireCaseId, withJournalTypes } from './journal.ts';
import { eventAppends, readRunEvents, runLog } from './run-log.ts';

/** Records the beginning of a run; if it exists, it must have the same cases. */
export async function beginRun(ledger: Ledger, run: Id<'run'>, cases: readonly CaseStart[]): Promise<void> {
  for (const { id } of cases) requireCaseId(id);
  const starts = cases.map((one) => canonicalText(encodeDecimals(one) as CanonicalValue));
  const opened = await readOpened(ledger, run);
  // A beginning that was interrupted is completed.
  const isBegun = opened !== null && opened.length >= cases.length;
  if (!isBegun) await openCases(ledger, run, { cases, starts });
  else if (opened.some((start, index) => start !== starts[index])) throw otherCases(run);
}

/** Reads the opening entries of a run's cases in order; null if it has not begun. */
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

/** Entries per batch, far below the batch limit. */
const ENTRIES_AT_ONCE = 2_000;

/**
 * Writes the beginning of a log in batches. An interrupted one is completed without repeating entries; a log
 * with a different beginning is rejected.
 */
export async function beginLog(ledger: Ledger, log: string, values: readonly string[]): Promise<void> {
  const { store, clock } = ledger;
  for (;;) {
    const written = await readWholeLog(store, log);
    requireSame(log, written.slice(0, values.length), values);
    if (written.length >= values.length) return;
    const appends = values
      .slice(written.length, written.length + ENTRIES_AT_ONCE)
      .map((value) => ({ log, value }));
    const requires = [{ kind: 'head-is', log, value: written.at(-1)?.value ?? null }] as const;
    // If the precondition fails, another process is writing the same beginning.
    await store.commit({ atMs: clock.now(), requires, appends });
  }
}

function requireSame(
  log: string,
  written: readonly { readonly value: string }[],
  values: readonly string[],
): void {
  const differing = written.findIndex(({ value }, index) => value !== values[index]);
  if (differing < 0) return;
  throw new PenumbraError('usage', `\`${log}\` was begun with something else`, {
    data: { log, entry: differing + 1 },
    hint: 'give another name to a run that is made from other things',
  });
}

/** A case to walk and its inputs. */
export type CaseStart = Omit<StartOptions, 'id'> & { readonly id: string };

/** Opens the case of a journal and its run, unless already open. */
export async function openCase(journal: Journal, start: StartOptions): Promise<void> {
  const { ledger, run, case: id, subject, entry } = journal;
  const { store } = ledger;
  const own = frameLog(subject, 'case');
  const log = runLog(run);
  // If nothing was committed, another process has opened the case or the run.
  while (entry === null && (await store.head(own)) === null) {
    const { batch, frameId: frame } = frameBatch(ledger, caseDraft(run, caseText(id, start)));
    const isFirst = (await store.head(log)) === null;
    const started = runEvent('run-started', { run, inputs: { cases: 1 } });
    const opened = runEvent('case-opened', { case: id, frame });
    await store.commit({
      ...batch,
      requires: [own, ...(isFirst ? [log] : [])].map((name) => ({ kind: 'head-is', log: name, value: null })),
      appends: [...(batch.appends ?? []), ...eventAppends(run, isFirst ? [started, opened] : [opened])],
    });
  }
}

/** Returns the frame that stores a case's inputs. */
function caseDraft(run: Id<'run'>, { id, text }: CaseText): FrameDraft {
  const subject = caseSubject(run, id);
  return { subject, type: 'case', agent: 'run', basis: { inputs: [] }, content: text };
}

/** A case and its inputs as stored. */
type CaseText = { readonly id: string; readonly text: string };

function caseText(id: string, { start, config, counters, prior, context }: StartOptions): CaseText {
  const kept = encodeDecimals({ id, start, config, counters, prior, context });
  return { id, text: canonicalText(kept as CanonicalValue) };
}
