/**
 * Verifies the audit of a ledger: every record follows the one it refers to, nothing is missing, moved or
 * changed, every entry contains what it says, and the anchored heads are present. This only relies on the
 * hashes of the records; the store's own digest is checked in addition.
 */
import type { Sha256, Verifier } from '../../kernel/index.ts';
import type { Store } from '../../ledger/index.ts';
import { type AuditAnchor, verifyAnchor } from './audit-anchor.ts';
import { type AuditFault, type AuditVerification, chainName } from './audit-verification.ts';
import { type CheckedAnchor, compareAnchors } from './compare-anchors.ts';
import { followChains, follows, type PlacedRecord, type Stray } from './follow-chains.ts';
import { walkAudit } from './walk-audit.ts';

/** What an audit is compared with. Without a verifier, anchors are unverifiable. */
export type VerifyAuditOptions = {
  readonly anchors?: readonly AuditAnchor[];
  readonly verifier?: Verifier;
  readonly onProgress?: (records: number) => void;
};

/** The maximum number of faults that are listed. */
const MOST_FAULTS = 1_000;

/** Verifies the audit of a ledger. */
export async function verifyAudit(
  store: Store,
  { anchors = [], verifier, onProgress }: VerifyAuditOptions = {},
): Promise<AuditVerification> {
  const follower = followChains();
  const comparer = compareAnchors(await checkAnchors(anchors, verifier));
  const walked = await walkAudit(store, {
    onRecord: (place, read) => {
      comparer.add(follower.add(place, read));
      onProgress?.(place.position);
    },
    onLoss: follower.lose,
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
  return {
    ok: all.length === 0,
    records,
    chains,
    anchored,
    unanchored: walked.lines - upTo,
    faults,
    notes,
  };
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

/** Reads the log again to find the first record of each hash; only needed if something is wrong. */
async function find(store: Store, wanted: ReadonlySet<Sha256>): Promise<ReadonlyMap<Sha256, PlacedRecord>> {
  const found = new Map<Sha256, PlacedRecord>();
  if (wanted.size === 0) return found;
  await walkAudit(store, {
    onRecord: (place, { record: { chain, sequence, previous }, hash }) => {
      if (wanted.has(hash) && !found.has(hash))
        found.set(hash, { ...place, chain, sequence, previous, hash });
    },
  });
  return found;
}

function chainNotes(chains: AuditVerification['chains']): readonly string[] {
  if (chains.length < 2) return [];
  const names = chains.map(({ chain, last }) => `${chainName(chain)} (1 to ${last})`);
  return [`the ledger holds ${chains.length} chains: ${names.join(', ')}`];
}

function moreFaults(count: number): readonly string[] {
  return count > MOST_FAULTS ? [`${count - MOST_FAULTS} more faults are not listed`] : [];
}

/** The faults and notes about strays. */
type StrayJudgement = { readonly faults: readonly AuditFault[]; readonly notes: readonly string[] };

/** Returns the hashes to search for in the log. */
function wantedBy(strays: readonly Stray[]): ReadonlySet<Sha256> {
  return new Set(strays.flatMap(({ hash, previous }) => (previous === null ? [hash] : [hash, previous])));
}

/** Judges strays; `found` contains the first record of each hash that was searched for. */
function judgeStrays(strays: readonly Stray[], found: ReadonlyMap<Sha256, PlacedRecord>): StrayJudgement {
  const faults: AuditFault[] = [];
  const notes: string[] = [];
  for (const stray of strays) {
    const judged = judge(stray, found);
    if (typeof judged === 'string') notes.push(judged);
    else faults.push({ chain: stray.chain, sequence: stray.sequence, ...judged });
  }
  return { faults, notes };
}

type Judged = Pick<AuditFault, 'fault' | 'detail'> & { readonly sequence?: number };

function judge(stray: Stray, found: ReadonlyMap<Sha256, PlacedRecord>): Judged | string {
  const { sequence, chain, position, hash, previous } = stray;
  const same = found.get(hash);
  if (same !== undefined && same.position < position)
    return { fault: 'repeated', detail: `entry ${stray.entry} repeats it from entry ${same.entry}` };
  const before = previous === null ? undefined : found.get(previous);
  if (before === undefined) return judgeGap(stray);
  if (before.position > position)
    return {
      fault: 'moved',
      detail: `it stands before record ${before.sequence}, which it was written after`,
    };
  if (follows(stray, before))
    return `two copies of the ledger went on from record ${before.sequence} of chain ${chainName(chain)} and were joined`;
  return {
    fault: 'out-of-sequence',
    detail: `record ${sequence} names record ${before.sequence} of chain ${chainName(before.chain)}`,
  };
}

function judgeGap({ sequence, hasOtherBefore, lastBefore }: Stray): Judged {
  const before = sequence - 1;
  if (hasOtherBefore)
    return {
      sequence: before,
      fault: 'changed',
      detail: `record ${before} is not the one that record ${sequence} was written after`,
    };
  const first = lastBefore < before ? lastBefore + 1 : before;
  const missing = first === before ? `record ${before} is` : `records ${first} to ${before} are`;
  return { sequence: first, fault: 'missing', detail: `${missing} not there; record ${sequence} follows` };
}
