/**
 * Verifies the audit of a ledger: every record follows the one it names, nothing is missing, moved or changed, and the
 * anchored heads are there. It rests on the hashes of the records alone; the store's own digest is checked beside it.
 */
import { PenumbraError, type Sha256, type Verifier } from '../../kernel/index.ts';
import { everyEntry, extendDigest, type LogEntry, type LogHead, type Store } from '../../ledger/index.ts';
import { type AuditAnchor, verifyAnchor } from './audit-anchor.ts';
import { AUDIT_LOG } from './audit-record.ts';
import { type AuditFault, type AuditVerification, chainName } from './audit-verification.ts';
import { type CheckedAnchor, compareAnchors } from './compare-anchors.ts';
import { followChains, type PlacedRecord } from './follow-chains.ts';
import { judgeStrays, wantedBy } from './judge-strays.ts';
import { type ReadRecord, readAuditRecord } from './read-audit-record.ts';

/** What an audit is held against; without a verifier, anchors are unverifiable. */
export type VerifyAuditOptions = {
  readonly anchors?: readonly AuditAnchor[];
  readonly verifier?: Verifier;
  readonly onProgress?: (records: number) => void;
};

/** What reading a store that was tampered with may throw. */
const damages: readonly string[] = ['store-damaged', 'log-corrupt', 'digest-mismatch', 'hash-mismatch'];

/** So many faults are told; who has more needs no list. */
const MOST_FAULTS = 1_000;

/** Verifies the audit of a ledger. */
export async function verifyAudit(
  store: Store,
  { anchors = [], verifier, onProgress }: VerifyAuditOptions = {},
): Promise<AuditVerification> {
  const follower = followChains();
  const comparer = compareAnchors(await checkAnchors(anchors, verifier));
  const walked = await walkLog(store, (entry, read) => {
    comparer.add(follower.add(entry, read));
    onProgress?.(entry);
  });
  const strays = judgeStrays(follower.strays, await find(store, wantedBy(follower.strays)));
  const chains = follower.chains();
  const { anchored, upTo, ...compared } = comparer.finish({ chains, location: store.location });
  const all = [...walked.faults, ...follower.faults, ...strays.faults, ...compared.faults];
  const faults = all
    .slice(0, MOST_FAULTS)
    .map(({ sequence, chain, fault, detail }) => ({ sequence, chain, fault, detail }));
  const notes = [...compared.notes, ...strays.notes, ...chainNotes(chains), ...moreFaults(all.length)];
  const records = chains.reduce((sum, chain) => sum + chain.records, 0);
  const unanchored = Math.max(0, walked.last - upTo);
  return { ok: all.length === 0, records, chains, anchored, unanchored, faults, notes };
}

/** Goes through the log once; what is wrong with an entry itself is a fault, every record is visited. */
async function walkLog(
  store: Store,
  visit: (entry: number, read: ReadRecord) => void,
): Promise<{ readonly last: number; readonly faults: readonly AuditFault[] }> {
  const faults: AuditFault[] = [];
  const head = await readHead(store, faults);
  let digest: Sha256 | null = null;
  let last = 0;
  for await (const entry of entriesOf(store, head, faults)) {
    if (entry.sequence !== last + 1) faults.push(inStore(last + 1, `entry ${last + 1} is missing`));
    last = entry.sequence;
    digest = extendDigest(digest, entry);
    const read = readAuditRecord(entry.value);
    if ('problem' in read) faults.push({ ...inStore(last, read.problem), fault: 'unreadable' });
    else visit(last, read);
  }
  if (head !== null && digest !== head.digest)
    faults.push(inStore(last, 'the entries do not fit the digest that the store keeps of them'));
  return { last, faults };
}

async function checkAnchors(
  anchors: readonly AuditAnchor[],
  verifier: Verifier | undefined,
): Promise<readonly CheckedAnchor[]> {
  const checked: CheckedAnchor[] = [];
  for (const anchor of anchors) {
    const verification = verifier === undefined ? 'unverifiable' : await verifyAnchor(anchor, verifier);
    checked.push({ anchor, verification });
  }
  return checked;
}

async function readHead(store: Store, faults: AuditFault[]): Promise<LogHead | null> {
  try {
    return await store.head(AUDIT_LOG);
  } catch (error) {
    faults.push(inStore(0, damageOf(error)));
    return null;
  }
}

/** Yields the entries up to the head, for what is appended meanwhile is for the next time; damage ends them. */
async function* entriesOf(
  store: Store,
  head: LogHead | null,
  faults: AuditFault[],
): AsyncGenerator<LogEntry> {
  let next = 1;
  try {
    for await (const entry of everyEntry(store, AUDIT_LOG)) {
      if (head !== null && entry.sequence > head.sequence) return;
      yield entry;
      next = entry.sequence + 1;
    }
  } catch (error) {
    faults.push(inStore(next, damageOf(error)));
  }
}

/** Goes through the log again for the first record of each hash; only where something is amiss. */
async function find(store: Store, wanted: ReadonlySet<Sha256>): Promise<ReadonlyMap<Sha256, PlacedRecord>> {
  const found = new Map<Sha256, PlacedRecord>();
  if (wanted.size === 0) return found;
  for await (const { sequence: entry, value } of entriesOf(store, null, [])) {
    const read = readAuditRecord(value);
    if ('problem' in read || !wanted.has(read.hash) || found.has(read.hash)) continue;
    const { chain, sequence, previous } = read.record;
    found.set(read.hash, { entry, chain, sequence, previous, hash: read.hash });
  }
  return found;
}

function damageOf(error: unknown): string {
  if (error instanceof PenumbraError && damages.includes(error.code)) return error.message;
  throw error;
}

function inStore(sequence: number, detail: string): AuditFault {
  return { sequence, chain: null, fault: 'store', detail };
}

function chainNotes(chains: AuditVerification['chains']): readonly string[] {
  if (chains.length < 2) return [];
  const names = chains.map(({ chain, last }) => `${chainName(chain)} (1 to ${last})`);
  return [`the ledger holds ${chains.length} chains: ${names.join(', ')}`];
}

function moreFaults(count: number): readonly string[] {
  return count > MOST_FAULTS ? [`${count - MOST_FAULTS} more faults are not listed`] : [];
}
