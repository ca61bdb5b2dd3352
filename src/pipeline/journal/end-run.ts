/** Ends a run: its log tells once that all its cases have ended. */
import type { Id } from '../../kernel/index.ts';
import type { Ledger } from '../../ledger/index.ts';
import { runEvent } from '../../record/index.ts';
import { eventAppends, readRunEvents, runLog } from './run-log.ts';

/** Writes that a run has ended, unless that was written before. */
export async function endRun({ store, clock }: Ledger, run: Id<'run'>): Promise<void> {
  const log = runLog(run);
  for (;;) {
    // Read first, so that whatever is written after it is seen either here or by the commit.
    const value = (await store.head(log))?.value ?? null;
    const events = await readRunEvents(store, run);
    if (events.some(({ kind }) => kind === 'run-ended')) return;
    const outcome = await store.commit({
      atMs: clock.now(),
      requires: [{ kind: 'head-is', log, value }],
      appends: eventAppends(run, [runEvent('run-ended', { run, status: 'done' })]),
    });
    if (outcome.committed) return;
  }
}
