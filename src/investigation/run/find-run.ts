/** Finds runs in a ledger: all of them, or the one a person names. */
import {
  cite,
  compareCodePoints,
  type Id,
  makeId,
  PenumbraError,
  type Sha256,
  shortId,
} from '../../kernel/index.ts';
import { everyHead, type Ledger, recordedMsOf, type StoreReader } from '../../ledger/index.ts';
import { RUN_LOGS } from '../../pipeline/index.ts';
import { readRunRecord, runRecordLog } from './run-record.ts';

/** A run and when it was started. */
export type FoundRun = { readonly run: Id<'run'>; readonly startedMs: number };

const LATEST = 'latest';
const DIGITS = /^[0-9a-f]{4,64}$/;
const MOST_SHOWN = 8;

/** Returns the runs whose digits start with the given ones, newest first. */
export async function findRuns(store: StoreReader, digits = ''): Promise<readonly FoundRun[]> {
  const found: (FoundRun & { readonly stamp: number })[] = [];
  for await (const { log } of everyHead(store, `${RUN_LOGS}${digits}`)) {
    const [first] = await store.readLog(log, { limit: 1 });
    const stamp = first?.stamp ?? 0;
    const run = makeId('run', log.slice(RUN_LOGS.length) as Sha256);
    found.push({ run, stamp, startedMs: recordedMsOf(stamp) });
  }
  found.sort((left, right) => right.stamp - left.stamp || compareCodePoints(left.run, right.run));
  return found.map(({ run, startedMs }) => ({ run, startedMs }));
}

/**
 * Returns the run that a text names: by its id, by a prefix of it, or as `latest`, the newest investigation.
 */
export async function findRun(store: StoreReader, text: string): Promise<Id<'run'>> {
  const digits = text.toLowerCase().replace(/^run:/, '');
  const isLatest = text === LATEST;
  const found = isLatest || DIGITS.test(digits) ? await findRuns(store, isLatest ? '' : digits) : [];
  const [newest, second] = isLatest ? await investigationsFirst(store, found) : found;
  if (newest !== undefined && (isLatest || second === undefined)) return newest.run;
  if (newest === undefined)
    throw new PenumbraError(
      'invalid-id',
      isLatest ? 'there is no run yet' : `no run begins with ${cite(text)}`,
      { hint: 'list the runs with `penumbra runs`, and give at least 4 digits of one' },
    );
  const shown = found.slice(0, MOST_SHOWN).map(({ run }) => shortId(run));
  throw new PenumbraError('invalid-id', `${cite(text)} may mean ${shown.join(', ')}`, {
    hint: 'give more digits',
  });
}

/** A run recorded by another program counts as the latest only if there is no investigation. */
async function investigationsFirst(
  store: StoreReader,
  found: readonly FoundRun[],
): Promise<readonly FoundRun[]> {
  for (const one of found) if (await store.head(runRecordLog(one.run))) return [one];
  return found;
}

/** A run and the digest of its tree's root. */
export type RunTree = { readonly run: Id<'run'>; readonly digest: string };

/** Returns the named run with its tree. */
export async function treeOfRun(ledger: Ledger, name: string): Promise<RunTree> {
  const run = await findRun(ledger.store, name);
  const { inputs } = await readRunRecord(ledger, run);
  return { run, digest: inputs.tree };
}
