/**
 * Goes through the log of an audit once, a group at a time, and shows every record that can be read. What is wrong with
 * an entry or its object is a fault; what is wrong between records is for who looks at them.
 */
import { PenumbraError, type Sha256 } from '../../kernel/index.ts';
import { everyEntry, extendDigest, type LogEntry, type LogHead, type Store } from '../../ledger/index.ts';
import type { AuditGroup } from './audit-group.ts';
import { AUDIT_LOG } from './audit-record.ts';
import type { AuditFault } from './audit-verification.ts';
import type { RecordPosition } from './follow-chains.ts';
import { judgeGroup } from './judge-group.ts';
import { type ReadGroup, readAuditGroup } from './read-audit-group.ts';
import type { ReadRecord } from './read-audit-record.ts';

/** Who looks at what a walk comes by. */
export type AuditVisitor = {
  onRecord(place: RecordPosition, read: ReadRecord): void;
  /** Hears of a group of which no record can be read. */
  onLoss?(place: RecordPosition, group: AuditGroup): void;
};

/** What a walk came to: how many lines it met, and what is wrong with entries and objects. */
export type AuditWalk = { readonly lines: number; readonly faults: readonly AuditFault[] };

/** What reading a store that was tampered with may throw. */
const damages: readonly string[] = ['store-damaged', 'log-corrupt', 'digest-mismatch', 'hash-mismatch'];

/** Goes through the log. */
export async function walkAudit(store: Store, visitor: AuditVisitor): Promise<AuditWalk> {
  const faults: AuditFault[] = [];
  const head = await readHead(store, faults);
  let digest: Sha256 | null = null;
  let [last, lines] = [0, 0];
  for await (const entry of entriesOf(store, head, faults)) {
    if (entry.sequence !== last + 1) faults.push(inStore(last + 1, `entry ${last + 1} is missing`));
    last = entry.sequence;
    digest = extendDigest(digest, entry);
    const read = await readAuditGroup(store, entry.value);
    faults.push(...judgeGroup(last, read));
    visit(visitor, read, { entry: last, position: lines });
    lines += 'lines' in read ? read.lines.length : 0;
  }
  if (head !== null && digest !== head.digest)
    faults.push(inStore(last, 'the entries do not fit the digest that the store keeps of them'));
  return { lines, faults };
}

function visit(visitor: AuditVisitor, read: ReadGroup, { entry, position }: RecordPosition): void {
  if ('loss' in read) visitor.onLoss?.({ entry, position }, read.group);
  if (!('lines' in read)) return;
  for (const [index, line] of read.lines.entries())
    if ('record' in line) visitor.onRecord({ entry, position: position + index + 1 }, line);
}

async function readHead(store: Store, faults: AuditFault[]): Promise<LogHead | null> {
  try {
    return await store.head(AUDIT_LOG);
  } catch (error) {
    faults.push(inStore(0, damageOf(error)));
    return null;
  }
}

/**
 * Yields the entries up to the head, for what is appended meanwhile is for the next time; damage ends them. INVARIANT (nothing
 * is added unseen): an entry and the head that counts it are written at once, so one that no head counts was put there.
 */
async function* entriesOf(
  store: Store,
  head: LogHead | null,
  faults: AuditFault[],
): AsyncGenerator<LogEntry> {
  let next = 1;
  const isDamaged = faults.length > 0;
  try {
    for await (const entry of everyEntry(store, AUDIT_LOG)) {
      if (!isDamaged && entry.sequence > (head?.sequence ?? 0)) {
        const now = await store.head(AUDIT_LOG);
        if (entry.sequence <= (now?.sequence ?? 0)) return;
        faults.push(inStore(entry.sequence, `entry ${entry.sequence} stands behind the end of the log`));
        return;
      }
      yield entry;
      next = entry.sequence + 1;
    }
  } catch (error) {
    faults.push(inStore(next, damageOf(error)));
  }
}

function damageOf(error: unknown): string {
  if (error instanceof PenumbraError && damages.includes(error.code)) return error.message;
  throw error;
}

function inStore(sequence: number, detail: string): AuditFault {
  return { sequence, chain: null, fault: 'store', detail };
}
