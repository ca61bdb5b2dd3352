/** The one way a journal is written: on the condition that nobody else has gone on with the case. */
import { cite, PenumbraError, shortId } from '../../kernel/index.ts';
import type { Batch } from '../../ledger/index.ts';
import { progressLog } from './case-progress.ts';
import type { Journal } from './journal.ts';

/** Writes a batch, or throws `store-busy` where the case has moved on since the journal was read. */
export async function commitToCase(
  { ledger, run, case: caseId, entry }: Journal,
  { requires = [], ...batch }: Omit<Batch, 'atMs'>,
): Promise<void> {
  const stands = { kind: 'head-is', log: progressLog(run, caseId), value: entry } as const;
  const outcome = await ledger.store.commit({
    ...batch,
    atMs: ledger.clock.now(),
    requires: [...requires, stands],
  });
  if (outcome.committed) return;
  throw new PenumbraError('store-busy', `another process is working on ${cite(caseId)} of ${shortId(run)}`, {
    data: { run, case: caseId, unmet: outcome.unmet },
    hint: 'wait for it, or end it and resume the run',
  });
}
