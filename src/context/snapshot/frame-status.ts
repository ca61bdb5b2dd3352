/**
 * What was said of a frame after it was written: that it holds for another basis, too (it was recomputed to equal
 * content), or that someone declared it invalid. Each frame has its own log, found by its subject.
 */
import {
  type BasisId,
  canonicalText,
  digestOf,
  type FrameId,
  isId,
  parseCanonical,
} from '../../kernel/index.ts';
import {
  type Append,
  everyEntry,
  everyHead,
  type StoreReader,
  type Subject,
  subjectHash,
} from '../../ledger/index.ts';
import { corruptEntry } from '../lineage/scan-log.ts';

/** What the log of a frame adds up to. */
export type FrameStatus = {
  /** The bases it was attested for since it was last declared invalid, oldest first. */
  readonly attested: readonly BasisId[];
  /** Who declared it invalid; null where nobody did. Its own basis does not speak for it then. */
  readonly invalidatedBy: string | null;
  /** How many entries the log has. */
  readonly length: number;
};

/** What the names of the logs of statuses begin with. */
export const STATUS_LOGS = 'standing/';

const UNTOUCHED: FrameStatus = { attested: [], invalidatedBy: null, length: 0 };

/** Returns what to append to attest a frame for a basis. */
export function attestation(subject: Subject, frameId: FrameId, basis: BasisId): Append {
  return { log: standingLog(subject, frameId), value: canonicalText({ attested: basis }) };
}

/** Returns what to append to declare a frame invalid. */
export function invalidation(subject: Subject, frameId: FrameId, agent: string): Append {
  return { log: standingLog(subject, frameId), value: canonicalText({ invalidatedBy: agent }) };
}

/** Tells whether a frame was declared invalid and not attested for a basis since: attesting it lets it hold again. */
export function isInvalidated(status: FrameStatus | undefined, basis: BasisId): boolean {
  return status !== undefined && status.invalidatedBy !== null && !status.attested.includes(basis);
}

/** Returns the status of the frames of a subject that have one, by frame id; the others are untouched. */
export async function readFrameStatuses(
  store: StoreReader,
  subject: Subject,
): Promise<ReadonlyMap<FrameId, FrameStatus>> {
  const prefix = standingPrefix(subject);
  const statuses = new Map<FrameId, FrameStatus>();
  for await (const { log } of everyHead(store, prefix)) {
    const frameId = `frame:${log.slice(prefix.length)}`;
    if (isId(frameId, 'frame')) statuses.set(frameId, await readStatus(store, log));
  }
  return statuses;
}

async function readStatus(store: StoreReader, log: string): Promise<FrameStatus> {
  let status = UNTOUCHED;
  for await (const { value } of everyEntry(store, log)) status = follow(status, log, value);
  return status;
}

function follow(status: FrameStatus, log: string, value: string): FrameStatus {
  const { attested, invalidatedBy } = (parseCanonical(value) ?? {}) as Readonly<Record<string, unknown>>;
  const length = status.length + 1;
  if (typeof invalidatedBy === 'string') return { attested: [], invalidatedBy, length };
  if (typeof attested === 'string' && isId(attested, 'basis'))
    return { ...status, attested: [...status.attested, attested], length };
  throw corruptEntry({ log, problem: 'says nothing of a frame' });
}

function standingLog(subject: Subject, frameId: FrameId): string {
  return `${standingPrefix(subject)}${digestOf(frameId)}`;
}

function standingPrefix(subject: Subject): string {
  return `${STATUS_LOGS}${subjectHash(subject)}/`;
}
