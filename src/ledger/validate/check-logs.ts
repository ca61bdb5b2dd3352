/** Checks logs in the course of a validation: without gaps, in order, fitting their digests, every value canonical. */
import { PenumbraError, type Sha256 } from '../../kernel/index.ts';
import { compareEntries, extendDigest, isStamp, type LogEntry, type LogHead } from '../store/log.ts';
import { requireName } from '../store/name.ts';
import { everyEntry, everyHead } from '../store/pages.ts';
import { type Reference, tryEntryReferences } from '../tracing/references.ts';
import { damageIn } from './damage.ts';
import type { Validating } from './validation.ts';

/** Yields what every entry refers to, and reports what is wrong with the logs on the way. */
export async function* checkLogs(
  work: Validating,
  onEntry: (log: string, value: string) => void,
): AsyncGenerator<Reference> {
  for await (const head of everyHead(work.store)) {
    try {
      requireName(head.log, 'a log');
      yield* checkLog(work, head, onEntry);
    } catch (error) {
      work.report({ object: `log ${head.log}`, fault: damageIn(error) });
    }
    work.counts.logs++;
    work.progress();
  }
}

async function* checkLog(
  { store, counts, report }: Validating,
  head: LogHead,
  onEntry: (log: string, value: string) => void,
): AsyncGenerator<Reference> {
  const { log } = head;
  const fault = (text: string): void => report({ object: `log ${log}`, fault: text });
  let previous: LogEntry | null = null;
  let digest: Sha256 | null = null;
  for await (const entry of everyEntry(store, log)) {
    const expected: number = (previous?.sequence ?? 0) + 1;
    if (entry.sequence !== expected) fault(`entry ${expected} is missing: entry ${entry.sequence} follows`);
    if (!isStamp(entry.stamp))
      fault(`entry ${entry.sequence} has a stamp that no clock tells: ${entry.stamp}`);
    if (previous && compareEntries(previous, entry) >= 0) fault(`entry ${entry.sequence} is out of order`);
    const references = tryEntryReferences(log, entry.value);
    if (references instanceof PenumbraError) fault(`entry ${entry.sequence}: ${references.message}`);
    else {
      onEntry(log, entry.value);
      for (const to of references) yield { from: log, to };
    }
    digest = extendDigest(digest, entry);
    previous = entry;
    counts.entries++;
    // What was appended since the head was read is for the next validation.
    if (entry.sequence >= head.sequence) break;
  }
  if (previous?.sequence !== head.sequence)
    fault(`ends with entry ${previous?.sequence ?? 0}, its head is ${head.sequence}`);
  else if (previous.value !== head.value || previous.stamp !== head.stamp)
    fault('its head is not its last entry');
  if (digest !== head.digest) fault('its entries do not fit its digest');
}
