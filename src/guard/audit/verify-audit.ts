/**
 * Verifies the audit of a ledger: every record follows the one it names, nothing is missing, moved or changed, every
 * entry holds what it says, and the anchored heads are there. It rests on the hashes of the records alone; the store's
 * own digest is checked beside it.
 */
import type { Sha256, Verifier } from '../../kernel/index.ts';
import type { Store } from '../../ledger/index.ts';
import { type AuditAnchor, verifyAnchor } from './audit-anchor.ts';
import { type AuditVerification, chainName } from './audit-verification.ts';
import { type CheckedAnchor, compareAnchors } from './compare-anchors.ts';
import { followChains, type PlacedRecord } from './follow-chains.ts';
import { judgeStrays, wantedBy } from './judge-strays.ts';
import { walkAudit } from './walk-audit.ts';

/** What an audit is held against; without a verifier, anchors are unverifiable. */
export type VerifyAuditOptions = {
  readonly anchors?: readonly AuditAnchor[];
  readonly verifier?: Verifier;
  readonly onProgress?: (records: number) => void;
};

/** So many faults are told; who has more needs no list. */
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

/** Goes through the log again for the first record of each hash; only where something is amiss. */
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
