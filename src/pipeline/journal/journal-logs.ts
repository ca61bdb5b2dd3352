/** Which logs the walks of a run are written to. */
import { digestOf, type Id } from '../../kernel/index.ts';
import { everyHead, type StoreReader } from '../../ledger/index.ts';
import { barrierLog } from './barrier-log.ts';
import { runLog } from './run-log.ts';

/** Returns the names of the logs of a run that are there: its events, and how far each case has come. */
export async function journalLogs(store: StoreReader, run: Id<'run'>): Promise<readonly string[]> {
  const logs = [runLog(run), barrierLog(run)];
  for (const kind of ['progress', 'asks'])
    for await (const { log } of everyHead(store, `${kind}/${digestOf(run)}/`)) logs.push(log);
  return logs;
}
