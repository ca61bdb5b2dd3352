/**
 * Reads the log of an audit once, group by group, and passes on every readable record. Problems with an entry
 * or its object are reported as faults; problems between records are up to the visitor.
 */
import { PenumbraError, type Sha256 } from '../../kernel/index.ts';
import { everyEntry, extendDigest, type LogEntry, type LogHead, type Store } from '../../ledger/index.ts';
import { type AuditGroup, type ReadGroup, rangeName, readAuditGroup } from './audit-group.ts';
import { AUDIT_LOG } from './audit-record.ts';
import { type AuditFault, chainName } from './audit-verification.ts';
import type { RecordPosition } from './follow-chains.ts';
import type { ReadRecord, UnreadRecord } from './read-audit-record.ts';

/** Receives the content of the log. */
export type AuditVisitor = {
  onRecord(place: RecordPosition, read: ReadRecord): void;
  /** Receives a group whose records cannot be read. */
  onLoss?(place: RecordPosition, group: AuditGroup): void;
};

/** The result of a walk: the number of lines, and the faults of entries and objects. */
export type AuditWalk = { readonly lines: number; readonly faults: readonly AuditFault[] };

/** Errors that reading a tampered store may throw. */
const damages: readonly string[] = ['store-damaged', 'log-corrupt', 'digest-mismatch', 'hash-mismatch'];

/** Reads the log. */
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
 * Yields the entries up to the head, ignoring what is appended in the meantime; stops at damage. INVARIANT
 * (nothing is added unseen): an entry and the head that counts it are written together, so an entry not
 * counted by the head was inserted.
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

type Held = Extract<ReadGroup, { readonly lines: unknown }>;

/** Returns what is wrong with the group of an entry. */
function judgeGroup(entry: number, read: ReadGroup): readonly AuditFault[] {
  if (!('group' in read)) return [ofEntry(entry, 'unreadable', read.problem)];
  const { chain, first } = read.group;
  if ('loss' in read) return [{ sequence: first, chain, fault: read.loss, detail: read.problem }];
  const unreadable = read.lines.flatMap((line, index) =>
    isUnread(line)
      ? [{ sequence: first + index, chain, fault: 'unreadable' as const, detail: line.problem }]
      : [],
  );
  const lie = unreadable.length > 0 ? null : lieOf(read);
  return lie === null ? unreadable : [ofEntry(entry, 'wrong-entry', lie)];
}

function ofEntry(entry: number, fault: AuditFault['fault'], detail: string): AuditFault {
  return { sequence: entry, chain: null, fault, detail };
}

/** Returns what an entry wrongly says about its records, or null. */
function lieOf({ group, lines }: Held): string | null {
  const records = lines as readonly ReadRecord[];
  const claim = `it says that it holds ${rangeName(group)} of chain ${chainName(group.chain)}`;
  const stranger = records.find(({ record }) => record.chain !== group.chain);
  if (stranger !== undefined) return `${claim}, and holds one of chain ${chainName(stranger.record.chain)}`;
  const [first, last] = [records[0], records.at(-1)];
  if (first === undefined || last === undefined) return `${claim}, and holds none`;
  const isRange = first.record.sequence === group.first && last.record.sequence === group.last;
  if (!isRange || records.length !== group.last - group.first + 1)
    return `${claim}, and holds ${records.length} from ${first.record.sequence} to ${last.record.sequence}`;
  return last.hash === group.hash ? null : `${claim}, and names another hash than the last of them has`;
}

function isUnread(line: ReadRecord | UnreadRecord): line is UnreadRecord {
  return 'problem' in line;
}
