/** Takes a rewrite before any store applies it: merging and collecting may not bring in what a batch could not. */
import { isSha256, PenumbraError, type Sha256 } from '../../kernel/index.ts';
import { takeAppend, takeIndexEntry } from './batch.ts';
import { compareEntries, isStamp, type LogEntry } from './log.ts';
import type { Rewrite } from './store.ts';
import { requireTombstone, type Tombstone, takeObjects } from './stored-object.ts';

/**
 * Returns a copy of a rewrite that nobody else can change, or throws unless it is well-formed, its objects hash to
 * their ids, and its logs are whole and in order.
 */
export function takeRewrite(rewrite: Rewrite): Rewrite {
  const { puts = [], tombstones = [], removals = [], logs = [], adds = [], memberRemovals = [] } = rewrite;
  return {
    puts: takeObjects(puts),
    tombstones: tombstones.map(takeTombstone),
    removals: removals.map(takeId),
    logs: logs.map(({ log, entries }) => ({ log, entries: takeEntries(log, entries) })),
    adds: adds.map(takeIndexEntry),
    memberRemovals: memberRemovals.map(takeIndexEntry),
  };
}

function takeTombstone(tombstone: Tombstone): Tombstone {
  requireTombstone(tombstone);
  return { ...tombstone };
}

function takeId(id: Sha256): Sha256 {
  if (!isSha256(id)) throw new PenumbraError('invalid-id', `\`${id}\` is not an object id`);
  return id;
}

function takeEntries(log: string, entries: readonly LogEntry[]): readonly LogEntry[] {
  return entries.map(({ sequence, stamp, value }, index) => {
    takeAppend({ log, value });
    const previous = entries[index - 1];
    const isNext = sequence === index + 1 && (!previous || compareEntries(previous, { stamp, value }) < 0);
    if (!isNext || !isStamp(stamp))
      throw new PenumbraError('usage', `entry ${sequence} of log \`${log}\` is out of order`);
    return { sequence, stamp, value };
  });
}
