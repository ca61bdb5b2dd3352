/**
 * Begins a run, or one case that is walked by itself: what a case starts with is kept, and the run's log tells that it was
 * opened. Several processes may write that, and one of them may be killed in it.
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

/** How many entries are written at once, far below what a batch holds. */
const ENTRIES_AT_ONCE = 2_000;

/**
 * Writes the beginning of a log, as much at a time as a batch holds. One that was killed half-way is completed, and what
 * stands already is not written again; a log that begins otherwise is refused.
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
    // Where that does not hold another process is writing the same beginning.
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

/** A case to be walked, and what it starts with. */
export type CaseStart = Omit<StartOptions, 'id'> & { readonly id: string };

/** Opens the case of a journal, and its run, unless that was done before. */
export async function openCase(journal: Journal, start: StartOptions): Promise<void> {
  const { ledger, run, case: id, subject, entry } = journal;
  const { store } = ledger;
  const own = frameLog(subject, 'case');
  const log = runLog(run);
  // Where nothing was committed another process has opened the case, or the run.
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

/** Returns the frame that keeps what a case starts with. */
function caseDraft(run: Id<'run'>, { id, text }: CaseText): FrameDraft {
  const subject = caseSubject(run, id);
  return { subject, type: 'case', agent: 'run', basis: { inputs: [] }, content: text };
}

/** A case, and what it starts with as it is kept. */
type CaseText = { readonly id: string; readonly text: string };

function caseText(id: string, { start, config, counters, prior, context }: StartOptions): CaseText {
  const kept = encodeDecimals({ id, start, config, counters, prior, context });
  return { id, text: canonicalText(kept as CanonicalValue) };
}
