/** Follows a log as it grows: reads only what is new and checks that the entries lead to the digest of its head. */
import { PenumbraError, type Sha256 } from '../../../kernel/index.ts';
import { extendDigest, type LogEntry, type StoreReader } from '../../../ledger/index.ts';

/** How far a log has been read. */
export type LogPlace = { readonly sequence: number; readonly digest: Sha256 | null };

/** Where reading a log begins. */
export const LOG_START: LogPlace = { sequence: 0, digest: null };

/** What is new in a log; `isRestart` where it was rewritten (by a merge) and the entries are all of it. */
export type LogGrowth = {
  readonly entries: readonly LogEntry[];
  readonly place: LogPlace;
  readonly isRestart: boolean;
};

/** Reads what a log has grown by, or throws `digest-mismatch`. */
export async function followLog(store: StoreReader, log: string, from: LogPlace): Promise<LogGrowth> {
  const growth = (await tryFollowLog(store, log, from)) ?? (await tryFollowLog(store, log, LOG_START));
  if (growth) return growth;
  throw new PenumbraError('digest-mismatch', `the entries of log \`${log}\` do not lead to its digest`, {
    data: { log },
    hint: 'run `penumbra validate`, and import an export of a whole copy',
  });
}

/** Reads what a log has grown by since a place, or returns null where the place does not lead to its head. */
export async function tryFollowLog(
  store: StoreReader,
  log: string,
  from: LogPlace,
): Promise<LogGrowth | null> {
  const head = await store.head(log);
  if (!head) return { entries: [], place: LOG_START, isRestart: from.sequence > 0 };
  if (head.digest === from.digest) return { entries: [], place: from, isRestart: false };
  const entries = await entriesBetween(store, log, { after: from.sequence, last: head.sequence });
  const digest = entries.reduce<Sha256 | null>(extendDigest, from.digest);
  if (digest !== head.digest) return null;
  return { entries, place: { sequence: head.sequence, digest }, isRestart: from.sequence === 0 };
}

async function entriesBetween(
  store: StoreReader,
  log: string,
  { after, last }: { readonly after: number; readonly last: number },
): Promise<readonly LogEntry[]> {
  const entries: LogEntry[] = [];
  while (after + entries.length < last) {
    const page = await store.readLog(log, {
      after: after + entries.length,
      limit: last - after - entries.length,
    });
    if (page.length === 0) break;
    for (const entry of page) entries.push(entry);
  }
  return entries;
}
