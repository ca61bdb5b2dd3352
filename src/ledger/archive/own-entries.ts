/** Reads the ledger's own copy of a log before it is joined with another, so that no damage is merged in as if it were history. */
import { PenumbraError, type Sha256 } from '../../kernel/index.ts';
import { extendDigest, type LogEntry } from '../store/log.ts';
import { readWholeLog } from '../store/pages.ts';
import type { StoreReader } from '../store/store.ts';

/**
 * Returns the entries of a log. Where they do not lead to its digest, the other copy may show what they were: entries
 * that lead to the digest are the ones that were written. Throws `digest-mismatch` where it does not show that.
 */
export async function ownEntries(
  reader: StoreReader,
  log: string,
  theirs: readonly LogEntry[],
): Promise<{ readonly entries: readonly LogEntry[]; readonly isMended: boolean }> {
  const ours = await readWholeLog(reader, log);
  const head = await reader.head(log);
  const leadsToHead = (entries: readonly LogEntry[]): boolean =>
    entries.reduce<Sha256 | null>(extendDigest, null) === (head?.digest ?? null);
  if (leadsToHead(ours)) return { entries: ours, isMended: false };
  const younger = ours.filter(({ sequence }) => sequence > theirs.length);
  const mended = [...theirs, ...younger].slice(0, head?.sequence ?? 0);
  if (head && leadsToHead(mended)) return { entries: mended, isMended: true };
  throw new PenumbraError('digest-mismatch', `the entries of log \`${log}\` here do not lead to its digest`, {
    data: { log },
    hint: 'run `penumbra validate`, and import an export of this ledger that has the log whole',
  });
}
