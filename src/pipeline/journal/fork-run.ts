/**
 * Forks a run: creates a new run that shares the first steps of an old one and continues on its own. The old
 * run is only read.
 */
import { type CanonicalValue, cite, type Id, PenumbraError, shortId } from '../../kernel/index.ts';
import {
  everyEntry,
  type Ledger,
  putFrames,
  readFrames,
  readWholeLog,
  type StoreReader,
} from '../../ledger/index.ts';
import { type RunEvent, runEvent } from '../../record/index.ts';
import { askLog } from './ask-once.ts';
import { barrierLog, barrierValue, type OpenBarrier, readBarriers } from './barrier-log.ts';
import { beginLog } from './begin-run.ts';
import { progressLog, readKeptProgress, stepsTaken } from './case-progress.ts';
import { caseSubject, withJournalTypes } from './journal.ts';
import { eventAppends, readRunEvents, runLog } from './run-log.ts';

/** Which run to fork, where, and into which run. */
export type Fork = {
  readonly run: Id<'run'>;
  readonly into: Id<'run'>;
  /** How many steps each case keeps; cases not listed keep all. */
  readonly steps: ReadonlyMap<string, number>;
  /** The inputs of the new run. */
  readonly inputs: CanonicalValue;
};

/** How many of its steps a case keeps. */
type KeptCase = { readonly case: string; readonly kept: number; readonly taken: number };

/**
 * Forks a run; completes a fork that was interrupted. Writes nothing if the fork is not possible as
 * requested.
 */
export async function forkRun(ledger: Ledger, fork: Fork): Promise<void> {
  const { run, into } = fork;
  const events = await readRunEvents(ledger.store, run);
  requireBegun(run, events);
  const cases = keptCases(events, fork);
  const begun = eventAppends(into, forkedEvents(events, fork, cases)).map(({ value }) => value);
  const barriers = await forkBarriers(ledger, run, new Map(cases.map((one) => [one.case, one.kept])));
  // The run's log is written last, so if it exists the fork is complete and may have continued since.
  const isWhole = ((await ledger.store.head(runLog(into)))?.sequence ?? 0) >= begun.length;
  if (!isWhole) {
    for (const one of cases) await copyCase(ledger, fork, one);
    await copyStarts(ledger, fork, { events, cases });
    await beginLog(ledger, barrierLog(into), barriers);
  }
  await beginLog(ledger, runLog(into), begun);
}

function requireBegun(run: Id<'run'>, events: readonly RunEvent[]): void {
  if (events.length > 0) return;
  throw new PenumbraError('usage', `${shortId(run)} is no run of this ledger`, {
    data: { run },
    hint: 'see `penumbra runs` for those it has',
  });
}

function keptCases(events: readonly RunEvent[], { run, steps }: Fork): readonly KeptCase[] {
  const taken = new Map<string, number>();
  for (const event of events) {
    if (event.kind === 'case-opened') taken.set(event.case, 0);
    if (event.kind === 'step-entered')
      taken.set(event.case, Math.max(taken.get(event.case) ?? 0, event.step));
  }
  for (const [caseId, limit] of steps) {
    const most = taken.get(caseId);
    const problem =
      most === undefined
        ? `has no case ${cite(caseId)}`
        : `has ${most} steps of ${cite(caseId)} and not ${limit}`;
    if (most === undefined || !(Number.isSafeInteger(limit) && limit >= 0 && limit <= most))
      throw new PenumbraError('usage', `${shortId(run)} ${problem}`, {
        data: { run, case: caseId, steps: limit },
        hint: 'see `penumbra show` for its cases and their steps',
      });
  }
  return [...taken].map(([id, most]) => ({ case: id, kept: steps.get(id) ?? most, taken: most }));
}

/** Returns the events of the kept steps, rewritten for the new run. */
function forkedEvents(
  events: readonly RunEvent[],
  { into, inputs }: Fork,
  cases: readonly KeptCase[],
): readonly RunEvent[] {
  const limits = new Map(cases.map((one) => [one.case, one.kept]));
  const cut = new Set<string>();
  const kept = events.filter((event) => {
    if (!('case' in event) || cut.has(event.case)) return false;
    const isPast = 'step' in event && event.step > (limits.get(event.case) ?? 0);
    if (isPast) cut.add(event.case);
    return !isPast;
  });
  return [runEvent('run-started', { run: into, inputs }), ...kept];
}

async function copyCase(ledger: Ledger, { run, into }: Fork, one: KeptCase): Promise<void> {
  const { store } = ledger;
  const progress = await progressEntries(store, progressLog(run, one.case), one.kept);
  await beginLog(ledger, progressLog(into, one.case), progress);
  if (one.kept < one.taken) return;
  // No step is undone, so stored answers of the current step are kept and need not be paid for again.
  const step = { case: one.case, step: one.kept + 1 };
  const asked = await readWholeLog(store, askLog(run, step));
  await beginLog(
    ledger,
    askLog(into, step),
    asked.map(({ value }) => value),
  );
}

/** Copies the inputs of cases that keep no steps, and their opening events. */
async function copyStarts(
  ledger: Ledger,
  { into }: Fork,
  { events, cases }: { readonly events: readonly RunEvent[]; readonly cases: readonly KeptCase[] },
): Promise<void> {
  const fresh = new Set(cases.filter(({ kept }) => kept === 0).map((one) => one.case));
  const opened = events.flatMap((event) =>
    event.kind === 'case-opened' && fresh.has(event.case) ? [event] : [],
  );
  const records = await readFrames(
    ledger.store,
    opened.map(({ frame }) => frame),
  );
  const drafts = records.flatMap(({ frame, basis, content }, index) => {
    const subject = caseSubject(into, opened[index]?.case ?? '');
    return frame && basis && content ? [{ ...frame, subject, basis, content }] : [];
  });
  await putFrames(withJournalTypes(ledger), drafts);
}

/** Returns the log entries up to a number of steps; the objects they refer to exist already. */
async function progressEntries(store: StoreReader, log: string, steps: number): Promise<readonly string[]> {
  const values: string[] = [];
  if (steps === 0) return values;
  for await (const { value } of everyEntry(store, log)) {
    values.push(value);
    if (stepsTaken(await readKeptProgress(store, value)) === steps) return values;
  }
  throw new PenumbraError('store-damaged', `${cite(log)} does not lead to step ${steps}`, {
    data: { log, steps },
    hint: 'run `penumbra validate` to see what it affects',
  });
}

/**
 * Returns the barriers that stay open; cases compared at one must go back behind it together or not at all.
 */
async function forkBarriers(
  ledger: Ledger,
  run: Id<'run'>,
  kept: ReadonlyMap<string, number>,
): Promise<readonly string[]> {
  const opened = await readBarriers(ledger, run);
  const closed = opened.findIndex(({ cases }) => cases.some((one) => (kept.get(one.case) ?? 0) < one.steps));
  const open = closed < 0 ? opened : opened.slice(0, closed);
  for (const barrier of opened.slice(open.length)) requireNobodyPast(barrier, kept);
  return open.map((barrier) => barrierValue(barrier));
}

function requireNobodyPast({ node, cases }: OpenBarrier, kept: ReadonlyMap<string, number>): void {
  const past = cases.find((one) => (kept.get(one.case) ?? 0) > one.steps);
  if (past === undefined) return;
  const data: CanonicalValue = { barrier: node, case: past.case, steps: past.steps };
  throw new PenumbraError('usage', `${cite(past.case)} was compared at ${cite(node)}, which is done again`, {
    data,
    hint: `let ${cite(past.case)} keep at most ${past.steps} steps, too`,
  });
}
