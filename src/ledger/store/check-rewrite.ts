/** Checks a rewrite before any store applies it: merging and collecting may not bring in what a batch could not. */
import { isSha256, PenumbraError } from '../../kernel/index.ts';
import { checkAppend, checkIndexEntry, checkPuts } from './batch.ts';
import { compareEntries, type LogEntry } from './log.ts';
import type { Rewrite } from './store.ts';

/** Throws unless a rewrite is well-formed, its objects hash to their ids, and its logs are whole and in order. */
export function checkRewrite({ puts, tombstones, removals, logs, adds, memberRemovals }: Rewrite): void {
  checkPuts(puts ?? []);
  for (const id of [...(tombstones ?? []).map((tombstone) => tombstone.id), ...(removals ?? [])]) {
    if (!isSha256(id)) throw new PenumbraError('invalid-id', `\`${id}\` is not an object id`);
  }
  for (const { log, entries } of logs ?? []) checkEntries(log, entries);
  for (const entry of [...(adds ?? []), ...(memberRemovals ?? [])]) checkIndexEntry(entry);
}

function checkEntries(log: string, entries: readonly LogEntry[]): void {
  let previous: LogEntry | null = null;
  for (const entry of entries) {
    checkAppend({ log, value: entry.value });
    const isNext = entry.sequence === (previous?.sequence ?? 0) + 1;
    const isLater = previous === null || compareEntries(previous, entry) < 0;
    if (!isNext || !isLater || !Number.isSafeInteger(entry.stamp)) {
      throw new PenumbraError('usage', `entry ${entry.sequence} of log \`${log}\` is out of order`);
    }
    previous = entry;
  }
}
